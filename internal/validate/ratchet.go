package validate

import (
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/crdtool/crdtool/finding"
)

// Changed checks a JSON value against a schema as Value does, but forgives what
// is wrong where the value has not changed since it was stored. What it forgave
// is the second list, of which the server says nothing.
//
// It mirrors RatchetingSchemaValidator of pkg/apiserver/validation: a node
// reached through properties, additionalProperties, or the items of a list of
// type map is compared with what stands there in the old value, and if they are
// deeply equal, everything that is wrong at the node or below is forgiven. Nodes
// inside of junctors, and the items of all other lists, have no old value of
// their own. The correlation nil forgives nothing.
func Changed(base finding.Code, at *finding.Path, value any, s *spec.Schema, old *common.CorrelatedObject) (found, forgiven finding.List) {
	if old == nil {
		return Value(base, at, value, s), nil
	}
	result := (&ratchet{schema: s, old: old}).Validate(nil) // it has the value from old
	return findings(base, at, value, result.Errors), findings(base, at, value, result.Warnings)
}

// ratchet is the validator of a node that has an old value.
type ratchet struct {
	openapivalidate.ValueValidator // nil, for the methods that are not called

	schema *spec.Schema
	path   string
	old    *common.CorrelatedObject
}

func (r *ratchet) Validate(any) *openapivalidate.Result {
	follow := func(o *openapivalidate.SchemaValidatorOptions) {
		o.NewValidatorForField = r.field
		o.NewValidatorForIndex = r.index
	}
	result := openapivalidate.NewSchemaValidator(r.schema, nil, r.path, strfmt.Default, follow).Validate(r.old.Value)
	if result.IsValid() || !r.old.CachedDeepEqual() {
		return result
	}
	return new(openapivalidate.Result).MergeAsWarnings(result)
}

// Of what the validator says about a field or an item, the root of the schema is
// for references, which there are none of, and options it has none.

func (r *ratchet) field(name string, s *spec.Schema, _ any, path string, _ strfmt.Registry, _ ...openapivalidate.Option) openapivalidate.ValueValidator {
	// A change of the root's apiVersion can't be seen, for old and new were
	// converted to one version.
	if r.path == "" && (name == "kind" || name == "apiVersion") {
		return child(nil, s, path)
	}
	return child(r.old.Key(name), s, path)
}

func (r *ratchet) index(i int, s *spec.Schema, _ any, path string, _ strfmt.Registry, _ ...openapivalidate.Option) openapivalidate.ValueValidator {
	return child(r.old.Index(i), s, path)
}

func child(old *common.CorrelatedObject, s *spec.Schema, path string) openapivalidate.ValueValidator {
	if old == nil {
		return openapivalidate.NewSchemaValidator(s, nil, path, strfmt.Default)
	}
	return &ratchet{schema: s, path: path, old: old}
}
