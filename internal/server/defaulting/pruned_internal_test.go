package defaulting

import (
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

// TestPrunedItems: where undeclared fields are kept, so are those of items, but not those of
// what the items declare.
func TestPrunedItems(t *testing.T) {
	yes := true
	object := func(of *schema.Schema) *schema.Schema {
		return &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: of}})}
	}
	items := &schema.Items{Schema: object(object(&schema.Schema{Type: "string"}))}
	type fields = map[string]any
	for _, c := range []struct {
		value any
		items *schema.Items
		want  bool
	}{
		{[]any{fields{"a": fields{"a": "x"}}}, items, true},
		{[]any{fields{"b": "x"}}, items, true},
		{[]any{fields{"a": fields{"b": "x"}}}, items, false},
		{[]any{fields{"a": fields{"b": "x"}}}, nil, true},
	} {
		n := &schema.Node{Schema: &schema.Schema{XPreserveUnknownFields: &yes, Items: c.items, Default: c.value}}
		if got := pruned(n, false); got != c.want {
			t.Errorf("%v: %t", c.value, got)
		}
	}
}

// TestDefaultsAlone: where it is said to make no difference what is around a default, it makes
// none.
func TestDefaultsAlone(t *testing.T) {
	const free = "x-kubernetes-preserve-unknown-fields: true"
	const resource = "type: object, x-kubernetes-embedded-resource: true, " + free
	for text, want := range map[string]bool{
		"{properties: {a: {type: string, default: x}}}":                                                                                                                  true,
		"{properties: {a: {type: integer, default: 1}}}":                                                                                                                 true,
		"{properties: {a: {type: object, " + free + ", default: {b: {c: 1}}}}}":                                                                                          true,
		"{properties: {a: {type: array, " + free + ", default: [{b: {c: 1}}]}}}":                                                                                         true,
		"{properties: {a: {type: array, items: {type: object, " + free + ", default: {b: 1}}}}}":                                                                         true,
		"{properties: {a: {properties: {metadata: {type: string, default: x}}}}}":                                                                                        true,
		"{properties: {a: {type: object, default: {b: 1}}}}":                                                                                                             true,
		"{properties: {a: {type: object, default: {}}}}":                                                                                                                 true,
		"{properties: {a: {type: array, items: {type: object}, default: []}}}":                                                                                           true,
		"{properties: {a: {type: array, items: {type: string}, default: [x]}}}":                                                                                          true,
		"{properties: {a: {additionalProperties: {type: object, default: {}}}}}":                                                                                         true,
		"{properties: {metadata: {type: object, default: {}}}}":                                                                                                          false,
		"{properties: {a: {" + resource + ", default: {}}}}":                                                                                                             false,
		"{type: object, default: {}}":                                                                                                                                    false,
		"{properties: {a: {type: object, properties: {b: {type: object}}, " + free + ", default: {b: {c: 1}}}}}":                                                         true,
		"{properties: {a: {type: object, additionalProperties: {type: object}, " + free + ", default: {b: {c: 1}}}}}":                                                    true,
		"{properties: {a: {type: array, items: {type: object}, " + free + ", default: [{b: 1}]}}}":                                                                       true,
		"{properties: {a: {type: object, additionalProperties: {type: string, default: x}}}}":                                                                            true,
		"{properties: {a: {" + resource + ", default: {metadata: {b: 1}}}}}":                                                                                             false,
		"{properties: {a: {" + resource + ", properties: {metadata: {properties: {b: {type: string, default: x}}}}}}}":                                                   false,
		"{properties: {a: {type: array, items: {" + resource + ", properties: {kind: {type: integer, default: 1}}}}}}":                                                   false,
		"{properties: {a: {additionalProperties: {" + resource + "}}, b: {type: string, default: x}}}":                                                                   false,
		"{properties: {metadata: {properties: {b: {type: string, default: x}}}}}":                                                                                        false,
		"{properties: {kind: {type: integer, default: 1}}}":                                                                                                              false,
		"{properties: {apiVersion: {type: integer, default: 1}}}":                                                                                                        false,
		"{" + free + ", default: {b: {c: 1}}}":                                                                                                                           false,
		"{properties: {a: {properties: {b: {type: object, " + free + ", default: {c: 1}}}}}}":                                                                            true,
		"{properties: {a: {type: array, " + free + ", items: {type: object, default: {b: 1}}}}}":                                                                         false,
		"{properties: {a: {type: array, " + free + ", items: {type: array, items: {type: object, default: {b: 1}}}}}}":                                                   false,
		"{properties: {a: {type: array, items: {type: array, items: {type: object, default: {b: 1}}}}}}":                                                                 true,
		"{properties: {a: {type: object, properties: {\"*\": {type: object}}, additionalProperties: {type: object, properties: {b: {type: string}}, default: {b: x}}}}}": false,
		"{properties: {a: {type: object, x-kubernetes-preserve-unknown-fields: false, default: {b: 1}}}}":                                                                true,
	} {
		root := parse(t, text)
		p := pruner{root: root}
		seen := 0
		rewriter{func(s *schema.Schema, steps []step) (any, bool) {
			seen++
			if got := p.alone(steps); got != want {
				t.Errorf("%s: it is alone: %t", text, got)
			}
			v, changed := p.prune(s, steps)
			in, changes := p.pruned(s, steps)
			if !reflect.DeepEqual(v, in) || changed != changes {
				t.Errorf("%s: it is %v, and %v in an object", text, v, in)
			}
			return s.Default, false
		}}.node(root, nil)
		if seen != 1 {
			t.Errorf("%s has %d defaults", text, seen)
		}
	}
}
