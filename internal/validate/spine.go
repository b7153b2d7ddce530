package validate

import (
	"reflect"
	"slices"
	"strings"

	"k8s.io/apiserver/pkg/cel/common"
	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"
)

// spine is the validator of a node that is reached without a junctor: through
// properties, additionalProperties and items. It is the server's validator but for
// what that does with the errors of the nodes below: at each level it compares every
// error with every other, to leave out those that are there already, which takes
// seconds for some thousand wrong items. A spine hands its errors on by itself, and
// lets the validator of the node above see at most one that stands for them all.
type spine struct {
	schema *spec.Schema
	path   string
	old    *common.CorrelatedObject // nil for none
	above  *wrongs
	// propertiesEnd says that too few or too many properties end the validation of an
	// object. Inside of junctors they don't.
	propertiesEnd bool
}

// wrongs are the errors of a node in the server's order.
type wrongs struct {
	path     string
	own      []error
	below    []*wrongs
	first    int  // how many of its own come before those below
	seen     bool // the validator has been told that there are some below
	forgiven bool // the node has not changed: they are no more than warnings
}

// belowHere stands among the errors of a node for those of the nodes below it, which
// the validator looks at one after the other.
type belowHere struct{}

func (belowHere) Error() string { return "\x00below" }

// collect validates a value and returns the errors, each text once, and those that
// are forgiven.
func collect(s *spine, value any) (found, forgiven []error) {
	var all wrongs
	s.above = &all
	s.Validate(value)
	var lists [2]distinct
	for _, w := range all.below {
		w.addTo(&lists, 0)
	}
	return lists[0].errs, lists[1].errs
}

// addTo adds the errors of a node and of those below to the first or the second of
// two lists, those that are forgiven always to the second.
func (w *wrongs) addTo(lists *[2]distinct, to int) {
	first := w.first
	if w.forgiven {
		to, first = 1, len(w.own)
	}
	for _, err := range w.own[:first] {
		lists[to].add(err)
	}
	for _, b := range w.below {
		b.addTo(lists, to)
	}
	for _, err := range w.own[first:] {
		lists[to].add(err)
	}
}

// distinct is errors of different texts.
type distinct struct {
	errs []error
	said map[string]bool
}

func (d *distinct) add(err error) {
	text := err.Error()
	if d.said[text] {
		return
	}
	if d.said == nil {
		d.said = map[string]bool{}
	}
	d.said[text] = true
	d.errs = append(d.errs, err)
}

// Validate hands the errors of a value to the node above. If there are any, it returns
// one, unless a node beside it has done so before.
func (s *spine) Validate(value any) *openapivalidate.Result {
	here := &wrongs{path: s.path}
	schema, missing := s.required(value)
	if s.propertiesEnd {
		if limits := limitsBroken(s.schema, value); limits != nil {
			schema, missing = limits, nil
		}
	}
	schema = present(schema, value)
	result := openapivalidate.NewSchemaValidator(schema, nil, s.path, strfmt.Default, s.follow(here)).Validate(value)
	for _, err := range result.Errors {
		if err == (belowHere{}) {
			here.first = len(here.own)
		} else {
			here.own = append(here.own, err)
		}
	}
	here.own = append(here.own, missing...)
	if len(here.own) == 0 && len(here.below) == 0 {
		return nil
	}
	if _, isMap := value.(map[string]any); isMap {
		// The validator takes them as they come, in another order each time.
		slices.SortFunc(here.below, func(a, b *wrongs) int { return strings.Compare(a.path, b.path) })
		sortForbidden(here.own)
	}
	here.forgiven = s.old.CachedDeepEqual()
	s.above.below = append(s.above.below, here)
	if s.above.seen {
		return nil
	}
	s.above.seen = true
	return &openapivalidate.Result{Errors: []error{belowHere{}}}
}

// sortForbidden puts the errors about forbidden fields in order, where several stand in a row.
func sortForbidden(errs []error) {
	forbidden := func(err error) bool {
		v, ok := err.(*openapierrors.Validation)
		return ok && v.Code() == openapierrors.UnallowedPropertyCode
	}
	for i := 0; i < len(errs); i++ {
		end := i
		for end < len(errs) && forbidden(errs[end]) {
			end++
		}
		if end > i {
			slices.SortFunc(errs[i:end], func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
			i = end
		}
	}
}

// follow makes spines the validators of the nodes below. Of what the validator says
// of a node, the root of the schema is for references, which there are none of, and it
// has no options.
func (s *spine) follow(here *wrongs) openapivalidate.Option {
	return func(o *openapivalidate.SchemaValidatorOptions) {
		o.NewValidatorForField = func(name string, schema *spec.Schema, _ any, path string, _ strfmt.Registry, _ ...openapivalidate.Option) openapivalidate.ValueValidator {
			// A change of the root's apiVersion can't be seen, for old and new were
			// converted to one version.
			old := s.old.Key(name)
			if s.path == "" && (name == "kind" || name == "apiVersion") {
				old = nil
			}
			return &spine{schema: schema, path: path, old: old, above: here, propertiesEnd: s.propertiesEnd}
		}
		o.NewValidatorForIndex = func(i int, schema *spec.Schema, _ any, path string, _ strfmt.Registry, _ ...openapivalidate.Option) openapivalidate.ValueValidator {
			return &spine{schema: schema, path: path, old: s.old.Index(i), above: here, propertiesEnd: s.propertiesEnd}
		}
	}
}

// manyRequired is the number of required fields from which a spine looks for them
// itself, for the validator compares the errors for them with each other too.
const manyRequired = 64

// required returns the schema of the node and no errors; or, if it requires many
// fields, the schema without that keyword, and the errors for fields that are
// missing. They are the last of a node.
func (s *spine) required(value any) (*spec.Schema, []error) {
	object, ok := value.(map[string]any)
	if !ok || len(s.schema.Required) < manyRequired {
		return s.schema, nil
	}
	schema := *s.schema
	schema.Required = nil
	var missing []error
	for _, name := range s.schema.Required {
		if _, ok := object[name]; !ok {
			missing = append(missing, openapierrors.Required(s.path+"."+name, "body"))
		}
	}
	return &schema, missing
}

// manyProperties is the number of properties from which a spine leaves out those that an
// object lacks: the validator copies the schema of each to see that it is not there.
const manyProperties = 64

// present returns the schema of the node, with the properties alone that the value has if
// it has few of many.
func present(s *spec.Schema, value any) *spec.Schema {
	object, ok := value.(map[string]any)
	if !ok || len(s.Properties) < manyProperties || len(object) > len(s.Properties)/2 {
		return s
	}
	schema := *s
	schema.Properties = make(map[string]spec.Schema, len(object))
	for name := range object {
		if p, known := s.Properties[name]; known {
			schema.Properties[name] = p
		}
	}
	return &schema
}

// limitsBroken returns a schema without what it says of the properties of an object but
// the limit to their number that the value breaks; nil if it breaks none.
func limitsBroken(s *spec.Schema, value any) *spec.Schema {
	object, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	n := int64(len(object))
	tooFew := s.MinProperties != nil && n < *s.MinProperties
	if !tooFew && (s.MaxProperties == nil || n <= *s.MaxProperties) {
		return nil
	}
	only := *s
	only.Properties, only.AdditionalProperties, only.Required = nil, nil, nil
	if tooFew {
		only.MaxProperties = nil // which is looked at second
	}
	return &only
}

// SetPath and Applies make a spine a validator among others; the package that asks
// for them does not call them.
func (s *spine) SetPath(string) {}

// Applies is true for everything.
func (s *spine) Applies(any, reflect.Kind) bool { return true }
