package schema

import "sync"

// Slabs make schemas many at a time, which is quicker, and may have their memory used
// again, which saves the collector the search for it. The zero Slabs is ready.
type Slabs struct {
	rest  []Schema
	taken []*slab
	few   int // that were made one by one
}

// slab fills 32 KiB, the largest of the sizes that the runtime allocates quickly.
type slab [136]Schema

// fewSchemas is how many are made before there is a slab, which small CRDs do without.
const fewSchemas = 16

var used = sync.Pool{New: func() any { return new(slab) }}

// schema returns an empty schema.
func (s *Slabs) schema() *Schema {
	if s.few < fewSchemas {
		s.few++
		return new(Schema)
	}
	if len(s.rest) == 0 {
		next := used.Get().(*slab)
		s.taken = append(s.taken, next)
		s.rest = next[:]
	}
	one := &s.rest[0]
	s.rest = s.rest[1:]
	return one
}

// unmake takes a schema back, to be made again, if it is the last one that was made and no
// other is in its memory.
func (s *Slabs) unmake(last *Schema) {
	if len(s.taken) == 0 {
		return
	}
	in := s.taken[len(s.taken)-1]
	if len(s.rest) == len(in) && len(s.taken) > 1 {
		used.Put(in) // nothing in it was made
		s.taken = s.taken[:len(s.taken)-1]
		in, s.rest = s.taken[len(s.taken)-1], nil
	}
	i := len(in) - len(s.rest) - 1
	if i < 0 || &in[i] != last {
		return
	}
	*last = Schema{}
	s.rest = in[i:]
}

// Release gives the schemas up, for others to be read into. Nobody may have any left.
func (s *Slabs) Release() {
	for _, t := range s.taken {
		clear(t[:])
		used.Put(t)
	}
	*s = Slabs{}
}
