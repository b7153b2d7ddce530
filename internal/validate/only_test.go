package validate_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/schema"
)

// TestOnly evaluates each rule by itself, which finds what all together find of it.
func TestOnly(t *testing.T) {
	rule := func(text string) schema.ValidationRule { return schema.ValidationRule{Rule: text} }
	word := &schema.Schema{Type: "string", Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("self != 'c'"), rule("self == oldSelf"), rule("self.size() < 3")}}}
	item := &schema.Schema{
		Type:       "object",
		Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: word}}),
		Rare:       &schema.Rare{XValidations: []schema.ValidationRule{rule("self.a == 'a'")}},
	}
	words := &schema.Schema{
		Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: word},
		Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("self.all(k, self[k] != 'b')")}},
	}
	root := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
		{Name: "items", Schema: &schema.Schema{Type: "array", Items: &schema.Items{Schema: item}}}, {Name: "words", Schema: words},
	})}
	object := func(words ...string) map[string]any {
		list, named := []any{}, map[string]any{}
		for _, w := range words {
			list = append(list, map[string]any{"a": w})
			named["k"+w] = w
		}
		return map[string]any{"items": list, "words": named}
	}
	tree := schema.NewTree(root, finding.Root("spec", "openAPIV3Schema"))
	r := validate.NewRules(compiler, tree, 0, false)
	value, old := object("c", "long", "b", "a"), map[string]any{"words": map[string]any{"kc": "a", "klong": "long"}}
	evaluate := func(only *finding.Path) finding.List {
		found, _ := r.Evaluate(context.Background(), nil, value, old, validate.Evaluation{Budget: validate.RuntimeBudget, Only: only})
		return found
	}
	all := evaluate(nil)
	shown := 0
	for i := range tree.Nodes {
		for k := range tree.Nodes[i].XValidations() {
			at := tree.Path(int32(i)).Child("x-kubernetes-validations").Index(k)
			var want finding.List
			for _, f := range all {
				if f.Related[0].Path.File() == at.File() {
					want = append(want, f)
				}
			}
			if got := evaluate(at); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %v, want %v", at.File(), got, want)
			}
			shown += len(want)
		}
	}
	if shown != len(all) || shown < 8 {
		t.Errorf("%d of %d findings are of a rule", shown, len(all))
	}
}
