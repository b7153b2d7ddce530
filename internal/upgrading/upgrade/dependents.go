package upgrade

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/schema"
)

// dependent is what may refuse an object because a field is in it now.
type dependent struct {
	at   *schemadiff.Pair
	rule int // of the place; -1 if it is another keyword
	// keyword is what it is.
	keyword string
}

// clash notes that a default that is new may be what something above the field refuses:
// the server checks a default by itself, not among the other fields. Parent is the place
// of the object that gets it.
func (w *keyword) clash(parent *schemadiff.Pair, name string, value any) {
	all := slices.DeleteFunc(dependents(parent, []string{name}), func(d dependent) bool { return w.passes(&d) })
	if len(all) == 0 {
		return
	}
	n := w.say(&defaultClashes, "%s gets the default %s, which %s may refuse", w.field(), shortened(prose.JSON(value)), all[0].describe())
	lacks := append(parent.Way(), finding.Segment{Name: name})
	for i := range all {
		d := &all[i]
		n.addSearch(func() *witness.Search { return d.search(w.pair.new.Name, lacks) })
	}
}

// passes reports whether a dependent certainly accepts all objects that the old CRD accepts, with
// the defaults of the new one.
func (w *keyword) passes(d *dependent) bool {
	switch {
	case d.rule >= 0:
		return w.judge.Vacuous(w.parser(d.at.New), &d.at.New.XValidations()[d.rule], d.at)
	case slices.Contains([]string{"allOf", "anyOf", "oneOf", "not"}, d.keyword):
		return w.judge.AcceptsAll(tighter.Conclusion{At: d.at}, d.keyword)
	}
	return false
}

// search looks for objects that lack a field, and are refused by a dependent of it.
func (d *dependent) search(version string, lacks []finding.Segment) *witness.Search {
	s := &witness.Search{Change: witness.Change{Version: version, Value: d.at.Way()}, Lacks: lacks, Refusal: true}
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
		n.also = append(n.also, s)
	}
}

// describe names it in a sentence.
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

// nullClash notes that something above a field may refuse null there, which was dropped, or
// replaced by the default, before that saw it.
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
			s := d.search(w.pair.new.Name, append(parent.Way(), finding.Segment{Name: name}))
			s.Null = true
			return s
		})
	}
}

// changeClash notes that a default is put in place of a value that was left out, which CEL
// rules about changes see as a change; and that a default has an item twice. A field that is
// new with its default was in no object before.
func (w *keyword) changeClash(of *schema.Schema, p *finding.Path, way []finding.Segment, value any, added bool) {
	if !validate.Takes(w.Server, of, filled(of, value)) {
		// When the CRD is checked, the defaults inside of the default are not in it.
		n := w.say(&defaultClashes, "%s gets the default %s, which the server refuses in objects", w.field(), shortened(prose.JSON(value)))
		n.addSearch(func() *witness.Search {
			return &witness.Search{Change: w.lacking(way), Absent: true, Below: true, Few: true, Refusal: true}
		})
	}
	if full := filled(of, value); !reflect.DeepEqual(full, value) && schema.NewTree(of, nil).Any(func(s *schema.Schema) bool { return len(s.XValidations()) > 0 }) {
		// CEL rules see it without the defaults inside of it, too.
		n := w.say(&defaultClashes, "%s gets the default %s, with the defaults inside of it, which a CEL rule there may refuse", w.field(), shortened(prose.JSON(value)))
		n.addSearch(func() *witness.Search {
			return &witness.Search{Change: w.lacking(way), Absent: true, Below: true, Few: true, Refusal: true}
		})
	}
	inside(of, value, p, func(s *schema.Schema, v any, p *finding.Path) {
		switch {
		case s.ListType() == "set" || s.ListType() == "map":
			if len(validate.Lists(nil, v, s)) > 0 {
				n := w.say(&defaultClashes, "%s gets the default %s, which has an item twice", w.field(), shortened(prose.JSON(value)))
				n.addSearch(func() *witness.Search {
					return &witness.Search{Change: w.lacking(way), Absent: true, Below: true, Few: true, Refusal: true}
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
					Change: witness.Change{Version: w.pair.new.Name, Value: way, Rule: p.Child("x-kubernetes-validations").Index(i), Said: rule.Rule},
					Lacks:  way, Refusal: true, Updates: true,
				}
			})
			return
		}
	})
}

// lacking is a change of what stands in the object around a field, which may be new.
func (w *keyword) lacking(way []finding.Segment) witness.Change {
	last := len(way) - 1
	return witness.Change{Version: w.pair.new.Name, Value: way[:last], Field: way[last].Name}
}

// filled is a default with the defaults inside of it.
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

// dependents finds what speaks of a field, or counts it, above it. Way leads to the field
// from the parent; "*" is any item or value.
func dependents(parent *schemadiff.Pair, way []string) []dependent {
	var all []dependent
	for at := parent; at != nil; at = at.Parent {
		s := at.New.Schema
		if s.MaxProperties() != nil && len(way) == 1 {
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
			if slices.ContainsFunc(j.branches, func(b *schema.Schema) bool { return constrains(b, way) }) {
				all = append(all, dependent{at, -1, j.keyword})
			}
		}
		for i := range s.XValidations() {
			if mentions(s.XValidations()[i].Rule, way) {
				all = append(all, dependent{at, i, "x-kubernetes-validations"})
			}
		}
		if at.Parent != nil {
			way = append([]string{stepOf(at)}, way...)
		}
	}
	return all
}

// stepOf is the name by which values stand in the place above.
func stepOf(at *schemadiff.Pair) string {
	if at.New.Role == schema.RoleProperty {
		return at.New.Name
	}
	return "*"
}

// constrains reports whether a branch of a junctor says something of a field, or counts it.
func constrains(s *schema.Schema, way []string) bool {
	if s == nil {
		return false
	}
	if len(s.Enum) > 0 || len(way) == 1 && (slices.Contains(s.Required, way[0]) || s.MaxProperties() != nil || s.MinProperties() != nil) {
		return true
	}
	for _, below := range []*schema.Schema{s.Property(way[0]), s.ItemSchema(), s.ValueSchema()} {
		if below != nil && (len(way) == 1 || constrains(below, way[1:])) {
			return true
		}
	}
	of := func(b *schema.Schema) bool { return constrains(b, way) }
	return slices.ContainsFunc(s.AllOf(), of) || slices.ContainsFunc(s.AnyOf(), of) || slices.ContainsFunc(s.OneOf(), of) || of(s.Not)
}

// celPatterns find parts of CEL rules.
var celPatterns = sync.OnceValue(func() (re struct{ words, hasCall, each *regexp.Regexp }) {
	re.words = regexp.MustCompile(`[A-Za-z_]\w*`)
	re.hasCall = regexp.MustCompile(`\bhas\([^()]*\)`)
	// It binds a variable to the items of a list, or to what is in a map.
	re.each = regexp.MustCompile(`(\.(?:all|exists|exists_one|existsOne|map|filter)\()\s*([A-Za-z_]\w*)\s*,`)
	return re
})

// mentions reports whether a CEL rule may read a field: it names it, or takes a value
// around it as a whole.
func mentions(rule string, way []string) bool {
	last := celtext.FieldName(way[len(way)-1])
	if slices.Contains(celPatterns().words.FindAllString(rule, -1), last) || strings.Contains(rule, `"`+way[len(way)-1]+`"`) || strings.Contains(rule, `'`+way[len(way)-1]+`'`) {
		return true
	}
	// That a value around it is there does not depend on it.
	rest := celPatterns().hasCall.ReplaceAllString(rule, "true")
	var items []string
	if slices.Contains(way[:len(way)-1], "*") {
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
		if name == "self" || name == "oldSelf" || slices.Contains(items, name) || slices.ContainsFunc(way[:len(way)-1], func(step string) bool { return celtext.FieldName(step) == name }) {
			return true
		}
	}
	return false
}
