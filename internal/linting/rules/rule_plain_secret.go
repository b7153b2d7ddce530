package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var plainSecret = Rule{
	ID: "plain-secret", Severity: finding.Warning, Profile: Strict, Topic: Convention, ByType: true, Narrows: true,
	Title: "secret in plain text",
	Why: `Custom resources are stored in plain text, shown by ` + "`kubectl get -o yaml`" + `, kept in Git and in
annotations, and readable for everyone with read access to the kind. Encryption at rest usually covers Secrets only.
Refer to a key of a Secret instead, with ` + "`corev1.SecretKeySelector`" + `.`,
	Example: `
- password:
-   type: string
+ passwordSecretRef:
+   type: object
+   required: [key, name]
+   properties:
+     key: {type: string}
+     name: {type: string}
`,
	Options: []Option{{Name: "names", Title: "last words of names of fields that contain a secret", Default: []string{
		"password", "passwd", "passphrase", "clientSecret", "apiKey", "apiToken", "accessToken", "authToken", "bearerToken",
		"secretAccessKey", "hmacSecret", "jwtSecret", "sharedSecret"}}},
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "string" || !v.InSpec(n) || !v.Own(n) || len(n.Enum) > 0 || refersElsewhere(n.Description) {
			return
		}
		name := words.Letters(n.Name)
		if slices.ContainsFunc(p.Strings("names"), func(s string) bool { return strings.HasSuffix(name, words.Letters(s)) }) || v.secretByPlace(n) {
			f := p.ReportNode(v, n, "%s is a secret in plain text, visible to everyone who may read the object", v.Called(n))
			f.Help = "refer to a key of a Secret"
			if ref := v.secretReferenceBeside(n); ref != "" {
				f.Help += " with " + ref + ", and deprecate this field"
			}
		}
	},
}

// refersElsewhere reports whether a description says that the field has the location of the secret, not the
// secret.
func refersElsewhere(text string) bool {
	text = strings.ToLower(text)
	for _, w := range [...]string{"name of", "reference to", "refers to", "path to", "path of", "key of", "key in", "key within", "key that", "file",
		"hash", "public"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
