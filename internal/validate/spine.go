package validate

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apiserver/pkg/cel/common"
	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
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
	// out takes the errors as soon as they are found, unless some of the node above come
	// first that are not known yet: then above does.
	out    *outlet
	above  *wrongs
	by     *correlating // nil if there is nothing that the whole takes the place of
	before *pair        // nil for none, or if nobody has asked yet
	found  pair         // what before is most often
	asked  bool
	// unchanged says that the value is as before, once compared, and pardoned that this or one
	// above is, once judged.
	unchanged, compared bool
	pardoned, judged    bool
	// propertiesEnd says that too few or too many properties end the validation of an
	// object. Inside of junctors they don't.
	propertiesEnd bool
	wrongs        wrongs // of its value
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

// old is the value with what it takes the place of; nil if that is nothing.
func (s *spine) old() *pair {
	if s.asked || s.up == nil || s.by == nil {
		return s.before
	}
	s.asked = true
	up := s.up.old()
	if up == nil {
		return nil
	}
	switch {
	case s.index >= 0:
		s.found = up.index(s.index, s.by)
	case s.up.path() == "" && (s.name == "kind" || s.name == "apiVersion"):
		// A change of the root's apiVersion can't be seen, for old and new were
		// converted to one version.
	default:
		s.found = up.key(s.name)
	}
	if s.found.replaces {
		s.before = &s.found
	}
	return s.before
}

// same reports whether the value is as before. If the one above is, so are all within that
// take the place of any.
func (s *spine) same() bool {
	if !s.compared {
		s.compared = true
		if old := s.old(); old != nil {
			s.unchanged = s.up != nil && s.up.unchanged || s.by.unchanged(*old)
		}
	}
	return s.unchanged
}

// wrongs are the errors of a node in the server's order.
type wrongs struct {
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

// pardons reports whether errors of the node are no more than warnings, since it or one above
// has not changed.
func (s *spine) pardons() bool {
	if !s.judged {
		s.judged = true
		s.pardoned = s.up != nil && s.up.pardons() || s.same()
	}
	return s.pardoned
}

// collect validates a value and hands on the errors, each text once, with whether they are
// forgiven.
func collect(node *specNode, value any, old *common.CorrelatedObject, propertiesEnd bool, take func(err error, forgiven bool)) {
	out := newOutlet(take)
	out.free = node.free
	s := out.spine()
	*s = spine{node: node, out: out, propertiesEnd: propertiesEnd}
	if old != nil {
		s.by, s.before = new(correlating), &pair{old.Value, old.OldValue, old.Schema, true}
	}
	s.check(value)
	out.release(s)
	node.free = out.free
}

// addTo hands on the errors of a node and of those below, and that they are forgiven, be it as
// those of a node above or as its own.
func (w *wrongs) addTo(out *outlet, forgiven bool) {
	first := w.first
	if w.forgiven {
		forgiven, first = true, len(w.own)
	}
	out.add(w.own[:first], forgiven)
	for _, b := range w.below {
		b.addTo(out, forgiven)
	}
	out.add(w.own[first:], forgiven)
}

// outlet hands on errors of different texts.
type outlet struct {
	take func(err error, forgiven bool)
	// said are the texts of those that are forgiven, and of the others.
	said [2]saidTexts
	// free are spines that nothing is checked by any more: where errors are handed on at once,
	// none of the many of a large value is needed longer than its part of it.
	free []*spine
}

// spine returns one to be filled in; a new one where there is no outlet.
func (o *outlet) spine() *spine {
	if o == nil || len(o.free) == 0 {
		return new(spine)
	}
	last := len(o.free) - 1
	s := o.free[last]
	o.free = o.free[:last]
	return s
}

// release takes back a spine, of which nobody holds anything where there is an outlet.
func (o *outlet) release(s *spine) {
	if o != nil {
		*s = spine{} // which may be kept for the next value
		o.free = append(o.free, s)
	}
}

func newOutlet(take func(err error, forgiven bool)) *outlet { return &outlet{take: take} }

func (o *outlet) add(errs []error, forgiven bool) {
	if o.take == nil {
		return // that there are some is all that is asked
	}
	to := 0
	if forgiven {
		to = 1
	}
	for _, err := range errs {
		if o.said[to].add(err.Error()) {
			o.take(err, forgiven)
		}
	}
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

// check hands on the errors of a value, and reports whether there are none.
func (s *spine) check(value any) (right bool) {
	if s.node.takes(value) {
		return true
	}
	here := &s.wrongs
	object, isMap := value.(map[string]any)
	list, isList := value.([]any)
	right = true
	switch {
	case isMap:
		right = s.fields(object, here)
	case isList && s.node.onlyItems(list):
		items := s.node.item()
		for i, item := range list {
			if items != nil && !items.takes(item) && !s.into(here, spine{node: items, up: s, index: i}, item) {
				right = false
			}
		}
	default:
		if typ, wrong := s.node.wrongType(value); wrong {
			here.own = []error{openapierrors.InvalidType(s.path(), "body", strings.Join(s.node.Type, ","), typ)}
			break
		}
		if text, ok := value.(string); ok {
			if err := s.node.wrongText(s, text); err != nil {
				here.own = []error{err}
				break
			}
		}
		s.ask(s.node.whole(), value, here)
	}
	if len(here.own) == 0 && len(here.below) == 0 {
		return right
	}
	if isMap {
		sortForbidden(here.own)
	}
	here.forgiven = s.same()
	if s.out != nil {
		here.addTo(s.out, s.pardons())
		return false
	}
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

// into has a spine of a node below hand on the errors of its value, and reports whether there
// are none.
func (s *spine) into(here *wrongs, of spine, value any) (right bool) {
	of.above, of.out, of.by, of.propertiesEnd = here, s.out, s.by, s.propertiesEnd
	below := s.out.spine()
	*below = of
	right = below.check(value)
	s.out.release(below)
	return right
}

// fields does what the validator does with an object, and reports whether nothing was found
// that was handed on already.
func (s *spine) fields(object map[string]any, here *wrongs) (right bool) {
	n := s.node
	if !n.onlyFields(object) {
		if s.propertiesEnd {
			if own := n.limitsBroken(object); own != nil {
				s.ask(own, object, here)
				return true
			}
		}
		if path := s.path(); n.judges() && hasPlainPath(path) {
			here.own = append(here.own, n.askAlone(path, object)...)
		} else {
			s.ask(n.alone(), object, here)
		}
	}
	doubtful := s.doubtful(object, here)
	here.first = len(here.own)
	for _, name := range n.Required {
		if _, ok := object[name]; !ok {
			here.own = append(here.own, openapierrors.Required(s.path()+"."+name, "body"))
		}
	}
	var last []error
	own := here.own
	right = s.out == nil || len(own) == 0
	if !right {
		sortForbidden(own)
		if !s.same() {
			own, last = own[:here.first], own[here.first:]
		}
		s.out.add(own, s.pardons())
		here.own = nil
	}
	for _, f := range doubtful {
		if !s.into(here, spine{node: f.of, up: s, name: f.name, index: -1, regular: f.regular}, f.value) {
			right = false
		}
	}
	if last != nil {
		s.out.add(last, s.pardons())
	}
	return right
}

// doubtField is a field that may be wrong; it is regular if it is one of the properties.
type doubtField struct {
	name    string
	of      *specNode
	value   any
	regular bool
}

// doubtful returns the fields of an object that may be wrong, in the order of their paths, and
// adds errors about those that are forbidden. The validator takes fields as they come, in
// another order each time.
func (s *spine) doubtful(object map[string]any, here *wrongs) []doubtField {
	n := s.node
	others := n.AdditionalProperties
	if len(n.Properties) == 0 && (others == nil || others.Allows && others.Schema == nil) {
		return nil
	}
	var list []doubtField
	for name, value := range object {
		of, regular := n.field(name), true
		if of == nil {
			of, regular = n.others(), false
		}
		switch {
		case of != nil:
			if !of.takes(value) {
				list = append(list, doubtField{name, of, value, regular})
			}
		case others != nil && !others.Allows:
			here.own = append(here.own, openapierrors.PropertyNotAllowed(s.path(), "body", name))
		}
	}
	atRoot := s.path() == ""
	slices.SortFunc(list, func(a, b doubtField) int {
		an, bn := a.name, b.name
		if atRoot && a.regular != b.regular {
			if a.regular {
				bn = "." + bn // as it is printed there
			} else {
				an = "." + an
			}
		}
		return strings.Compare(an, bn)
	})
	return list
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
