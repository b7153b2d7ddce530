package crd

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestVersionedFields: each field of a rule that some servers don't use is among them, if
// it is set.
func TestVersionedFields(t *testing.T) {
	all := []string{"messageExpression", "reason", "fieldPath", "optionalOldSelf"}
	for rule, want := range map[string][]string{
		`{rule: "true"}`: nil,
		`{rule: "true", messageExpression: "'a'", reason: FieldValueInvalid, fieldPath: .a, optionalOldSelf: true}`: all,
		`{rule: "true", messageExpression: "", fieldPath: "", optionalOldSelf: false}`:                              nil,
	} {
		doc := source.Read("crd.yaml", []byte(someCRD+"  versions:\n"+v("v1", true, "{type: object, x-kubernetes-validations: ["+rule+"]}"))).Documents[0]
		c, _ := NewChecker(behaviour.Of(kube.Latest)).Decode(doc)
		var got []string
		for _, f := range VersionedFields(c) {
			if slices.Contains(all, f.Name()) {
				got = append(got, f.Name())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v", rule, got)
		}
	}
}
