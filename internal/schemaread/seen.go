package schemaread

import (
	"cmp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// Seen is what was read of a schema. It holds no part of that.
type Seen struct {
	sum, list uint64
	listed    bool
	fields    []seenField
	items     *Seen
	values    *Seen
}

type seenField struct {
	name  string
	there bool
	seen  *Seen // nil if no more was read than whether it is there
}

// mostSeen is how many nodes are kept: of schemas that have more than that read there is
// hardly another that has all of it.
const mostSeen = 4096

// Seen returns what the reads have read below a schema, and its size in bytes; nil if that
// is very much.
func (r *Reads) Seen(root *schema.Schema, sums *Sums) (seen *Seen, size int) {
	k := keeper{Reads: r, sums: sums, left: mostSeen}
	seen = k.keep(root)
	if k.left < 0 {
		return nil, 0
	}
	return seen, k.size
}

type keeper struct {
	*Reads
	sums       *Sums
	left, size int
}

func (k *keeper) keep(s *schema.Schema) *Seen {
	if s == nil || k.left < 0 {
		return nil
	}
	n := k.of(s)
	if n == nil {
		return nil
	}
	k.left--
	seen := &Seen{sum: k.sums.of(s), listed: n.listed, items: k.keep(s.ItemSchema()), values: k.keep(s.ValueSchema())}
	if n.listed {
		seen.list = k.sums.list(s)
	}
	seen.fields = make([]seenField, 0, len(n.fields))
	for name := range n.fields {
		of := s.Property(name)
		seen.fields = append(seen.fields, seenField{strings.Clone(name), of != nil, k.keep(of)})
		k.size += 48 + len(name)
	}
	// Values of a default are read though nobody asked for the field.
	for _, p := range s.Properties.All() {
		if _, asked := n.fields[p.Name]; !asked && p.Schema != nil && k.of(p.Schema) != nil {
			seen.fields = append(seen.fields, seenField{strings.Clone(p.Name), true, k.keep(p.Schema)})
			k.size += 48 + len(p.Name)
		}
	}
	slices.SortFunc(seen.fields, func(a, b seenField) int { return cmp.Compare(a.name, b.name) })
	k.size += 80
	return seen
}

// In reports whether a schema has all of it, so that who reads that reads the same.
func (seen *Seen) In(s *schema.Schema, sums *Sums) bool {
	if seen == nil {
		return true
	}
	if s == nil || seen.sum != sums.of(s) || seen.listed && seen.list != sums.list(s) {
		return false
	}
	for i := range seen.fields {
		f := &seen.fields[i]
		if of := s.Property(f.name); (of != nil) != f.there || !f.seen.In(of, sums) {
			return false
		}
	}
	return seen.items.In(s.ItemSchema(), sums) && seen.values.In(s.ValueSchema(), sums)
}
