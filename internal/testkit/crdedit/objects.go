package crdedit

import (
	"math"
	"math/rand"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/schema"
)

// Maker makes values that schemas are likely to take, or to refuse by little.
type Maker struct {
	*rand.Rand
	strings map[string][]string // by pattern
}

// NewMaker returns a Maker.
func NewMaker(r *rand.Rand) *Maker { return &Maker{Rand: r, strings: map[string][]string{}} }

// in is true once in n times.
func (m *Maker) in(n int) bool { return m.Intn(n) == 0 }

// Value makes a value of a schema.
func (m *Maker) Value(s *schema.Schema, depth int) any {
	if s == nil {
		return pick[any](m.Rand, "example", int64(1), true, map[string]any{"example": "a"}, []any{"a"})
	}
	if m.in(40) {
		return pick[any](m.Rand, nil, "example", int64(1), 1.5, false, map[string]any{}, []any{})
	}
	if m.in(20) && s.Nullable {
		return nil
	}
	s = m.branched(s)
	if len(s.Enum) > 0 && !m.in(8) {
		return runtime.DeepCopyJSONValue(pick(m.Rand, s.Enum...))
	}
	typ := s.Type
	if s.XIntOrString {
		typ = pick(m.Rand, "integer", "string")
	}
	if typ == "" {
		switch {
		case s.Properties.Len() > 0 || s.AdditionalProperties != nil:
			typ = "object"
		default:
			typ = pick(m.Rand, "string", "integer", "array", "object")
		}
	}
	switch typ {
	case "string":
		return m.text(s)
	case "integer", "number":
		return m.number(s, typ)
	case "boolean":
		return m.in(2)
	case "array":
		return m.list(s, depth)
	}
	return m.object(s, depth)
}

// branched is a schema with what a branch of its junctors says.
func (m *Maker) branched(s *schema.Schema) *schema.Schema {
	for _, list := range [][]*schema.Schema{s.AllOf(), s.AnyOf(), s.OneOf()} {
		if len(list) == 0 || m.in(4) {
			continue
		}
		b := pick(m.Rand, list...)
		c := *s
		or := func(to **int64, from *int64) {
			if from != nil {
				*to = from
			}
		}
		if len(b.Enum) > 0 {
			c.Enum = b.Enum
		}
		if b.Pattern != "" {
			c.Pattern = b.Pattern
		}
		if b.Type != "" && s.Type == "" && !s.XIntOrString {
			c.Type = b.Type
		}
		if b.Maximum != nil {
			c.Maximum = b.Maximum
		}
		if b.Minimum != nil {
			c.Minimum = b.Minimum
		}
		or(&c.MaxLength, b.MaxLength)
		or(&c.MinLength, b.MinLength)
		or(&c.MaxItems, b.MaxItems)
		or(&c.MinItems, b.MinItems)
		or(&c.OwnRare().MaxProperties, b.MaxProperties())
		or(&c.OwnRare().MinProperties, b.MinProperties())
		c.Required = append(append([]string(nil), s.Required...), b.Required...)
		s = &c
	}
	return s
}

func (m *Maker) text(s *schema.Schema) string {
	if s.Format != "" && !m.in(3) {
		return pick(m.Rand, formats[s.Format], formats[s.Format], "example", "")
	}
	if s.Pattern != "" && !m.in(6) {
		known, found := m.strings[s.Pattern]
		if !found {
			if re := regexshape.Parse(s.Pattern); re != nil {
				known = regexshape.Samples(re)
			}
			m.strings[s.Pattern] = known
		}
		if len(known) > 0 {
			return pick(m.Rand, known...)
		}
	}
	least, most := int64(0), int64(8)
	if s.MinLength != nil {
		least = *s.MinLength
	}
	if s.MaxLength != nil {
		most = *s.MaxLength
	}
	if m.in(3) {
		n := pick(m.Rand, least, least-1, most, most+1)
		if n >= 0 && n < 2000 {
			return strings.Repeat(pick(m.Rand, "a", "a", "é"), int(n))
		}
	}
	return pick(m.Rand, "a", "b", "example", "x-1", "", "Always", "1", "a.b", "ab/c", "5Gi")
}

var formats = map[string]string{
	"date": "2020-02-02", "date-time": "2020-02-02T10:00:00Z", "ipv4": "10.0.0.1", "ipv6": "::1", "cidr": "10.0.0.0/8", "uuid": "123e4567-e89b-42d3-a456-426614174000",
	"uuid4": "123e4567-e89b-42d3-a456-426614174000", "uri": "https://example.com", "hostname": "example.com", "email": "a@example.com", "byte": "YQ==", "duration": "5s",
}

func (m *Maker) number(s *schema.Schema, typ string) any {
	near := []float64{0, 1, -1, 2, 3, 6}
	for _, b := range []*float64{s.Maximum, s.Minimum, s.MultipleOf()} {
		if b != nil {
			near = append(near, *b, *b+1, *b-1, *b*2, math.Trunc(*b))
			if typ == "number" {
				near = append(near, *b+0.5, *b-0.5)
			}
		}
	}
	if s.Format != "" && m.in(3) || m.in(20) {
		near = append(near, math.MaxInt32, math.MaxInt32+1, 1<<40)
	}
	f := pick(m.Rand, near...)
	if typ == "integer" && f != math.Trunc(f) && !m.in(10) {
		f = math.Trunc(f)
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

func (m *Maker) list(s *schema.Schema, depth int) any {
	n := pick(m.Rand, int64(0), 1, 1, 2)
	if s.MinItems != nil {
		n = pick(m.Rand, *s.MinItems, *s.MinItems+1, *s.MinItems-1, *s.MinItems)
	}
	if s.MaxItems != nil && m.in(3) {
		n = pick(m.Rand, *s.MaxItems, *s.MaxItems+1)
	}
	list := []any{}
	for i := int64(0); i < min(n, 12) && depth > -6; i++ {
		if i > 0 && m.in(6) {
			list = append(list, runtime.DeepCopyJSONValue(list[0]))
			continue
		}
		list = append(list, m.Value(s.ItemSchema(), depth-1))
	}
	return list
}

func (m *Maker) object(s *schema.Schema, depth int) any {
	o := map[string]any{}
	if s.XEmbeddedResource {
		o["apiVersion"], o["kind"] = "v1", "Example"
	}
	chance := 3
	if depth <= 0 {
		chance = 12
	}
	for _, p := range s.Properties.All() {
		if depth <= -6 {
			break
		}
		if m.in(chance) {
			o[p.Name] = m.Value(p.Schema, depth-1)
		}
	}
	for _, name := range s.Required {
		if p := s.Property(name); p != nil && o[name] == nil && !m.in(30) && depth > -6 {
			o[name] = m.Value(p, depth-1)
		}
	}
	if v := s.ValueSchema(); v != nil {
		for range m.Intn(3) {
			o[pick(m.Rand, "a", "b", "example", "key")] = m.Value(v, depth-1)
		}
	}
	if (s.PreservesUnknownFields() || s.XEmbeddedResource) && m.in(2) || s.AdditionalProperties != nil && s.AdditionalProperties.Allows && s.ValueSchema() == nil {
		o[pick(m.Rand, "a", "example", "extra")] = m.Value(nil, 0)
	}
	return o
}

// Put puts a value at the place to which a way leads, into the first items of lists and
// some values of maps, and makes what it stands in. It reports whether it could.
func (m *Maker) Put(o map[string]any, root *schema.Schema, way []Step, v func(was any) (any, bool)) bool {
	var in func(is any, s *schema.Schema, way []Step) (any, bool)
	in = func(is any, s *schema.Schema, way []Step) (any, bool) {
		if len(way) == 0 {
			return v(is)
		}
		step := way[0]
		if step.Item {
			list, _ := is.([]any)
			list = append([]any(nil), list...)
			var below *schema.Schema
			if s != nil {
				below = s.ItemSchema()
			}
			if len(list) == 0 {
				list = append(list, m.needed(below, 4))
			}
			e, ok := in(list[0], below, way[1:])
			if list[0] = e; e == nothing {
				list = list[1:]
			}
			return list, ok
		}
		object, isObject := is.(map[string]any)
		if !isObject {
			object = map[string]any{}
			if n, ok := m.needed(s, 4).(map[string]any); ok {
				object = n
			}
		}
		name := step.Name
		var below *schema.Schema
		if s != nil {
			below = s.Property(name)
		}
		if step.Value {
			name = pick(m.Rand, "a", "example")
			for k := range object {
				name = min(name, k)
			}
			if s != nil {
				below = s.ValueSchema()
			}
		}
		e, there := object[name]
		if !there && len(way) > 1 {
			e = m.needed(below, 4)
		}
		e, ok := in(e, below, way[1:])
		if e == nothing {
			delete(object, name)
		} else {
			object[name] = e
		}
		return object, ok
	}
	_, ok := in(o, root, way)
	return ok
}

// nothing is what Put takes for the absence of a value.
var nothing any = new(int)

// Nothing stands for the absence of a value.
func Nothing() any { return nothing }

// needed makes a value with what is required alone.
func (m *Maker) needed(s *schema.Schema, depth int) any {
	if s == nil {
		return map[string]any{}
	}
	switch {
	case s.Type == "object" || s.Type == "" && !s.XIntOrString:
		o := map[string]any{}
		if s.XEmbeddedResource {
			o["apiVersion"], o["kind"] = "v1", "Example"
		}
		for _, name := range s.Required {
			if p := s.Property(name); p != nil && depth > 0 {
				o[name] = m.needed(p, depth-1)
			}
		}
		return o
	case s.Type == "array":
		list := []any{}
		if s.MinItems != nil && depth > 0 {
			for range min(*s.MinItems, 5) {
				list = append(list, m.needed(s.ItemSchema(), depth-1))
			}
		}
		return list
	}
	v := m.Value(s, 0)
	if v == nil {
		return "example"
	}
	return v
}
