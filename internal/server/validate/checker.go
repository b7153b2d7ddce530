package validate

import (
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
	"k8s.io/apiserver/pkg/cel/common"
	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"
)

// A Checker checks values against a schema with the server's validator. It is safe for concurrent use.
//
// It visits the fields of objects and the items of lists itself. It thus knows which old value each of them replaces,
// and reports errors in the same order each time. The validator would also compare every error with every other one at
// each level.
type Checker struct {
	schema *schema.Schema
	// form converts a schema to the form of the validator.
	form func(*schema.Schema) *spec.Schema
	// validators are the validators of visited schemas, without their fields and items. They do not know paths. To make
	// one takes longer than to validate most values.
	validators sync.Map // of *openapivalidate.SchemaValidator by *schema.Schema
}

// ObjectChecker returns a checker of objects for a schema, which it converts with ObjectSchema. A nil schema accepts
// everything.
func ObjectChecker(s *schema.Schema, b behaviour.Behaviour) *Checker {
	return &Checker{schema: s, form: func(s *schema.Schema) *spec.Schema { return ObjectSchema(s, b) }}
}

// DefaultChecker returns a checker of defaults for a schema, which it converts with DefaultSchema.
func DefaultChecker(s *schema.Schema, f *behaviour.Formats) *Checker {
	return &Checker{schema: s, form: func(s *schema.Schema) *spec.Schema { return DefaultSchema(s, f) }}
}

// Accepts reports whether the validator has no error about a value.
func (c *Checker) Accepts(value any) bool {
	accepted := true
	c.collect(value, nil, false, func(error, bool) { accepted = false })
	return accepted
}

// alone returns the validator of a schema without its fields and items.
func (c *Checker) alone(s *schema.Schema) *openapivalidate.SchemaValidator {
	if v, known := c.validators.Load(s); known {
		return v.(*openapivalidate.SchemaValidator)
	}
	alone := *s
	alone.Properties, alone.AdditionalProperties, alone.Required, alone.Items = nil, nil, nil, nil
	v := openapivalidate.NewSchemaValidator(c.form(&alone), nil, "", strfmt.Default)
	c.validators.Store(s, v)
	return v
}

// collect validates a value and calls take with each error, without repeated texts, and whether it is forgiven. With
// propertiesEnd, too few or too many properties end the validation of an object, as on older servers; inside of
// junctors they do not.
func (c *Checker) collect(value any, old *common.CorrelatedObject, propertiesEnd bool, take func(err error, forgiven bool)) {
	if c.schema == nil {
		return
	}
	run := &collector{checker: c, take: take, seen: map[errorText]bool{}, propertiesEnd: propertiesEnd}
	run.value(&place{schema: c.schema, old: old}, value)
}

// collector holds the state of one validation.
type collector struct {
	checker       *Checker
	take          func(err error, forgiven bool)
	seen          map[errorText]bool
	propertiesEnd bool
}

// errorText is the text of an error that take received.
type errorText struct {
	text     string
	forgiven bool
}

// place is the position of a value.
type place struct {
	up     *place // nil for the root
	schema *schema.Schema
	path   string // as the validator prints it
	// old pairs the value with the one that it replaces; nil if there is none.
	old *common.CorrelatedObject
}

// forgiven reports whether errors about a value are forgiven because the value, or one around it, has not changed.
func (p *place) forgiven() bool {
	return p != nil && (p.old != nil && p.old.CachedDeepEqual() || p.up.forgiven())
}

func (c *collector) add(at *place, errs ...error) {
	for _, err := range errs {
		key := errorText{err.Error(), at.forgiven()}
		if !c.seen[key] {
			c.seen[key] = true
			c.take(err, key.forgiven)
		}
	}
}

func (c *collector) value(at *place, value any) {
	if !typeSuffices(at.schema, value) {
		validator := c.checker.alone(at.schema)
		if !validator.Validate(value).IsValid() {
			c.add(at, openapivalidate.NewSchemaValidator(validator.Schema, nil, at.path, strfmt.Default).Validate(value).Errors...)
		}
	}
	switch value := value.(type) {
	case map[string]any:
		c.fields(at, value)
	case []any:
		c.items(at, value)
	}
}

// typeSuffices reports whether a value has its schema's type and the schema only has keywords for the type, fields and
// items. This holds for most values, which then need no validator.
func typeSuffices(s *schema.Schema, value any) bool {
	if s.Format != "" || s.Pattern != "" || len(s.Enum) > 0 || s.UniqueItems || s.Branches != nil || s.Not != nil ||
		s.Minimum != nil || s.Maximum != nil || s.MultipleOf() != nil || s.MinLength != nil || s.MaxLength != nil ||
		s.MinItems != nil || s.MaxItems != nil || s.MinProperties() != nil || s.MaxProperties() != nil {
		return false
	}
	switch value.(type) {
	case string:
		return s.Type == "string"
	case bool:
		return s.Type == "boolean"
	case int64:
		return s.Type == "integer" || s.Type == "number"
	case float64:
		return s.Type == "number"
	case map[string]any:
		return s.Type == "object"
	case []any:
		return s.Type == "array"
	}
	return false
}

func (c *collector) fields(at *place, object map[string]any) {
	if c.propertiesEnd && breaksLimits(at.schema, object) {
		return
	}
	if at.schema.Properties.Len() > 0 || at.schema.AdditionalProperties != nil {
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if below := at.field(name); below != nil {
				c.value(below, object[name])
			} else if others := at.schema.AdditionalProperties; others != nil && !others.Allows {
				c.add(at, openapierrors.PropertyNotAllowed(at.path, "body", name))
			}
		}
	}
	for _, name := range at.schema.Required {
		if _, has := object[name]; !has {
			c.add(at, openapierrors.Required(at.path+"."+name, "body"))
		}
	}
}

// breaksLimits reports whether an object has too few or too many properties.
func breaksLimits(s *schema.Schema, object map[string]any) bool {
	size := int64(len(object))
	least, most := s.MinProperties(), s.MaxProperties()
	return least != nil && size < *least || most != nil && size > *most
}

// field returns the place of a field; nil if it has no schema. The path of a field of the root begins with a dot unless
// it is a property. The apiVersion and kind of the root have no old value, since both objects were converted to one
// version.
func (p *place) field(name string) *place {
	below := &place{up: p, schema: p.schema.Property(name), path: p.path + "." + name}
	if below.schema == nil {
		if others := p.schema.AdditionalProperties; others != nil && others.Allows {
			below.schema = others.Schema
		}
	} else if p.path == "" {
		below.path = name
	}
	if below.schema == nil {
		return nil
	}
	if p.old != nil && (p.path != "" || name != "kind" && name != "apiVersion") {
		below.old = p.old.Key(name)
	}
	return below
}

func (c *collector) items(at *place, list []any) {
	items := at.schema.ItemSchema()
	if items == nil {
		return
	}
	for i, item := range list {
		below := &place{up: at, schema: items, path: at.path + "[" + strconv.Itoa(i) + "]"}
		if at.old != nil {
			below.old = at.old.Index(i)
		}
		c.value(below, item)
	}
}

// Changed checks a JSON value like Value, but returns errors about values that have not changed since they were stored
// in a second list: the server forgives these and does not report them.
//
// It mirrors RatchetingSchemaValidator of pkg/apiserver/validation. It compares each value that is reached through
// properties, additionalProperties, or the items of a list of type map with the old value at the same place. If they
// are deeply equal, all errors at the value and below are forgiven. Values inside of junctors and items of other lists
// have no old value. A nil correlation forgives nothing.
// their own. The correlation nil forgives nothing.
func (c *Checker) Changed(base finding.Code, at *finding.Path, value any, of behaviour.Objects, old *common.CorrelatedObject) (found, forgiven finding.List) {
	wrong, unchanged := wording{base: base, at: at, value: value}, wording{base: base, at: at, value: value}
	c.collect(value, old, !of.PropertiesGoOn, func(err error, forgiven bool) {
		if forgiven {
			unchanged.add(err)
		} else {
			wrong.add(err)
		}
	})
	return wrong.list, unchanged.list
}
