package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
)

var pluralName = Rule{
	ID: "plural-name", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "plural is not made from the kind",
	Why: `The plural is in the URL of the resource, in RBAC rules and in the name of the CRD, all of which people
and tools guess from the kind: they put it in lower case and make it plural. Tools that guess wrong ask for a
resource that isn't there. The kind itself is in the singular.`,
	Bad: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: policy.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: policy, kind: Policy}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
`,
	Good: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: policies.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: policies, kind: Policy}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
`,
	CRD: func(p *Pass) {
		n := &p.CRD.Spec.Names
		kind := strings.ToLower(n.Kind)
		if n.Plural == "" || kind == "" || isPluralOf(n.Plural, kind) {
			return
		}
		p.Report(finding.Root("spec", "names", "plural"), "plural %s is not the plural of the kind %s", n.Plural, n.Kind).Help =
			"by convention it is " + pluralOf(kind)
	},
}

// pluralOf makes the plural as code generators do: by the last letters.
func pluralOf(word string) string {
	if word == "" {
		return ""
	}
	last := word[len(word)-1]
	switch {
	case strings.HasSuffix(word, "ch"), strings.HasSuffix(word, "sh"), last == 's', last == 'x', last == 'z':
		return word + "es"
	case last == 'y' && len(word) > 1 && !strings.ContainsRune("aeiou", rune(word[len(word)-2])):
		return word[:len(word)-1] + "ies"
	}
	return word + "s"
}

// isPluralOf reports whether one word can be the plural of another: by the last
// letters, with a plain s, unchanged where it ends in s already or names what is
// not counted, or with a Latin or Greek ending.
func isPluralOf(plural, word string) bool {
	if plural == pluralOf(word) || plural == word+"s" {
		return true
	}
	for _, e := range [...][2]string{
		{"s", "s"}, {"data", "data"}, {"metadata", "metadata"}, {"staff", "staff"}, {"info", "info"},
		{"is", "es"}, {"ex", "ices"}, {"ix", "ices"}, {"um", "a"}, {"on", "a"}, {"f", "ves"}, {"fe", "ves"},
		{"quiz", "quizzes"}, {"child", "children"}, {"person", "people"}, {"man", "men"},
	} {
		if stem, ok := strings.CutSuffix(word, e[0]); ok && plural == stem+e[1] {
			return true
		}
	}
	return false
}
