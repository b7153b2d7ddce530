package validate

import (
	"reflect"

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
	result := (&ratchet{schema: s, formats: strfmt.Default, old: old}).Validate(value)
	return findings(base, at, value, result.Errors), findings(base, at, value, result.Warnings)
}

// ratchet is the validator of a node that has an old value.
type ratchet struct {
	schema  *spec.Schema
	root    any
	path    string
	formats strfmt.Registry
	options []openapivalidate.Option
	old     *common.CorrelatedObject
}

func (r *ratchet) Validate(any) *openapivalidate.Result {
	follow := func(o *openapivalidate.SchemaValidatorOptions) {
		o.NewValidatorForField = r.field
		o.NewValidatorForIndex = r.index
	}
	options := append([]openapivalidate.Option{follow}, r.options...)
	result := openapivalidate.NewSchemaValidator(r.schema, r.root, r.path, r.formats, options...).Validate(r.old.Value)
	if result.IsValid() || !r.old.CachedDeepEqual() {
		return result
	}
	return new(openapivalidate.Result).MergeAsWarnings(result)
}

func (r *ratchet) field(name string, s *spec.Schema, root any, path string, formats strfmt.Registry, options ...openapivalidate.Option) openapivalidate.ValueValidator {
	// A change of the root's apiVersion can't be seen, for old and new were
	// converted to one version.
	typeMeta := r.path == "" && (name == "kind" || name == "apiVersion")
	return child(r.old.Key(name), typeMeta, s, root, path, formats, options)
}

func (r *ratchet) index(i int, s *spec.Schema, root any, path string, formats strfmt.Registry, options ...openapivalidate.Option) openapivalidate.ValueValidator {
	return child(r.old.Index(i), false, s, root, path, formats, options)
}

func child(old *common.CorrelatedObject, strict bool, s *spec.Schema, root any, path string, formats strfmt.Registry, options []openapivalidate.Option) openapivalidate.ValueValidator {
	if old == nil || strict {
		return openapivalidate.NewSchemaValidator(s, root, path, formats, options...)
	}
	return &ratchet{s, root, path, formats, options, old}
}

// SetPath and Applies make a ratchet a validator among others; the package that
// asks for them does not call them.
func (r *ratchet) SetPath(string) {}

// Applies is true for everything.
func (r *ratchet) Applies(any, reflect.Kind) bool { return true }
