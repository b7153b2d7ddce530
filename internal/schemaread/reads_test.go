package schemaread

import (
	"hash/maphash"
	"testing"

	"github.com/crdtool/crdtool/internal/schematest"
	"github.com/crdtool/crdtool/schema"
)

var seed = maphash.MakeSeed()

// TestKeywordsAreSummed: whoever reads a schema may go by each of its keywords.
func TestKeywordsAreSummed(t *testing.T) {
	schematest.Heeds(t, func(s *schema.Schema) uint64 { return NewSums(seed).of(s) }, "description", "externalDocs")
}

// TestAllIsSummed: what applies to the same values is read with all inside of it.
func TestAllIsSummed(t *testing.T) {
	schematest.Heeds(t, func(s *schema.Schema) uint64 {
		return NewSums(seed).of(&schema.Schema{Branches: &schema.Branches{AllOf: []*schema.Schema{{Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: s}})}}}})
	}, "description", "externalDocs")
}

const base = `{type: object, required: [a], properties: {
  a: {type: string},
  b: {type: object, properties: {c: {type: integer}, d: {type: string}}},
  e: {type: array, items: {type: object, properties: {f: {type: string}}}},
  g: {type: object, additionalProperties: {type: object, properties: {h: {type: string}}}},
  i: {type: object, default: {j: 1}, properties: {j: {type: integer}, k: {type: integer}}}}}`

func TestSeen(t *testing.T) {
	const (
		a = "a: {type: string}"
		c = "c: {type: integer}"
	)
	value := func(s *schema.Schema, r *Reads) {
		r.Value(s, map[string]any{
			"a": "x", "b": map[string]any{"c": int64(1)}, "e": []any{map[string]any{"f": "x"}},
			"g": map[string]any{"x": map[string]any{"h": "x"}},
		})
	}
	list := func(s *schema.Schema, r *Reads) { r.List(s) }
	asked := func(s *schema.Schema, r *Reads) { r.Field(s, "l") }
	inParts := func(s *schema.Schema, r *Reads) {
		first, second := New(), New()
		first.Field(s, "a")
		first.Node(s.Property("a"))
		second.Field(s, "l")
		r.Add(first)
		r.Add(second)
	}
	for name, of := range map[string]struct {
		read     func(*schema.Schema, *Reads)
		old, new string
		same     bool
	}{
		"nothing":                        {value, a, a, true},
		"a description":                  {value, a, "a: {type: string, description: x}", true},
		"a value's keyword":              {value, a, "a: {type: string, maxLength: 9}", false},
		"a value's keyword below":        {value, c, "c: {type: integer, minimum: 1}", false},
		"a field is gone":                {value, "a: {type: string},", "", false},
		"another field":                  {value, a, a + ", l: {type: string}", true},
		"another field with a default":   {value, a, a + ", l: {type: string, default: x}", false},
		"another field below":            {value, "h: {type: string}", "h: {type: string}, l: {type: string}", true},
		"what an item has":               {value, "f: {type: string}", "f: {type: string, maxLength: 9}", false},
		"what an entry has":              {value, "h: {type: string}", "h: {type: string, maxLength: 9}", false},
		"a field that is not there":      {value, "d: {type: string}", "d: {type: string, maxLength: 9}", true},
		"what a default sets":            {value, "j: {type: integer}", "j: {type: integer, minimum: 1}", false},
		"beside what a default sets":     {value, "k: {type: integer}", "k: {type: integer, minimum: 1}", true},
		"a field among all":              {list, a, a + ", l: {type: string}", false},
		"another order of all":           {list, "a: {type: string},\n  b: {type: object, properties: {c: {type: integer}, d: {type: string}}},", "b: {type: object, properties: {c: {type: integer}, d: {type: string}}},\n  a: {type: string},", false},
		"a keyword of one of all":        {list, a, "a: {type: string, maxLength: 9}", true},
		"a field that was asked for":     {asked, a, a + ", l: {type: string}", false},
		"one that was not":               {asked, a, a + ", m: {type: string}", true},
		"a field of one part":            {inParts, a, "a: {type: string, maxLength: 9}", false},
		"a field of another":             {inParts, a, a + ", l: {type: string}", false},
		"a field of no part":             {inParts, c, "c: {type: string}", true},
		"a rule of a value":              {value, "required: [a]", "required: [a], x-kubernetes-validations: [{rule: 'true'}]", false},
		"a keyword of nothing of a part": {list, "required: [a]", "required: [b]", false},
	} {
		old, now := parse(t, base), parse(t, replaced(t, base, of.old, of.new))
		reads := New()
		of.read(old, reads)
		seen, size := reads.Seen(old, NewSums(seed))
		if seen == nil || size == 0 {
			t.Fatalf("%s: nothing is seen", name)
		}
		if !seen.In(old, NewSums(seed)) {
			t.Errorf("%s: a schema does not have what was read of it", name)
		}
		if got := seen.In(now, NewSums(seed)); got != of.same {
			t.Errorf("%s: the same is %t", name, got)
		}
	}
}

// TestNothingIsNoted by who has no reads.
func TestNothingIsNoted(t *testing.T) {
	var none *Reads
	s := parse(t, base)
	none.Node(s)
	none.Field(s, "a")
	none.List(s)
	none.Value(s, map[string]any{"a": "x"})
	none.Add(New())
	New().Field(nil, "a")
}
