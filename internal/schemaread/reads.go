// Package schemaread notes what was read of a schema, so that what was worked out from it
// holds for each other schema that has the same there.
package schemaread

import "github.com/crdtool/crdtool/schema"

// Reads are the parts of a schema that were read. The nil Reads notes nothing. It is for
// one goroutine.
type Reads struct {
	nodes map[*schema.Schema]*read
	// parts are other reads that belong to it.
	parts []*Reads
}

// A read is what was read of a node beside its own keywords, which are all read together:
// whether it has some properties, and whether it has others.
type read struct {
	fields map[string]struct{}
	listed bool
}

// New returns reads of nothing.
func New() *Reads { return &Reads{nodes: map[*schema.Schema]*read{}} }

// Add adds what others are.
func (r *Reads) Add(part *Reads) {
	if r != nil && part != nil && part != r {
		r.parts = append(r.parts, part)
	}
}

// Node notes that the keywords of a schema were read, those inside of its junctors and its
// defaults among them.
func (r *Reads) Node(s *schema.Schema) {
	if r != nil && s != nil {
		r.node(s)
	}
}

func (r *Reads) node(s *schema.Schema) *read {
	n := r.nodes[s]
	if n == nil {
		n = new(read)
		r.nodes[s] = n
		for _, p := range s.Properties.All() {
			if p.Schema != nil && p.Schema.Default != nil {
				r.value(p.Schema, p.Schema.Default) // every object has it
			}
		}
	}
	return n
}

// Field notes that it was asked whether a schema has a property.
func (r *Reads) Field(s *schema.Schema, name string) {
	if r != nil && s != nil {
		r.field(r.node(s), name)
	}
}

func (r *Reads) field(n *read, name string) {
	if n.fields == nil {
		n.fields = map[string]struct{}{}
	}
	n.fields[name] = struct{}{}
}

// List notes that the names of all properties of a schema were read, in their order.
func (r *Reads) List(s *schema.Schema) {
	if r != nil && s != nil {
		r.node(s).listed = true
	}
}

// Value notes what a server reads that takes a value: the keywords of what is there.
func (r *Reads) Value(s *schema.Schema, value any) {
	if r != nil && s != nil {
		r.value(s, value)
	}
}

func (r *Reads) value(s *schema.Schema, value any) {
	n := r.node(s)
	switch v := value.(type) {
	case map[string]any:
		for name, sub := range v {
			r.field(n, name)
			of := s.Property(name)
			if of == nil {
				of = s.ValueSchema()
			}
			if of != nil {
				r.value(of, sub)
			}
		}
	case []any:
		if of := s.ItemSchema(); of != nil {
			for _, sub := range v {
				r.value(of, sub)
			}
		}
	}
}

// of is what was read of a schema; nil if nothing was.
func (r *Reads) of(s *schema.Schema) *read {
	all := r.nodes[s]
	shared := true // with the reads
	for _, part := range r.parts {
		n := part.of(s)
		if n == nil {
			continue
		}
		if all == nil {
			all = n
			continue
		}
		if shared {
			both := &read{listed: all.listed}
			for name := range all.fields {
				r.field(both, name)
			}
			all, shared = both, false
		}
		all.listed = all.listed || n.listed
		for name := range n.fields {
			r.field(all, name)
		}
	}
	return all
}
