package validate

import "github.com/crdtool/crdtool/schema"

// below says whether a schema, or one below it, is of a kind, so that large values are passed
// over where nothing is. It is for one kind.
type below struct{ known map[*schema.Schema]bool }

// large is how many items a value has at least whose schema is worth a look at all of it.
const large = 256

// none reports whether a value of so many items is large and nothing in its schema is of the
// kind.
func (b *below) none(items int, s *schema.Schema, kind func(*schema.Schema) bool) bool {
	return items >= large && !b.any(s, kind)
}

func (b *below) any(s *schema.Schema, kind func(*schema.Schema) bool) bool {
	if s == nil {
		return false
	}
	is, known := b.known[s]
	if known {
		return is
	}
	is = kind(s) || b.any(s.ValueSchema(), kind) || b.any(s.ItemSchema(), kind)
	for _, p := range s.Properties.All() {
		is = is || b.any(p.Schema, kind)
	}
	if b.known == nil {
		b.known = map[*schema.Schema]bool{}
	}
	b.known[s] = is
	return is
}
