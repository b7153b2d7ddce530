package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/words"
	"github.com/crdtool/crdtool/schema"
)

// secretByPlace reports whether a field holds a secret by its name, its parent and its
// description: a private key, a token, the secret of a HMAC or a JWT, the key beside
// a certificate, the secret key beside an access key. Such names are also those of files,
// of Secrets and of what is no secret, so that a description has to speak of the value.
func (v *Version) secretByPlace(n *schema.Node) bool {
	says := func(word string) bool { return strings.Contains(strings.ToLower(n.Description), word) }
	if says("challenge") || says("variable") || says("secret containing") {
		return false
	}
	object := v.Parent(n)
	switch words.Letters(n.Name) {
	case "privatekey", "signingkey", "presharedkey":
		return says("key")
	case "token":
		return says("token") || n.Description == "" && v.within(object, "credential", "credentials")
	case "secret":
		return says("secret") && v.within(object, "hmac", "jwt", "totp")
	case "key", "tlskey":
		return says("key") && v.beside(object, "cert", "certificate", "crt", "tlscert", "tlscertificate")
	case "secretkey":
		return says("key") && v.beside(object, "accesskey", "accesskeyid")
	}
	return false
}

// secretReferenceBeside is the field for a reference to a Secret beside that for the
// secret itself, such as passwordSecretRef beside password; "" if there is none.
func (v *Version) secretReferenceBeside(n *schema.Node) string {
	for _, p := range v.Parent(n).Properties.All() {
		for _, what := range []string{n.Name, words.Last(n.Name)} { // tokenRef is for a bearerToken, too
			rest, ok := strings.CutPrefix(words.Letters(p.Name), words.Letters(what))
			if ok && p.Schema.Type == "object" && slices.Contains([]string{"ref", "secret", "secretref", "secretkeyref", "from", "fromsecret"}, rest) {
				return p.Name
			}
		}
	}
	return ""
}

// within reports whether one of some words is in the name of a field around.
func (v *Version) within(object *schema.Node, wanted ...string) bool {
	for o := object; o != nil && o.Parent >= 0; o = v.Parent(o) {
		for _, w := range words.Split(o.Name) {
			if slices.Contains(wanted, strings.ToLower(w)) {
				return true
			}
		}
	}
	return false
}

// beside reports whether an object has a string field of one of some names.
func (v *Version) beside(object *schema.Node, names ...string) bool {
	for _, p := range object.Properties.All() {
		if p.Schema.Type == "string" && slices.Contains(names, words.Letters(p.Name)) {
			return true
		}
	}
	return false
}
