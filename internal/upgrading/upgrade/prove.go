package upgrade

import (
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/schema"
)

// prove searches for the witnesses of changes that need action.
func (c *comparison) prove() {
	if !c.NoWitnesses && (len(c.checked.Findings) == 0 || c.Installs != nil && c.Installs(c.new)) {
		c.before, c.after = witness.New(c.old, c.Requests), witness.New(c.new, c.Requests)
	}
	shown := map[string]bool{} // causes
	for i, n := range c.searched() {
		c.show(n, i < mostShown)
		n.Unsought = n.May && (n.Unsought || i >= mostShown || n.needsLargeValue())
		shown[n.cause()] = shown[n.cause()] || n.Witness != nil
		if n.Breaking && n.May && (!n.Unsought || n.ofLogic() && !shown[n.cause()]) {
			n.Breaking, n.Class = false, Unproven
		}
	}
}

// largestSample is the length of texts, lists and maps that witnesses can certainly have.
const largestSample = 10_000

// needsLargeValue reports whether only a value larger than those of witnesses can show the change of a limit.
func (n *Change) needsLargeValue() bool {
	if n.schema == nil {
		return false
	}
	bound := n.schema.After
	switch n.Keyword {
	case "maxLength", "maxItems", "maxProperties": // a value beyond the new limit
	case "minLength", "minItems", "minProperties": // a value at the old limit
		bound = n.schema.Before
	default:
		return false
	}
	size, ok := bound.(int64)
	return ok && size > largestSample
}

// mostShown limits the changes of a CRD for which a witness is searched: each search without a result takes time.
const mostShown = 1000

// searched returns the changes that have a search.
func (c *comparison) searched() (all []*Change) {
	for i := range c.found {
		if c.found[i].search != nil {
			all = append(all, &c.found[i])
		}
	}
	return all
}

// cause returns the same text for equal changes of different fields.
func (n *Change) cause() string {
	return n.Kind.ID + "\x00" + n.Keyword + "\x00" + n.Name + "\x00" + strings.ReplaceAll(n.Message, n.Field, "\x00")
}

// ofLogic reports whether a change is of a CEL rule or of branches, which may refuse nothing. A new limit, type or
// required field refuses a value almost everywhere.
func (n *Change) ofLogic() bool {
	return n.Kind == &ruleAdded || n.Kind == &ruleChanged || n.Kind == &branchesChanged
}

// rarelyBreaks reports whether a change breaks something only together with a keyword or rule that rarely objects:
// most rules that name a field accept its default.
func (n *Change) rarelyBreaks() bool { return n.Kind == &defaultClashes || n.Kind == &nullClashes }

// show searches for the witness of a change if search is set, and judges the change by the result.
func (c *comparison) show(n *Change, search bool) {
	if c.before == nil {
		n.Breaking = n.Breaking && !n.rarelyBreaks()
		return
	}
	if search {
		n.Witness = c.witness(n)
	}
	n.May = n.Witness == nil && n.Kind.Breaks && n.Kind != &versionRemoved
	n.Unsought = n.May && (!search || !c.before.Searched(c.after, *n.search()))
	switch {
	case !n.May:
	case search && n.Kind == &ruleChanged && c.relaxed(n):
		n.Breaking, n.May, n.Effect, n.Help = false, false, "values are accepted that were refused, and none was found that is refused now", ""
	case n.rarelyBreaks():
		n.Breaking = false
	}
}

// witness searches for a request that shows a change.
func (c *comparison) witness(n *Change) *witness.Difference {
	beside := c.besideOthers(n)
	for _, search := range append([]func() *witness.Search{n.search}, n.moreSearches...) {
		s := search()
		if beside {
			s.Undone = func() *crd.CustomResourceDefinition { return c.undone(n.Version, n.schema) }
		}
		if found := c.before.Differ(c.after, *s); found != nil {
			return found
		}
	}
	return nil
}

// relaxed searches for a value that a CEL rule accepts and the rule before it refused.
func (c *comparison) relaxed(n *Change) bool {
	was := n.schema.Before.(*schema.ValidationRule)
	if strings.Contains(was.Rule, "oldSelf") {
		return false
	}
	s := *n.search()
	s.Rule, s.Against, s.Values = n.schema.OldPath(), was.Rule, nil
	return c.after.Differ(c.before, s) != nil
}

// searchWith returns search with a modification.
func (w *keyword) searchWith(change func(s *witness.Search)) func() *witness.Search {
	return func() *witness.Search {
		s := w.search()
		change(s)
		return s
	}
}

// search returns the search for a request that shows the change of a keyword.
func (w *keyword) search() *witness.Search {
	s := &witness.Search{
		Change: witness.Change{Version: w.pair.new.Name, Value: w.At.ObjectPath(), Field: w.Name},
		Values: w.values(),
		Few:    true,
	}
	if strings.HasPrefix(w.Keyword, "x-kubernetes-list-") {
		s.Lengths = []int{2}
	}
	s.Broken = w.broken()
	if w.inMetadata() {
		s.Values = append(s.Values, someNames...)
	}
	switch w.Keyword {
	case "required":
		s.Absent = true
	case "properties":
		s.Value, s.Field = append(s.Value, finding.Segment{Name: w.Name}), ""
		s.Undeclared = w.Before == nil && w.At.Old.ValueSchema() == nil
	case "default":
		s.Absent = true
	case "additionalProperties", "x-kubernetes-preserve-unknown-fields", "items", "x-kubernetes-embedded-resource", "x-kubernetes-list-type", "x-kubernetes-list-map-keys":
		s.Below = true
	case "allOf", "anyOf", "oneOf", "not":
		s.Few, s.Below = false, true
		s.Said = prose.JSON(w.Before) + " " + prose.JSON(w.After) // it contains the values in which the branches differ
		s.Within, s.Sets = w.beyondBranches(), w.fieldSets()
	case "x-kubernetes-validations":
		is := w.After.(*schema.ValidationRule)
		s.Few, s.Rule, s.Said = false, w.Path(), strings.ReplaceAll(is.Rule, "oldSelf", "self")
		s.Updates = strings.Contains(is.Rule, "oldSelf") && !tighter.OptionalOldSelf(is)
		if w.At.Old.ValueSchema() != nil {
			s.Keys = oddKeys()
		}
		s.Empty = w.emptied(is.Rule)
		if !strings.Contains(is.Rule, "oldSelf") {
			s.Against = is.Rule
		}
		if was, replaced := w.Before.(*schema.ValidationRule); replaced {
			s.Said += " " + was.Rule
		}
	case "type":
		s.Below = w.At.Crossed
	case "maxItems", "maxProperties":
		if is, ok := w.After.(int64); ok && is <= mostItems {
			s.Lengths, s.MapKeys = []int{int(is) + 1}, w.At.Old.XListMapKeys()
		}
		if w.Keyword == "maxProperties" {
			for i, p := range w.At.Old.Properties.All() {
				if i < mostFields {
					s.Fields = append(s.Fields, p.Name)
				}
			}
		}
	case "minItems", "minProperties":
		if is, ok := w.After.(int64); ok && is > 0 && is < mostItems {
			s.Lengths = []int{int(is) - 1, 0}
		}
	case "pattern", "format", "multipleOf":
		s.Few = false
	}
	return s
}

// broken returns the keyword that the server's error names for a value that breaks this keyword, or "" if the
// error may name another one.
func (w *keyword) broken() string {
	switch w.Keyword {
	case "exclusiveMaximum":
		return "maximum"
	case "exclusiveMinimum":
		return "minimum"
	case "maximum", "minimum", "multipleOf", "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "enum":
		return w.Keyword
	}
	return ""
}

// mostFields limits the fields that are put into an object.
const mostFields = 12

// mostItems limits the length of lists.
const mostItems = 10_000
