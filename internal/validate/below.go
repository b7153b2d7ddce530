package validate

import "github.com/crdtool/crdtool/schema"

// Within are the schemas that are of a kind or have one of it below them. It is worked out once for
// all values of a schema, most parts of which nothing has to be looked for in.
type Within map[*schema.Schema]bool

// MergedIn are those with lists of type set or map.
func MergedIn(s *schema.Schema) Within { return within(s, isMerged) }

// ResourcesIn are those with embedded resources.
func ResourcesIn(s *schema.Schema) Within { return within(s, isResource) }

func within(s *schema.Schema, kind func(*schema.Schema) bool) Within {
	w := Within{}
	w.add(s, kind)
	return w
}

func (w Within) add(s *schema.Schema, kind func(*schema.Schema) bool) bool {
	if s == nil {
		return false
	}
	is := kind(s)
	is = w.add(s.ValueSchema(), kind) || is
	is = w.add(s.ItemSchema(), kind) || is
	for _, p := range s.Properties.All() {
		is = w.add(p.Schema, kind) || is
	}
	if is {
		w[s] = true
	}
	return is
}

// below says whether a schema, or one below it, is of a kind, so that values are passed over where
// nothing is: large ones, unless that is known already. It is for one kind.
type below struct {
	// all is nil if it is not known.
	all   Within
	known map[*schema.Schema]bool
}

// lack reports whether nothing in a schema is known to be of the kind.
func (b *below) lack(s *schema.Schema) bool { return b.all != nil && !b.all[s] }

// large is how many items a value has at least whose schema is worth a look at all of it.
const large = 256

// none reports whether nothing in the schema of a value of so many items is of the kind. It may
// not know that of a value that is not large.
func (b *below) none(items int, s *schema.Schema, kind func(*schema.Schema) bool) bool {
	if b.all != nil {
		return b.lack(s)
	}
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
