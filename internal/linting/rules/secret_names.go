package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/words"
)

// secretByPlace reports whether the name, parent and description of a field mean a secret: a private key, a
// token, the secret of an HMAC or a JWT, the key beside a certificate, the secret key beside an access key.
// Files, Secrets and public values have such names too, so the description has to mention the value.
func (v *Version) secretByPlace(n *schematree.Node) bool {
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

// secretReferenceBeside returns the sibling field for a reference to a Secret, such as passwordSecretRef beside
// password, or "".
func (v *Version) secretReferenceBeside(n *schematree.Node) string {
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

// within reports whether the name of an enclosing field has one of the words.
func (v *Version) within(object *schematree.Node, wanted ...string) bool {
	for o := object; o != nil && o.Parent >= 0; o = v.Parent(o) {
		for _, w := range words.Split(o.Name) {
			if slices.Contains(wanted, strings.ToLower(w)) {
				return true
			}
		}
	}
	return false
}

// beside reports whether an object has a string field with one of the names.
func (v *Version) beside(object *schematree.Node, names ...string) bool {
	for _, p := range object.Properties.All() {
		if p.Schema.Type == "string" && slices.Contains(names, words.Letters(p.Name)) {
			return true
		}
	}
	return false
}
