package validate

import (
	"maps"
	"slices"
	"strconv"

	"k8s.io/apiserver/pkg/cel/common"
	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"
)

// A Checker checks values by a schema, with the server's validator. It may be used by several
// goroutines.
//
// It goes to the fields of objects and to the items of lists by itself: it knows then which old
// value each replaces, and an object has its errors in the same order each time. The validator
// would also compare each error with each other at every level above it.
type Checker struct {
	// alone is the schema without what it says of fields and items.
	alone      *spec.Schema
	required   []string
	properties map[string]*Checker
	others     *Checker // of fields that are no properties; nil for none
	items      *Checker
	closed     bool // other fields than the properties are forbidden
}

// NewChecker returns the checker of a schema.
func NewChecker(s *spec.Schema) *Checker {
	alone := *s
	alone.Properties, alone.AdditionalProperties, alone.Required, alone.Items = nil, nil, nil, nil
	c := &Checker{alone: &alone, required: s.Required}
	if len(s.Properties) > 0 {
		c.properties = make(map[string]*Checker, len(s.Properties))
		for name := range s.Properties {
			of := s.Properties[name]
			c.properties[name] = NewChecker(&of)
		}
	}
	if of := s.AdditionalProperties; of != nil {
		c.closed = !of.Allows
		if of.Allows && of.Schema != nil {
			c.others = NewChecker(of.Schema)
		}
	}
	if s.Items != nil && s.Items.Schema != nil {
		c.items = NewChecker(s.Items.Schema)
	}
	return c
}

// collect validates a value and hands on the errors, each text once, with whether they are
// forgiven. propertiesEnd says that too few or too many properties end the validation of an
// object, as on older servers; inside of junctors they don't.
func (c *Checker) collect(value any, old *common.CorrelatedObject, propertiesEnd bool, take func(err error, forgiven bool)) {
	run := &collector{take: take, seen: map[said]bool{}, propertiesEnd: propertiesEnd}
	run.value(&place{checker: c, old: old}, value)
}

// collector is one validation under way.
type collector struct {
	take          func(err error, forgiven bool)
	seen          map[said]bool
	propertiesEnd bool
}

// said is the text of an error that was handed on.
type said struct {
	text     string
	forgiven bool
}

// place is where a value is.
type place struct {
	up      *place // nil for the root
	checker *Checker
	path    string // as the validator prints it
	// old pairs the value with the one that it replaces; nil if it replaces none.
	old *common.CorrelatedObject
}

// forgiven reports whether the errors of a value are forgiven, since it is as it was, or one that
// it is in.
func (p *place) forgiven() bool {
	return p != nil && (p.old != nil && p.old.CachedDeepEqual() || p.up.forgiven())
}

func (c *collector) add(at *place, errs ...error) {
	for _, err := range errs {
		key := said{err.Error(), at.forgiven()}
		if !c.seen[key] {
			c.seen[key] = true
			c.take(err, key.forgiven)
		}
	}
}

func (c *collector) value(at *place, value any) {
	switch value := value.(type) {
	case map[string]any:
		c.object(at, value)
	case []any:
		c.list(at, value)
	default:
		c.alone(at, value)
	}
}

// alone validates a value without what is in it.
func (c *collector) alone(at *place, value any) {
	c.add(at, validationErrors(at.checker.alone, at.path, value)...)
}

func validationErrors(s *spec.Schema, path string, value any) []error {
	return openapivalidate.NewSchemaValidator(s, nil, path, strfmt.Default).Validate(value).Errors
}

func (c *collector) object(at *place, object map[string]any) {
	c.alone(at, object)
	if c.propertiesEnd && at.checker.breaksLimits(object) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if below := at.field(name); below != nil {
			c.value(below, object[name])
		} else if at.checker.closed {
			c.add(at, openapierrors.PropertyNotAllowed(at.path, "body", name))
		}
	}
	for _, name := range at.checker.required {
		if _, has := object[name]; !has {
			c.add(at, openapierrors.Required(at.path+"."+name, "body"))
		}
	}
}

// breaksLimits reports whether an object has too few or too many properties.
func (c *Checker) breaksLimits(object map[string]any) bool {
	size := int64(len(object))
	return c.alone.MinProperties != nil && size < *c.alone.MinProperties || c.alone.MaxProperties != nil && size > *c.alone.MaxProperties
}

// field is the place of a field; nil if the schema says nothing of it. The path of one of the root
// that is no property begins with a dot. The apiVersion and kind of the root replace none, for
// both objects were converted to one version.
func (p *place) field(name string) *place {
	below := &place{up: p, checker: p.checker.properties[name], path: name}
	if below.checker == nil {
		below.checker, below.path = p.checker.others, p.path+"."+name
	} else if p.path != "" {
		below.path = p.path + "." + name
	}
	if below.checker == nil {
		return nil
	}
	if p.old != nil && (p.path != "" || name != "kind" && name != "apiVersion") {
		below.old = p.old.Key(name)
	}
	return below
}

func (c *collector) list(at *place, list []any) {
	c.alone(at, list)
	if at.checker.items != nil {
		for i, item := range list {
			below := &place{up: at, checker: at.checker.items, path: at.path + "[" + strconv.Itoa(i) + "]"}
			if at.old != nil {
				below.old = at.old.Index(i)
			}
			c.value(below, item)
		}
	}
}
