package sample

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A place is the path to a value in an object.
type place []finding.Segment

func (p place) child(name string) place {
	return append(slices.Clip(p), finding.Segment{Name: name})
}

func (p place) index(i int) place {
	return append(slices.Clip(p), finding.Segment{Index: i, IsIndex: true})
}

// name returns the name of the last field on the path.
func (p place) name() string {
	for i := len(p) - 1; i >= 0; i-- {
		if !p[i].IsIndex {
			return p[i].Name
		}
	}
	return ""
}

// String returns the place as people write it: spec.ports[0].name.
func (p place) String() string {
	var b strings.Builder
	for _, s := range p {
		switch {
		case s.IsIndex:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		case b.Len() == 0:
			b.WriteString(s.Name)
		default:
			b.WriteString("." + s.Name)
		}
	}
	return b.String()
}

// at returns the value at a place.
func at(v any, p place) (any, bool) { return jsonvalue.At(v, p) }

// put sets the value at a place whose parent exists. It returns the changed container.
func put(in any, p place, v any) any {
	if len(p) == 0 {
		return v
	}
	switch in := in.(type) {
	case map[string]any:
		if !p[0].IsIndex {
			in[p[0].Name] = put(in[p[0].Name], p[1:], v)
		}
	case []any:
		if p[0].IsIndex && p[0].Index < len(in) {
			in[p[0].Index] = put(in[p[0].Index], p[1:], v)
		}
	}
	return in
}

// remove removes the value at a place. It returns the changed container.
func remove(in any, p place) any {
	switch in := in.(type) {
	case map[string]any:
		if len(p) == 1 {
			delete(in, p[0].Name)
		} else if next, there := in[p[0].Name]; there {
			in[p[0].Name] = remove(next, p[1:])
		}
	case []any:
		i := p[0].Index
		if !p[0].IsIndex || i >= len(in) {
			return in
		}
		if len(p) == 1 {
			return slices.Delete(in, i, i+1)
		}
		in[i] = remove(in[i], p[1:])
		return in
	}
	return in
}
