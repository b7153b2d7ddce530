package celrule

import (
	"encoding/binary"
	"slices"

	apiservercel "k8s.io/apiserver/pkg/cel"
)

// shape is the number of a type. Types have the same shape if expressions compile alike and cost the same with them.
type shape int32

// shapes numbers types by kind, sizes and the shapes of their parts.
type shapes struct {
	byContent map[string]shape
	scratch   []byte
}

func newShapes() shapes { return shapes{byContent: map[string]shape{}} }

// of returns the shape of a type. known caches the shapes of types, as many types contain the same one.
func (s *shapes) of(t *apiservercel.DeclType, known map[*apiservercel.DeclType]shape) shape {
	if n, ok := known[t]; ok {
		return n
	}
	n := s.number(t, known)
	known[t] = n
	return n
}

func (s *shapes) number(t *apiservercel.DeclType, known map[*apiservercel.DeclType]shape) shape {
	var names []string
	var parts []shape
	if t.KeyType != nil {
		parts = append(parts, s.of(t.KeyType, known))
	}
	if t.ElemType != nil {
		parts = append(parts, s.of(t.ElemType, known))
	}
	if len(t.Fields) > 0 {
		names = make([]string, 0, len(t.Fields))
		for name := range t.Fields {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			parts = append(parts, s.of(t.Fields[name].Type, known))
		}
	}
	b := append(s.scratch[:0], t.TypeName()...)
	b = append(b, 0)
	b = binary.AppendVarint(b, t.MaxElements)
	b = binary.AppendVarint(b, t.MinSerializedSize)
	b = binary.AppendVarint(b, int64(len(names)))
	for _, p := range parts {
		b = binary.AppendVarint(b, int64(p))
	}
	for _, name := range names {
		b = append(append(b, name...), 0)
	}
	s.scratch = b
	if n, ok := s.byContent[string(b)]; ok {
		return n
	}
	n := shape(len(s.byContent))
	s.byContent[string(b)] = n
	return n
}
