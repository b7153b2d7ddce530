// Package defaulting applies the defaults of a schema to objects, and checks
// that the defaults are what the server accepts: pruned and valid.
package defaulting

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/schema"
)

// Apply sets the defaults of s in x, a JSON value, as Default of
// pkg/apiserver/schema/defaulting does: a field that is absent, or null and not
// nullable, takes a copy of its default; then the fields of what is there are
// looked at. Nothing is set below a field that stays absent.
func Apply(x any, s *schema.Schema) {
	if s == nil {
		return
	}
	switch x := x.(type) {
	case map[string]any:
		for _, p := range s.Properties.All() {
			if p.Schema.Default == nil {
				continue
			}
			if v, found := x[p.Name]; !found || unwantedNull(v, p.Schema) {
				x[p.Name] = runtime.DeepCopyJSONValue(p.Schema.Default)
			}
		}
		values := s.ValueSchema()
		for k, v := range x {
			if p := s.Property(k); p != nil {
				Apply(v, p)
				continue
			}
			if unwantedNull(v, values) {
				v = runtime.DeepCopyJSONValue(values.Default)
				x[k] = v
			}
			Apply(v, values)
		}
	case []any:
		items := s.ItemSchema()
		for i, v := range x {
			if unwantedNull(v, items) {
				x[i] = runtime.DeepCopyJSONValue(items.Default)
			}
			Apply(x[i], items)
		}
	}
}

func unwantedNull(v any, s *schema.Schema) bool { return v == nil && s != nil && !s.Nullable }
