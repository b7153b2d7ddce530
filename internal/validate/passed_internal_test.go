package validate

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/schema"
)

// TestPassedKeeps: what is kept is for the same rules and the same text, as long as it is
// not too much.
func TestPassedKeeps(t *testing.T) {
	var p passed
	has := func(at *Rules, text string, want bool) {
		t.Helper()
		if cost, ok := p.cost(at, []byte(text)); ok != want || ok && cost.budget != int64(len(text)) {
			t.Errorf("%d bytes: %d, %t", len(text), cost, ok)
		}
	}
	add := func(at *Rules, text string) { p.add(at, []byte(text), costs{budget: int64(len(text))}) }
	a, b := &Rules{}, &Rules{}
	full := strings.Repeat("x", mostPassedText)
	has(a, "x", false)
	add(a, "")
	add(a, full+"x")
	has(a, full+"x", false)
	texts := []string{}
	for i := range mostPassed / mostPassedText {
		texts = append(texts, string([]byte{byte('a' + i)})+full[1:])
		add(a, texts[i])
	}
	for _, text := range texts {
		has(a, text, true)
		has(b, text, false)
	}
	add(b, "y")
	has(a, texts[0], false)
	has(b, "y", true)
	for _, text := range texts[1:] {
		add(a, text)
	}
	has(b, "y", true)
	add(a, texts[0])
	has(b, "y", false)
	has(a, texts[0], true)
}

// TestTextOfValues: the text that rules know a value by is that of no other value of which they
// see something else, and its parts are the texts of the values within.
func TestTextOfValues(t *testing.T) {
	rule := []schema.ValidationRule{{Rule: "true"}}
	word := &schema.Schema{Type: "string", Rare: &schema.Rare{XValidations: rule}}
	for name, s := range map[string]*schema.Schema{
		"none": {Type: "object", Rare: &schema.Rare{XValidations: rule}},
		"some": {Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: word}, {Name: "b", Schema: &schema.Schema{
			Type: "array", Items: &schema.Items{Schema: word},
		}}})},
		"all": {Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: word}},
		"own": {Type: "object", Rare: &schema.Rare{XValidations: rule}, Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: word}})},
		"own, of some": {Type: "object", Rare: &schema.Rare{XValidations: rule}, Properties: schema.NewProperties([]schema.Property{
			{Name: "a", Schema: &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: word}})}},
			{Name: "b", Schema: &schema.Schema{Type: "array", Items: &schema.Items{Schema: &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: word}})}}}},
		})},
		"own items": {Type: "array", Rare: &schema.Rare{XValidations: rule}, Items: &schema.Items{Schema: &schema.Schema{
			Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: word}}),
		}}},
		"items": {Type: "array", Items: &schema.Items{Schema: word}},
	} {
		rules := rulesOf(s)
		r := rand.New(rand.NewPCG(8, 9))
		byText := map[string]any{}
		var values []any
		for _, a := range textLeaves() {
			for _, b := range textLeaves() {
				values = append(values, []any{a, b}, map[string]any{"a": a, "b": b}, []any{[]any{a}, b})
			}
		}
		for range 2000 {
			values = append(values, textValue(r, 3))
		}
		for _, v := range values {
			var text valueText
			p := text.part(rules, v, false)
			if text.unknown || p.from != 0 || p.to != len(text.text) {
				t.Fatalf("%s: %#v is unknown: %t, from %d to %d of %d", name, v, text.unknown, p.from, p.to, len(text.text))
			}
			saw := seen(rules, v)
			if same, ok := byText[string(text.text)]; ok && !reflect.DeepEqual(same, saw) {
				t.Fatalf("%s: %#v and %#v have one text", name, saw, same)
			}
			byText[string(text.text)] = saw
			var plain valueText
			if plain.value(v); rules.some() && string(plain.text) != string(text.text) {
				t.Fatalf("%s: %#v has the text %q, without rules %q", name, v, text.text, plain.text)
			}
			if object, ok := v.(map[string]any); ok {
				if names := p.names(object); len(names) < len(object) && (rules.some() || rules.values != nil) || !slices.IsSorted(names) {
					t.Fatalf("%s: of %#v are seen %q", name, object, names)
				}
				for i, k := range p.names(object) {
					within := p.at(i)
					if within == nil {
						continue
					}
					of := rules.values
					if of == nil {
						of = rules.properties[k]
					}
					var alone valueText
					if alone.part(of, object[k], rules.some()); string(text.text[within.from:within.to]) != string(alone.text) {
						t.Fatalf("%s: %s of %#v has another text than by itself", name, k, v)
					}
				}
			}
		}
		if least := map[string]int{"some": 150, "items": 100}[name]; len(byText) < cmp.Or(least, 300) {
			t.Errorf("%s: only %d values", name, len(byText))
		}
	}
	var text valueText
	if text.value(struct{}{}); !text.unknown {
		t.Error("a value of no kind is known")
	}
}

// seen is what rules see of a value.
func seen(r *Rules, value any) any {
	if r.some() {
		return value
	}
	switch value := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, v := range value {
			if of := r.properties[k]; of != nil {
				out[k] = seen(of, v)
			} else if r.values != nil {
				out[k] = seen(r.values, v)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, item := range value {
			if r.items != nil {
				out = append(out, seen(r.items, item))
			}
		}
		return out
	}
	return nil
}

// rulesOf are the rules of a schema, of which nobody asks for the expressions.
func rulesOf(s *schema.Schema) *Rules {
	r := &Rules{schema: s}
	if len(s.XValidations()) > 0 {
		r.decl = apiservercel.AnyType
	}
	if items := s.ItemSchema(); items != nil {
		r.items = rulesOf(items)
	}
	if values := s.ValueSchema(); values != nil {
		r.values = rulesOf(values)
	}
	for _, p := range s.Properties.All() {
		if r.properties == nil {
			r.properties = map[string]*Rules{}
		}
		r.properties[p.Name] = rulesOf(p.Schema)
	}
	return r
}

func textLeaves() []any {
	return []any{nil, true, false, "", "a", "b", "0", "t", "\"\x01a", int64(0), int64(1), 0.0, 1.0, []any{}, map[string]any{}}
}

func textValue(r *rand.Rand, depth int) any {
	if depth == 0 || r.IntN(3) == 0 {
		leaves := textLeaves()
		return leaves[r.IntN(len(leaves))]
	}
	if r.IntN(2) == 0 {
		list := []any{}
		for range r.IntN(3) {
			list = append(list, textValue(r, depth-1))
		}
		return list
	}
	object := map[string]any{}
	for _, k := range []string{"a", "b", ""} {
		if r.IntN(2) == 0 {
			object[k] = textValue(r, depth-1)
		}
	}
	return object
}
