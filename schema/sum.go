package schema

import "hash/maphash"

// Sums tell schemas apart that differ in more than numbers: schemas that are Equal have the same
// sum, so that who looks for equal ones among many compares few.
type Sums struct{ seed maphash.Seed }

// NewSums returns sums that nobody foresees.
func NewSums() Sums { return Sums{maphash.MakeSeed()} }

// Of returns the sum of a schema.
func (s Sums) Of(of *Schema) uint64 {
	if of == nil {
		return 0
	}
	var h maphash.Hash
	h.SetSeed(s.seed)
	for _, text := range [...]string{of.ID(), of.Schema(), of.Description, of.Type, of.Format, of.Title(), of.Pattern} {
		s.text(&h, text)
	}
	s.list(&h, of.Enum)
	maphash.WriteComparable(&h, len(of.Required))
	for _, name := range of.Required {
		s.text(&h, name)
	}
	rules := of.XValidations()
	maphash.WriteComparable(&h, len(rules))
	for i := range rules {
		s.text(&h, rules[i].Rule)
		s.text(&h, rules[i].Message)
	}
	for _, v := range [...]any{of.Default, of.Example()} {
		s.value(&h, v)
	}
	if of.Items != nil {
		s.schemas(&h, []*Schema{of.Items.Schema})
		s.schemas(&h, of.Items.Schemas)
	}
	for _, list := range [...][]*Schema{of.AllOf(), of.OneOf(), of.AnyOf(), {of.Not}} {
		s.schemas(&h, list)
	}
	for _, p := range [...]*Properties{of.Properties, of.PatternProperties(), of.Definitions()} {
		s.properties(&h, p)
	}
	for _, o := range [...]*SchemaOrBool{of.AdditionalProperties, of.AdditionalItems()} {
		if o != nil {
			s.schemas(&h, []*Schema{o.Schema})
		}
	}
	return h.Sum64()
}

func (s Sums) text(h *maphash.Hash, text string) {
	maphash.WriteComparable(h, len(text))
	_, _ = h.WriteString(text)
}

func (s Sums) schemas(h *maphash.Hash, list []*Schema) {
	maphash.WriteComparable(h, len(list))
	for _, one := range list {
		maphash.WriteComparable(h, s.Of(one))
	}
}

// properties are the same in any order.
func (s Sums) properties(h *maphash.Hash, p *Properties) {
	var sum uint64
	for _, p := range p.All() {
		sum += maphash.Comparable(s.seed, struct {
			name string
			of   uint64
		}{p.Name, s.Of(p.Schema)})
	}
	maphash.WriteComparable(h, sum)
}

func (s Sums) list(h *maphash.Hash, list []any) {
	maphash.WriteComparable(h, len(list))
	for _, v := range list {
		s.value(h, v)
	}
}

func (s Sums) value(h *maphash.Hash, v any) {
	switch v := v.(type) {
	case string:
		s.text(h, v)
	case bool:
		maphash.WriteComparable(h, v)
	case int64:
		maphash.WriteComparable(h, v)
	case []any:
		s.list(h, v)
	case map[string]any:
		var sum uint64
		for name, v := range v {
			var one maphash.Hash
			one.SetSeed(s.seed)
			s.text(&one, name)
			s.value(&one, v)
			sum += one.Sum64()
		}
		maphash.WriteComparable(h, len(v))
		maphash.WriteComparable(h, sum)
	}
}
