package defaulting

import (
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/prune"
	"github.com/crdtool/crdtool/schema"
)

// Prune returns the schema with its defaults as the server applies them: without
// fields that the schema does not know, and with the metadata of embedded
// resources coerced. The schema itself stays as it is; what does not change is
// shared with the result.
//
// A CRD with such a default is refused today. Old ones live on in clusters, and
// fields that ObjectMeta does not know are let pass. It mirrors PruneDefaults of
// pkg/apiserver/schema/defaulting.
func Prune(s *schema.Schema) *schema.Schema {
	if s == nil {
		return nil
	}
	p := pruner{root: s}
	return p.node(s, nil)
}

type pruner struct{ root *schema.Schema }

// node returns s, to which steps lead from the root, or the copy that replaces it.
func (p *pruner) node(s *schema.Schema, steps []step) *schema.Schema {
	out := s
	change := func() *schema.Schema {
		if out == s {
			c := *s
			out = &c
		}
		return out
	}
	if s.Default != nil {
		if pruned := p.prune(s.Default, steps); !reflect.DeepEqual(pruned, s.Default) {
			change().Default = pruned
		}
	}
	if values := s.ValueSchema(); values != nil {
		// The name is that of no property, so that additionalProperties apply.
		if c := p.node(values, append(steps, step{field: "*"})); c != values {
			ap := *s.AdditionalProperties
			ap.Schema = c
			change().AdditionalProperties = &ap
		}
	}
	if items := s.ItemSchema(); items != nil {
		if c := p.node(items, append(steps, step{item: true})); c != items {
			change().Items = &schema.Items{Schema: c}
		}
	}
	var properties []schema.Property
	for i, prop := range s.Properties.All() {
		c := p.node(prop.Schema, append(steps, step{field: prop.Name}))
		if c == prop.Schema {
			continue
		}
		if properties == nil {
			properties = append(properties, s.Properties.All()...)
		}
		properties[i].Schema = c
	}
	if properties != nil {
		change().Properties = schema.NewProperties(properties)
	}
	return out
}

// prune puts a default where steps lead in an otherwise empty object, prunes
// that, and returns what is left of the default.
func (p *pruner) prune(value any, steps []step) any {
	value = enclose(runtime.DeepCopyJSONValue(value), steps)
	object, ok := value.(map[string]any)
	if !ok {
		return value // the default of a root is an object in every CRD that is served
	}
	_ = validate.CoerceMeta(code.DefaultInvalid, nil, object, p.root, true, true) // drops what it can't read
	prune.Unknown(object, p.root, true)
	for _, s := range steps {
		switch v := value.(type) {
		case map[string]any:
			value = v[s.field]
		case []any:
			value = v[0]
		default:
			return nil
		}
	}
	return value
}
