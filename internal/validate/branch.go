package validate

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"
)

// junctorNodes are the junctors of a node. The validator words all that a value has against each
// branch, with validators that it makes for each field of each value, and drops most of it: of
// anyOf and oneOf, it says no more than what the branch is wrong about of which most holds.
// Here branches are judged without words, and only that one is worded.
type junctorNodes struct {
	allOf, anyOf, oneOf []*specNode
	not                 *specNode
}

// verdict is what the validator finds of a value: whether nothing is wrong, and its count of
// what holds, by which it chooses among branches.
type verdict struct {
	right   bool
	matches int
}

// deepest is how many junctors there may be around a node that is judged here: at each, what
// is wrong with the branch that is worded is looked at again.
const deepest = 2

// judges reports whether objects are judged by the node itself, and not by the validator.
func (n *specNode) judges() bool {
	return n.around <= deepest && n.Format == "" && len(n.Enum) == 0 && len(n.PatternProperties) == 0 && len(n.Dependencies) == 0
}

// junctors are the branches of the node.
func (n *specNode) junctors() *junctorNodes {
	if n.branches == nil {
		of := func(list []spec.Schema) (nodes []*specNode) {
			for i := range list {
				nodes = append(nodes, n.branch(&list[i]))
			}
			return nodes
		}
		n.branches = &junctorNodes{allOf: of(n.AllOf), anyOf: of(n.AnyOf), oneOf: of(n.OneOf)}
		if n.Not != nil {
			n.branches.not = n.branch(n.Not)
		}
	}
	return n.branches
}

func (n *specNode) branch(s *spec.Schema) *specNode {
	b := newSpecNode(s)
	b.around = n.around + 1
	return b
}

// names are those of the properties.
func (n *specNode) names() []string {
	if n.propertyNames == nil && len(n.Properties) > 0 {
		for name := range n.Properties {
			n.propertyNames = append(n.propertyNames, name)
		}
		slices.Sort(n.propertyNames)
	}
	return n.propertyNames
}

// apart is the validator of a node in a junctor, where no old values are looked at.
func (n *specNode) apart() *openapivalidate.SchemaValidator {
	if n.apartValidator == nil {
		n.apartValidator = openapivalidate.NewSchemaValidator(n.Schema, nil, "value", strfmt.Default) // a plain path
	}
	return n.apartValidator
}

// judge is what the validator finds of a value in a junctor.
func (n *specNode) judge(value any) verdict {
	switch v := value.(type) {
	case nil:
		if n.takes(nil) {
			return verdict{true, 1}
		}
	case map[string]any:
		if n.judges() && n.AdditionalProperties == nil {
			return n.judgeObject(v)
		}
	default:
		if judged, ok := n.judgeScalar(value); ok {
			return judged
		}
	}
	result := n.apart().Validate(value)
	return verdict{result.IsValid(), result.MatchCount}
}

// judgeScalar judges a text or a boolean, and reports whether it knows how.
func (n *specNode) judgeScalar(value any) (judged verdict, ok bool) {
	if !n.plain {
		return judged, false
	}
	right, of := true, ""
	switch v := value.(type) {
	case string:
		of = "string"
		judged.matches = 1 // what is said of texts
		right = (n.MaxLength == nil || int64(utf8.RuneCountInString(v)) <= *n.MaxLength) &&
			(n.MinLength == nil || int64(utf8.RuneCountInString(v)) >= *n.MinLength) &&
			(len(n.Enum) == 0 || !without(n.Enum, v)) &&
			(n.Pattern == "" || openapivalidate.Pattern("", "", v, n.Pattern) == nil)
	case bool:
		of = "boolean"
		right = len(n.Enum) == 0 || !without(n.Enum, v)
	default:
		return judged, false
	}
	if right && !soundEnum(n.Enum, value) {
		return judged, false // the enum has values of other types
	}
	judged.matches += 4 // junctors and that there are none, enum, and all
	if len(n.Type) > 0 {
		judged.matches++
		if n.mayBe(of) {
			judged.matches++
		} else {
			right = false
		}
	}
	judged.right = right
	return judged, true
}

// judgeObject judges an object.
func (n *specNode) judgeObject(object map[string]any) verdict {
	v := n.judgeJunctors(object)
	v.matches += 4 // junctors, enum, what is said of objects, and all
	if len(n.Type) > 0 {
		v.matches++
		if n.mayBe("object") {
			v.matches++
		} else {
			v.right = false
		}
	}
	v.right = v.right && !n.limited(object)
	for _, name := range n.names() {
		if value, ok := object[name]; ok {
			of := n.field(name).judge(value)
			v.right = v.right && of.right
			v.matches += of.matches
		}
	}
	for _, name := range n.Required {
		if _, ok := object[name]; !ok {
			v.right = false
		}
	}
	return v
}

// limited reports whether an object has too few or too many properties.
func (n *specNode) limited(object map[string]any) bool {
	number := int64(len(object))
	return n.MinProperties != nil && number < *n.MinProperties || n.MaxProperties != nil && number > *n.MaxProperties
}

// judgeJunctors judges by the junctors alone.
func (n *specNode) judgeJunctors(value any) verdict {
	v := verdict{true, 1}
	of := n.junctors()
	if len(of.anyOf) > 0 {
		any := anyOf(of.anyOf, value)
		v.right = any.number > 0
		v.matches += any.matches
	}
	if len(of.oneOf) > 0 {
		one := oneOf(of.oneOf, value)
		v.right = v.right && one.number == 1
		if one.number < 2 {
			v.matches += one.matches
		}
	}
	for _, b := range of.allOf {
		all := b.judge(value)
		v.right = v.right && all.right
		v.matches += all.matches
	}
	if of.not != nil && of.not.judge(value).right {
		v.right = false
	}
	return v
}

// choice is a branch: the one that holds, or, if the number of those is 0, the first of those
// of which most holds. If it is not 1, nobody asks which.
type choice struct {
	*specNode
	matches int
	number  int
}

// anyOf goes on to the first branch that holds.
func anyOf(branches []*specNode, value any) (best choice) {
	for _, b := range branches {
		if best.add(b, b.judge(value)); best.number > 0 {
			break
		}
	}
	return best
}

func oneOf(branches []*specNode, value any) (best choice) {
	for _, b := range branches {
		best.add(b, b.judge(value))
	}
	return best
}

func (c *choice) add(b *specNode, v verdict) {
	switch {
	case v.right:
		c.number++
		c.specNode, c.matches = b, v.matches
	case c.number == 0 && (c.specNode == nil || v.matches > c.matches):
		c.specNode, c.matches = b, v.matches
	}
}

// errorsOf are errors of different texts, which the validator finds by comparing each error
// with all others.
type errorsOf struct {
	list  []error
	texts map[string]bool // nil as long as there are few
}

func (e *errorsOf) add(errs ...error) {
	const few = 8
	for _, err := range errs {
		text := err.Error()
		if e.texts == nil && len(e.list) > few {
			e.texts = make(map[string]bool, 2*len(e.list))
			for _, other := range e.list {
				e.texts[other.Error()] = true
			}
		}
		if e.texts[text] || e.texts == nil && slices.ContainsFunc(e.list, func(other error) bool { return other.Error() == text }) {
			continue
		}
		if e.list = append(e.list, err); e.texts != nil {
			e.texts[text] = true
		}
	}
}

// word adds the errors of a value in a junctor.
func (n *specNode) word(path string, value any, to *errorsOf) {
	object, ok := value.(map[string]any)
	if !ok || !n.judges() || n.AdditionalProperties != nil {
		validator := n.apart()
		validator.SetPath(path)
		to.add(validator.Validate(value).Errors...)
		return
	}
	n.wordObject(path, object, to)
	for _, name := range n.names() {
		if value, ok := object[name]; ok {
			if of := n.field(name); !of.judge(value).right {
				of.word(path+"."+name, value, to)
			}
		}
	}
	for _, name := range n.Required {
		if _, ok := object[name]; !ok {
			to.add(openapierrors.Required(path+"."+name, "body"))
		}
	}
}

// wordObject adds the errors of an object but those about its fields.
func (n *specNode) wordObject(path string, object map[string]any, to *errorsOf) {
	if !n.mayBe("object") {
		to.add(openapierrors.InvalidType(path, "body", strings.Join(n.Type, ","), "object"))
	}
	n.wordJunctors(path, object, to)
	number := int64(len(object))
	if n.MinProperties != nil && number < *n.MinProperties {
		to.add(openapierrors.TooFewProperties(path, "body", *n.MinProperties, number))
	}
	if n.MaxProperties != nil && number > *n.MaxProperties {
		to.add(openapierrors.TooManyProperties(path, "body", *n.MaxProperties, number))
	}
}

func (n *specNode) wordJunctors(path string, value any, to *errorsOf) {
	quoted := ""
	message := func(format, more string) {
		if quoted == "" {
			quoted = strconv.Quote(path)
		}
		to.add(openapierrors.New(openapierrors.CompositeErrorCode, "%s", quoted+strings.Replace(strings.TrimPrefix(format, "%q"), "%s", more, 1)))
	}
	of := n.junctors()
	if len(of.anyOf) > 0 {
		if any := anyOf(of.anyOf, value); any.number == 0 {
			message(openapivalidate.MustValidateAtLeastOneSchemaError, "")
			any.word(path, value, to)
		}
	}
	if len(of.oneOf) > 0 {
		switch one := oneOf(of.oneOf, value); {
		case one.number == 0:
			message(openapivalidate.MustValidateOnlyOneSchemaError, "Found none valid")
			one.word(path, value, to)
		case one.number > 1:
			message(openapivalidate.MustValidateOnlyOneSchemaError, "Found "+strconv.Itoa(one.number)+" valid alternatives")
		}
	}
	holding := 0
	for _, b := range of.allOf {
		if b.judge(value).right {
			holding++
		} else {
			b.word(path, value, to)
		}
	}
	if holding < len(of.allOf) {
		none := ""
		if holding == 0 {
			none = ". None validated"
		}
		message(openapivalidate.MustValidateAllSchemasError, none)
	}
	if of.not != nil && of.not.judge(value).right {
		message(openapivalidate.MustNotValidateSchemaError, "")
	}
}

// askAlone finds what alone's validator does of an object at a path.
func (n *specNode) askAlone(path string, object map[string]any) []error {
	var wrong errorsOf
	if !n.mayBe("object") || n.limited(object) || !n.judgeJunctors(object).right {
		n.wordObject(path, object, &wrong)
	}
	return wrong.list
}

// hasPlainPath reports whether errors at a path are not taken for those that the validator
// keeps of all branches by their beginning.
func hasPlainPath(path string) bool { return path != "" && !strings.HasPrefix(path, "IMPORTANT!") }
