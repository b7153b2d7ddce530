package sample

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// A builder builds values from schemas.
type builder struct {
	size      Size
	behaviour behaviour.Behaviour
}

// sized returns a builder of values of another size.
func (b *builder) sized(size Size) *builder {
	return &builder{size: size, behaviour: b.behaviour}
}

// A turn selects one of the possible values.
type turn struct {
	// name is the name of the field, which hints at plausible values.
	name string
	// nth is the index of the wanted value among those that fit a leaf.
	nth int
	// pick is the index of the branch of anyOf and oneOf.
	pick int
	// keys are the key fields of list items; they get nth, too.
	keys []string
}

// object builds a whole object of a version.
func (b *builder) object(spec *crd.Spec, v *crd.Version, root *schema.Schema) map[string]any {
	object := map[string]any{}
	if root != nil {
		if fields, ok := b.value([]*schema.Schema{root}, turn{}).(map[string]any); ok {
			object = fields
		}
		if v.HasStatus() {
			delete(object, "status") // the server ignores it on create
		}
	}
	name := "example"
	if root != nil && root.Property("metadata") != nil && root.Property("metadata").Property("name") != nil {
		name, _ = b.value([]*schema.Schema{root.Property("metadata").Property("name")}, turn{}).(string)
	}
	object["apiVersion"] = spec.Group + "/" + v.Name
	object["kind"] = spec.Names.Kind
	object["metadata"] = map[string]any{"name": name}
	return object
}

// value builds a value for schemas, or nil if they say nothing about it.
func (b *builder) value(schemas []*schema.Schema, t turn) any {
	sh := newShape(schemas, t.pick)
	switch sh.typ() {
	case "object":
		return b.fields(sh, t)
	case "array":
		return b.list(sh, t)
	case "":
		return map[string]any{}
	}
	return b.leaf(sh, t)
}

func (b *builder) fields(sh *shape, t turn) any {
	if d := sh.schemas[0].Default; d != nil && b.size == Minimal && t.pick == 0 {
		return runtime.DeepCopyJSONValue(d)
	}
	fields := map[string]any{}
	if sh.embedded() {
		fields["apiVersion"], fields["kind"] = "v1", "ConfigMap"
		fields["metadata"] = map[string]any{"name": "example"}
	}
	least := sh.least(func(s *schema.Schema) *int64 { return s.MinProperties() })
	most := sh.most(func(s *schema.Schema) *int64 { return s.MaxProperties() })
	full := b.size == Full
	names := sh.required // the values do not depend on their order
	if full || least > len(fields) {
		names = sh.properties()
	}
	for _, name := range names {
		if !sh.hasProperty(name) {
			continue
		}
		required := sh.listed[name]
		wanted := required || full || len(fields) < least
		if _, there := fields[name]; there || !wanted || sh.forbidden[name] || most >= 0 && len(fields) >= most && !required {
			continue
		}
		fields[name] = b.value(sh.property(name), t.below(name))
	}
	// A required field that is no property is an entry of the map.
	for _, name := range sh.required {
		if _, there := fields[name]; !there {
			if schemas := sh.property(name); schemas != nil {
				fields[name] = b.value(schemas, turn{name: name})
			}
		}
	}
	b.entries(sh, fields, least, most)
	return fields
}

// below returns the turn of a field of an object.
func (t *turn) below(name string) turn {
	next := turn{name: name}
	if slices.Contains(t.keys, name) {
		next.nth = t.nth
	}
	return next
}

// entries adds entries to a map.
func (b *builder) entries(sh *shape, fields map[string]any, least, most int) {
	var schemas []*schema.Schema
	for _, s := range sh.schemas {
		if v := s.ValueSchema(); v != nil && s.Properties.Len() == 0 {
			schemas = append(schemas, v)
		}
	}
	if schemas == nil {
		return
	}
	if b.size == Full {
		least = max(least, 1)
	}
	if most >= 0 {
		least = min(least, most)
	}
	for i := 0; len(fields) < least && i < maxItems; i++ {
		fields[numbered("example", i)] = b.value(schemas, turn{})
	}
}

// maxItems limits the items of lists, even if a schema requires more.
const maxItems = 64

func (b *builder) list(sh *shape, t turn) any {
	if d := sh.schemas[0].Default; d != nil && b.size == Minimal && t.pick == 0 {
		return runtime.DeepCopyJSONValue(d)
	}
	items := sh.items()
	length := max(1, sh.least(func(s *schema.Schema) *int64 { return s.MinItems }))
	if most := sh.most(func(s *schema.Schema) *int64 { return s.MaxItems }); most >= 0 {
		length = min(length, most)
	}
	list := []any{}
	for i := 0; items != nil && i < min(length, maxItems); i++ {
		next := turn{name: singular(t.name), nth: i}
		if sh.schemas[0].ListType() == "map" {
			next.keys = sh.schemas[0].XListMapKeys()
			next.nth += t.nth
		}
		list = append(list, b.value(items, next))
	}
	return list
}
