package upgrade

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/schema"
)

// A dependent is a keyword or a CEL rule that may refuse an object because it now has a field.
type dependent struct {
	at   *schemadiff.Pair
	rule int // index of the CEL rule at the place; -1 for another keyword
	// keyword is the keyword.
	keyword string
}

// clash adds a change if a keyword or rule above a field may refuse its new default: the server checks a default
// alone, not with the other fields. parent is the place of the object that gets the default.
func (w *keyword) clash(parent *schemadiff.Pair, name string, value any) {
	all := slices.DeleteFunc(dependents(parent, []string{name}), func(d dependent) bool { return w.passes(&d) })
	if len(all) == 0 {
		return
	}
	n := w.say(&defaultClashes, "%s gets the default %s, which %s may refuse", w.field(), shortened(prose.JSON(value)), all[0].describe())
	lacks := append(parent.ObjectPath(), finding.Segment{Name: name})
	for i := range all {
		d := &all[i]
		n.addSearch(func() *witness.Search { return d.search(w.pair.new.Name, lacks) })
	}
}

// passes reports whether a dependent certainly accepts all objects that the old CRD accepts, with the defaults of
// the new one.
func (w *keyword) passes(d *dependent) bool {
	switch {
	case d.rule >= 0:
		return w.judge.Vacuous(w.parser(d.at.New), &d.at.New.XValidations()[d.rule], d.at)
	case slices.Contains([]string{"allOf", "anyOf", "oneOf", "not"}, d.keyword):
		return w.judge.AcceptsAll(tighter.Conclusion{At: d.at}, d.keyword)
	}
	return false
}

// search returns the search for an object that lacks a field and that the dependent refuses.
func (d *dependent) search(version string, lacks []finding.Segment) *witness.Search {
	s := &witness.Search{Change: witness.Change{Version: version, Value: d.at.ObjectPath()}, Lacks: lacks, Refusal: true}
	switch {
	case d.rule >= 0:
		rule := &d.at.New.XValidations()[d.rule]
		s.Rule, s.Said = d.at.Path().Child("x-kubernetes-validations").Index(d.rule), rule.Rule
		s.Updates = strings.Contains(rule.Rule, "oldSelf")
	default:
		s.Below = true
		if d.keyword == "maxProperties" && *d.at.New.MaxProperties() < mostItems {
			s.Lengths = []int{int(*d.at.New.MaxProperties())}
		}
	}
	return s
}

// addSearch adds a search for the witness.
func (n *Change) addSearch(s func() *witness.Search) {
	if n.search == nil {
		n.search = s
	} else {
		n.moreSearches = append(n.moreSearches, s)
	}
}

// describe names the dependent in a sentence.
func (d *dependent) describe() string {
	where, name := d.at.Field(), d.keyword
	if where == "" {
		where = "the object"
	}
	if d.rule >= 0 {
		name = "a CEL rule"
	}
	return name + " of " + where
}

// nullClash adds a change if a keyword or rule above a field may refuse a null that the server no longer drops, or
// no longer replaces by the default.
func (w *keyword) nullClash(parent *schemadiff.Pair, name string) {
	if is := w.At.New.Schema; parent == w.At.Parent && !validate.Takes(w.Server, is, nil) {
		n := w.say(&nullClashes, "null stays in %s, which refuses it: of an enum it has to be one of the values", w.field())
		n.addSearch(w.searchWith(func(s *witness.Search) { s.Values, s.Few, s.Refusal = []any{nil}, true, true }))
	}
	all := dependents(parent, []string{name})
	if len(all) == 0 {
		return
	}
	n := w.say(&nullClashes, "null stays in %s, where %s may refuse it", w.field(), all[0].describe())
	for i := range all {
		d := &all[i]
		n.addSearch(func() *witness.Search {
			s := d.search(w.pair.new.Name, append(parent.ObjectPath(), finding.Segment{Name: name}))
			s.Null = true
			return s
		})
	}
}

// changeClash adds a change for each reason why the server may refuse an object with a new default: a transition
// rule sees the default as a change, the default has an item twice, or a check fails with the defaults inside of
// it. added says that objects could have the field before.
func (w *keyword) changeClash(of *schema.Schema, p *finding.Path, path []finding.Segment, value any, added bool) {
	if !validate.Takes(w.Server, of, filled(of, value)) {
		// The check of the CRD does not add the defaults inside of the default.
		n := w.say(&defaultClashes, "%s gets the default %s, which the server refuses in objects", w.field(), shortened(prose.JSON(value)))
		n.addSearch(func() *witness.Search {
			return &witness.Search{Change: w.lacking(path), Absent: true, Below: true, Few: true, Refusal: true}
		})
	}
	if full := filled(of, value); !reflect.DeepEqual(full, value) && schematree.New(of, nil).Any(func(s *schema.Schema) bool { return len(s.XValidations()) > 0 }) {
		// The server also evaluates CEL rules on the default without the defaults inside of it.
		n := w.say(&defaultClashes, "%s gets the default %s, with the defaults inside of it, which a CEL rule there may refuse", w.field(), shortened(prose.JSON(value)))
		n.addSearch(func() *witness.Search {
			return &witness.Search{Change: w.lacking(path), Absent: true, Below: true, Few: true, Refusal: true}
		})
	}
	inside(of, value, p, func(s *schema.Schema, v any, p *finding.Path) {
		switch {
		case s.ListType() == "set" || s.ListType() == "map":
			if len(validate.Lists(nil, v, s)) > 0 {
				n := w.say(&defaultClashes, "%s gets the default %s, which has an item twice", w.field(), shortened(prose.JSON(value)))
				n.addSearch(func() *witness.Search {
					return &witness.Search{Change: w.lacking(path), Absent: true, Below: true, Few: true, Refusal: true}
				})
			}
		case !added:
			return
		}
		for i := range s.XValidations() {
			rule := &s.XValidations()[i]
			if !strings.Contains(rule.Rule, "oldSelf") {
				continue
			}
			n := w.say(&defaultClashes, "%s gets the default %s where it is left out, which a CEL rule about changes may refuse", w.field(), shortened(prose.JSON(value)))
			n.addSearch(func() *witness.Search {
				return &witness.Search{
					Change: witness.Change{Version: w.pair.new.Name, Value: path, Rule: p.Child("x-kubernetes-validations").Index(i), Said: rule.Rule},
					Lacks:  path, Refusal: true, Updates: true,
				}
			})
			return
		}
	})
}

// lacking returns the change for the object around a field, which may be new.
func (w *keyword) lacking(path []finding.Segment) witness.Change {
	last := len(path) - 1
	return witness.Change{Version: w.pair.new.Name, Value: path[:last], Field: path[last].Name}
}

// filled returns a default with the defaults inside of it.
func filled(s *schema.Schema, value any) any {
	const name = "value"
	o := map[string]any{name: runtime.DeepCopyJSONValue(value)}
	defaulting.Apply(o, &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: name, Schema: s}})})
	return o[name]
}

// inside visits the schemas of a value and of the values in it.
func inside(s *schema.Schema, v any, p *finding.Path, visit func(*schema.Schema, any, *finding.Path)) {
	if s == nil {
		return
	}
	visit(s, v, p)
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if of := s.Property(name); of != nil {
				inside(of, v[name], p.Child("properties").Key(name), visit)
			} else {
				inside(s.ValueSchema(), v[name], p.Child("additionalProperties"), visit)
			}
		}
	case []any:
		if len(v) > 0 {
			inside(s.ItemSchema(), v[0], p.Child("items"), visit)
		}
	}
}

// dependents finds the keywords and rules above a field that name it or count it. path leads from the parent to the
// field; "*" is any item or value.
func dependents(parent *schemadiff.Pair, path []string) []dependent {
	var all []dependent
	for at := parent; at != nil; at = at.Parent {
		s := at.New.Schema
		if s.MaxProperties() != nil && len(path) == 1 {
			all = append(all, dependent{at, -1, "maxProperties"})
		}
		if len(s.Enum) > 0 {
			all = append(all, dependent{at, -1, "enum"})
		}
		if s.ListType() == "set" {
			all = append(all, dependent{at, -1, "x-kubernetes-list-type"})
		}
		for _, j := range [...]struct {
			keyword  string
			branches []*schema.Schema
		}{{"allOf", s.AllOf()}, {"anyOf", s.AnyOf()}, {"oneOf", s.OneOf()}, {"not", []*schema.Schema{s.Not}}} {
			if slices.ContainsFunc(j.branches, func(b *schema.Schema) bool { return constrains(b, path) }) {
				all = append(all, dependent{at, -1, j.keyword})
			}
		}
		for i := range s.XValidations() {
			if mentions(s.XValidations()[i].Rule, path) {
				all = append(all, dependent{at, i, "x-kubernetes-validations"})
			}
		}
		if at.Parent != nil {
			path = append([]string{stepOf(at)}, path...)
		}
	}
	return all
}

// stepOf returns the name of a place in its parent; "*" for an item or value.
func stepOf(at *schemadiff.Pair) string {
	if at.New.Role == schematree.RoleProperty {
		return at.New.Name
	}
	return "*"
}

// constrains reports whether a branch of allOf, anyOf, oneOf or not names a field or counts it.
func constrains(s *schema.Schema, path []string) bool {
	if s == nil {
		return false
	}
	if len(s.Enum) > 0 || len(path) == 1 && (slices.Contains(s.Required, path[0]) || s.MaxProperties() != nil || s.MinProperties() != nil) {
		return true
	}
	for _, below := range []*schema.Schema{s.Property(path[0]), s.ItemSchema(), s.ValueSchema()} {
		if below != nil && (len(path) == 1 || constrains(below, path[1:])) {
			return true
		}
	}
	of := func(b *schema.Schema) bool { return constrains(b, path) }
	return slices.ContainsFunc(s.AllOf(), of) || slices.ContainsFunc(s.AnyOf(), of) || slices.ContainsFunc(s.OneOf(), of) || of(s.Not)
}

// celPatterns match parts of CEL rules.
var celPatterns = sync.OnceValue(func() (re struct{ words, hasCall, each *regexp.Regexp }) {
	re.words = regexp.MustCompile(`[A-Za-z_]\w*`)
	re.hasCall = regexp.MustCompile(`\bhas\([^()]*\)`)
	// each matches a macro that binds a variable to the items of a list or map.
	re.each = regexp.MustCompile(`(\.(?:all|exists|exists_one|existsOne|map|filter)\()\s*([A-Za-z_]\w*)\s*,`)
	return re
})

// mentions reports whether a CEL rule may read a field: it names the field, or uses a value around it as a whole.
func mentions(rule string, path []string) bool {
	last := celtext.FieldName(path[len(path)-1])
	if slices.Contains(celPatterns().words.FindAllString(rule, -1), last) || strings.Contains(rule, `"`+path[len(path)-1]+`"`) || strings.Contains(rule, `'`+path[len(path)-1]+`'`) {
		return true
	}
	// has() of a value around the field does not depend on the field.
	rest := celPatterns().hasCall.ReplaceAllString(rule, "true")
	var items []string
	if slices.Contains(path[:len(path)-1], "*") {
		for _, m := range celPatterns().each.FindAllStringSubmatch(rest, -1) {
			items = append(items, m[2])
		}
	}
	rest = celPatterns().each.ReplaceAllString(rest, "$1")
	for _, at := range celPatterns().words.FindAllStringIndex(rest, -1) {
		name, after := rest[at[0]:at[1]], strings.TrimLeft(rest[at[1]:], " \n\t")
		if strings.HasPrefix(after, ".") || strings.HasPrefix(after, "[") || strings.HasPrefix(after, "(") {
			continue
		}
		if name == "self" || name == "oldSelf" || slices.Contains(items, name) || slices.ContainsFunc(path[:len(path)-1], func(step string) bool { return celtext.FieldName(step) == name }) {
			return true
		}
	}
	return false
}
