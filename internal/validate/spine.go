package validate

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apiserver/pkg/cel/common"
	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"
)

// spine is the validator of a node that is reached without a junctor: through
// properties, additionalProperties and items. It is the server's validator but for two
// things. What that does with the errors of the nodes below: at each level it compares every
// error with every other, to leave out those that are there already, which takes
// seconds for some thousand wrong items; a spine hands its errors on by itself, and
// lets the validator of the node above see at most one that stands for them all. And the
// validator is made anew for each value, of some kilobytes: a spine goes to the fields of
// objects, and to the items of lists of which nothing else is said, by itself, passes values
// of simple schemas, and has all values of a schema checked by one validator.
type spine struct {
	node *specNode
	// up is the spine of the node above, in which this one has a name or an index, and is
	// regular if it is one of the properties; nil for the uppermost.
	up      *spine
	name    string
	index   int
	regular bool

	printed string // the path, once it was asked for
	above   *wrongs
	before  *common.CorrelatedObject // nil for none, or if nobody has asked yet
	asked   bool
	// propertiesEnd says that too few or too many properties end the validation of an
	// object. Inside of junctors they don't.
	propertiesEnd bool
}

// path is where the value is, as the validator prints it.
func (s *spine) path() string {
	switch {
	case s.up == nil || s.printed != "":
	case s.index >= 0:
		s.printed = s.up.path() + "[" + strconv.Itoa(s.index) + "]"
	case s.regular && s.up.path() == "":
		s.printed = s.name
	default:
		s.printed = s.up.path() + "." + s.name
	}
	return s.printed
}

// old is what the value takes the place of; nil for nothing.
func (s *spine) old() *common.CorrelatedObject {
	if s.asked || s.up == nil {
		return s.before
	}
	s.asked = true
	switch {
	case s.index >= 0:
		s.before = s.up.old().Index(s.index)
	case s.up.path() == "" && (s.name == "kind" || s.name == "apiVersion"):
		// A change of the root's apiVersion can't be seen, for old and new were
		// converted to one version.
	default:
		s.before = s.up.old().Key(s.name)
	}
	return s.before
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
func collect(schema *spec.Schema, value any, old *common.CorrelatedObject, propertiesEnd bool) (found, forgiven []error) {
	var all wrongs
	s := &spine{node: newSpecNode(schema), index: -1, above: &all, before: old, propertiesEnd: propertiesEnd}
	s.check(value)
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
	if s.check(value) || s.above.seen {
		return nil
	}
	s.above.seen = true
	return &openapivalidate.Result{Errors: []error{belowHere{}}}
}

// check hands the errors of a value to the node above, and reports whether there are none.
func (s *spine) check(value any) bool {
	if s.node.takes(value) {
		return true
	}
	here := &wrongs{}
	object, isMap := value.(map[string]any)
	list, isList := value.([]any)
	switch {
	case isMap && len(s.node.PatternProperties) == 0:
		s.fields(object, here)
	case isList && s.node.onlyItems(list):
		items := s.node.item()
		for i, item := range list {
			if items != nil && !items.takes(item) {
				s.into(here, &spine{node: items, up: s, index: i}, item)
			}
		}
	default:
		s.ask(s.node.whole(), value, here)
	}
	if len(here.own) == 0 && len(here.below) == 0 {
		return true
	}
	if isMap {
		// The validator takes them as they come, in another order each time.
		slices.SortFunc(here.below, func(a, b *wrongs) int { return strings.Compare(a.path, b.path) })
		sortForbidden(here.own)
	}
	if s.index < 0 {
		here.path = s.path()
	}
	here.forgiven = s.old().CachedDeepEqual()
	s.above.below = append(s.above.below, here)
	return false
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

// into has a spine of a node below hand on the errors of its value.
func (s *spine) into(here *wrongs, below *spine, value any) {
	below.above, below.propertiesEnd = here, s.propertiesEnd
	below.check(value)
}

// fields does what the validator does with an object.
func (s *spine) fields(object map[string]any, here *wrongs) {
	n := s.node
	if !n.onlyFields(object) {
		if s.propertiesEnd {
			if own := n.limitsBroken(object); own != nil {
				s.ask(own, object, here)
				return
			}
		}
		s.ask(n.alone(), object, here)
	}
	others := n.AdditionalProperties
	if len(n.Properties) > 0 || others != nil && (!others.Allows || others.Schema != nil) {
		for name, value := range object {
			of, regular := n.field(name), true
			if of == nil {
				of, regular = n.others(), false
			}
			switch {
			case of != nil:
				if !of.takes(value) {
					s.into(here, &spine{node: of, up: s, name: name, index: -1, regular: regular}, value)
				}
			case others != nil && !others.Allows:
				here.own = append(here.own, openapierrors.PropertyNotAllowed(s.path(), "body", name))
			}
		}
	}
	here.first = len(here.own)
	for _, name := range n.Required {
		if _, ok := object[name]; !ok {
			here.own = append(here.own, openapierrors.Required(s.path()+"."+name, "body"))
		}
	}
}

// ask has a validator of the node look at the value.
func (s *spine) ask(validator *openapivalidate.SchemaValidator, value any, here *wrongs) {
	s.node.at, s.node.here = s, here
	validator.SetPath(s.path())
	for _, err := range validator.Validate(value).Errors {
		if err == (belowHere{}) {
			here.first = len(here.own)
		} else {
			here.own = append(here.own, err)
		}
	}
	s.node.at, s.node.here = nil, nil
}

// SetPath and Applies make a spine a validator among others; the package that asks
// for them does not call them.
func (s *spine) SetPath(string) {}

// Applies is true for everything.
func (s *spine) Applies(any, reflect.Kind) bool { return true }
