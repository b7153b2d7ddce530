package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// mergeKeys are ways to set a keyword of a field twice. conformance/kubectl plays the same mappings
// to kubectl, as fixed/repeated.
var mergeKeys = []struct {
	name, field string
	// want are the line of the field, the severity and the beginning of the message; "" if
	// nothing is reported.
	want string
	// accepted says whether the server accepts what kubectl sends.
	accepted bool
}{
	{"override", "first: &flag {type: string, enum: [a]}\nsecond:\n  <<: *flag\n  enum: [b]", "", true},
	{"override of an inline mapping", "first: {<<: {type: integer}, type: string}", "", true},
	{"merge below", "first: &flag {type: string, enum: [a]}\nsecond:\n  enum: [b]\n  <<: *flag",
		`3 warning field "enum" is replaced by the merge key below it`, true},
	{"merge below with the same value", "first: &flag {type: string}\nsecond:\n  type: string\n  <<: *flag", "", true},
	{"list", "first: &a {type: string}\nsecond: &b {type: integer}\nthird: {<<: [*a, *b]}", "", true},
	{"nested", "first: &a {type: string}\nsecond: &b {<<: *a, type: integer}\nthird: {<<: *b, type: boolean}", "", true},
	{"two merge keys", "first: &a {type: string}\nsecond: &b {type: integer}\nthird:\n  <<: *a\n  <<: *b",
		"5 warning a mapping has one merge key", true},
	{"twice beside a merge key", "first: &a {type: string}\nsecond:\n  <<: *a\n  type: integer\n  type: boolean",
		`5 error field "type" is set twice; kubectl sends only the last one`, false},
	{"twice in a merged mapping", "first:\n  <<:\n    type: string\n    type: string",
		`4 error field "type" is set twice; kubectl sends only the last one`, false},
}

const mergeKeyCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
`

func TestMergeKeys(t *testing.T) {
	linter := New(kube.Latest)
	above := strings.Count(mergeKeyCRD, "\n")
	for _, c := range mergeKeys {
		t.Run(c.name, func(t *testing.T) {
			text := mergeKeyCRD + "          " + strings.ReplaceAll(c.field, "\n", "\n          ") + "\n"
			r := linter.File(source.Read("crd.yaml", []byte(text)), Options{})
			got := ""
			for _, f := range r.Findings {
				got += fmt.Sprintf("%d %s %s\n", f.Line-above, f.Severity, f.Message)
			}
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) || strings.Count(got, "\n") > 1 {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if accepted := r.Documents[0].APIServer.Accepted; accepted != c.accepted {
				t.Errorf("accepted: %t, want %t", accepted, c.accepted)
			}
		})
	}
}
