package schemaread

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// Sums sum up the keywords of schemas in 64 bits. They are for one goroutine and one
// document; those of one seed can be compared.
type Sums struct {
	seed  maphash.Seed
	known map[*schema.Schema]uint64
}

// NewSums returns sums of a seed.
func NewSums(seed maphash.Seed) *Sums {
	return &Sums{seed: seed, known: map[*schema.Schema]uint64{}}
}

// of sums up what Reads.Node says.
func (t *Sums) of(s *schema.Schema) uint64 {
	sum, known := t.known[s]
	if !known {
		var w writer
		w.SetSeed(t.seed)
		w.keywords(s)
		sum = w.Sum64()
		t.known[s] = sum
	}
	return sum
}

// list sums up the names of the properties of a schema.
func (t *Sums) list(s *schema.Schema) uint64 {
	var w writer
	w.SetSeed(t.seed)
	for _, p := range s.Properties.All() {
		w.text(p.Name)
	}
	return w.Sum64()
}

// writer writes parts of schemas so that others are written otherwise: each text and list
// behind its length.
type writer struct{ maphash.Hash }

func (w *writer) number(n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	w.Write(b[:])
}

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	w.WriteString(s)
}

func (w *writer) texts(list []string) {
	w.number(uint64(len(list)))
	for _, s := range list {
		w.text(s)
	}
}

func (w *writer) flags(list ...bool) {
	for _, f := range list {
		if f {
			w.WriteByte(1)
		} else {
			w.WriteByte(0)
		}
	}
}

func optional[T any](w *writer, p *T, write func(T)) {
	w.flags(p != nil)
	if p != nil {
		write(*p)
	}
}

func (w *writer) float(f float64) { w.number(math.Float64bits(f)) }
func (w *writer) integer(n int64) { w.number(uint64(n)) }
func (w *writer) flag(f bool)     { w.flags(f) }

// value writes a value of JSON.
func (w *writer) value(v any) {
	switch v := v.(type) {
	case nil:
		w.WriteByte('0')
	case bool:
		w.WriteByte('b')
		w.flag(v)
	case int64:
		w.WriteByte('i')
		w.integer(v)
	case float64:
		w.WriteByte('f')
		w.float(v)
	case string:
		w.WriteByte('s')
		w.text(v)
	case []any:
		w.WriteByte('l')
		w.number(uint64(len(v)))
		for _, sub := range v {
			w.value(sub)
		}
	case map[string]any:
		w.WriteByte('m')
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		w.number(uint64(len(v)))
		for _, name := range names {
			w.text(name)
			w.value(v[name])
		}
	default:
		w.text(fmt.Sprintf("%T %v", v, v))
	}
}

// keywords writes what a schema says but for its properties, its items and the values of a
// map, of which it writes whether there are any, and which properties have defaults.
func (w *writer) keywords(s *schema.Schema) {
	w.own(s)
	w.flags(s.Properties != nil, s.Properties.Len() > 0)
	for _, p := range s.Properties.All() {
		if p.Schema != nil && p.Schema.Default != nil {
			w.text(p.Name)
		}
	}
	w.flags(s.Items != nil, s.ItemSchema() != nil, s.AdditionalProperties != nil, s.ValueSchema() != nil)
	if s.Items != nil {
		w.schemas(s.Items.Schemas)
	}
	if s.AdditionalProperties != nil {
		w.flag(s.AdditionalProperties.Allows)
	}
}

// all writes a schema and all inside of it.
func (w *writer) all(s *schema.Schema) {
	w.flags(s != nil)
	if s == nil {
		return
	}
	w.own(s)
	w.properties(s.Properties)
	w.flag(s.Items != nil)
	if s.Items != nil {
		w.all(s.Items.Schema)
		w.schemas(s.Items.Schemas)
	}
	w.either(s.AdditionalProperties)
}

func (w *writer) schemas(list []*schema.Schema) {
	w.flag(list != nil)
	w.number(uint64(len(list)))
	for _, s := range list {
		w.all(s)
	}
}

func (w *writer) properties(p *schema.Properties) {
	w.flag(p != nil)
	w.number(uint64(p.Len()))
	for _, p := range p.All() {
		w.text(p.Name)
		w.all(p.Schema)
	}
}

func (w *writer) either(s *schema.SchemaOrBool) {
	w.flag(s != nil)
	if s != nil {
		w.flag(s.Allows)
		w.all(s.Schema)
	}
}

// own writes the keywords whose values are no schemas, and those whose values apply to the
// same values. Descriptions and externalDocs are for people.
func (w *writer) own(s *schema.Schema) {
	for _, text := range [...]string{s.ID(), s.Schema(), s.Type, s.Format, s.Title(), s.Pattern} {
		w.text(text)
	}
	for _, text := range [...]*string{s.Ref(), s.XListType(), s.XMapType()} {
		optional(w, text, w.text)
	}
	w.flags(s.Nullable, s.ExclusiveMaximum, s.ExclusiveMinimum, s.UniqueItems, s.XEmbeddedResource, s.XIntOrString, s.Required != nil, s.Enum != nil)
	w.value(s.Default)
	w.value(s.Example())
	for _, n := range [...]*float64{s.Maximum, s.Minimum, s.MultipleOf()} {
		optional(w, n, w.float)
	}
	for _, n := range [...]*int64{s.MaxLength, s.MinLength, s.MaxItems, s.MinItems, s.MaxProperties(), s.MinProperties()} {
		optional(w, n, w.integer)
	}
	w.value(s.Enum)
	w.texts(s.Required)
	w.texts(s.XListMapKeys())
	optional(w, s.XPreserveUnknownFields, w.flag)
	w.schemas(s.AllOf())
	w.schemas(s.OneOf())
	w.schemas(s.AnyOf())
	w.all(s.Not)
	w.properties(s.PatternProperties())
	w.properties(s.Definitions())
	w.either(s.AdditionalItems())
	w.number(uint64(len(s.Dependencies())))
	for i := range s.Dependencies() {
		w.text(s.Dependencies()[i].Name)
		w.all(s.Dependencies()[i].Schema)
		w.texts(s.Dependencies()[i].Property)
	}
	w.number(uint64(len(s.XValidations())))
	for i := range s.XValidations() {
		r := &s.XValidations()[i]
		for _, text := range [...]string{r.Rule, r.Message, r.MessageExpression, r.FieldPath} {
			w.text(text)
		}
		optional(w, r.Reason, w.text)
		optional(w, r.OptionalOldSelf, w.flag)
	}
}
