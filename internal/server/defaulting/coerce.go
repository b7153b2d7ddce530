package defaulting

import (
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
	"k8s.io/apimachinery/pkg/runtime"
)

// Coerce returns the schema with its defaults as error messages print them: the server's check of defaults has coerced
// the metadata of embedded resources. The argument is not changed.
func Coerce(s *schema.Schema) *schema.Schema {
	return rewriter{func(s *schema.Schema, steps []step) (any, bool) {
		value := runtime.DeepCopyJSONValue(s.Default)
		_ = new(validate.MetaCoercer).Coerce(nil, value, s, len(steps) == 0) // stops at invalid metadata
		return value, !jsonvalue.Equal(value, s.Default)
	}}.node(s, nil)
}
