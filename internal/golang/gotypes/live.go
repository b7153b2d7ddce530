package gotypes

import (
	"maps"
	"slices"
	"sort"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Live is a CRD as controller-gen would write it from the Go types, as far as that can be told.
type Live struct {
	// CRD is the decoded document. It shares nothing with the one that it was made of.
	CRD map[string]any
	// Changed is set if it differs from that one.
	Changed bool
	// Unknown are the names in JSON of fields that Go has and the document has not, as their types are not known:
	// nothing declares them, or their modules are not on disk.
	Unknown []string
}

// Live returns a CRD with what its Go types say otherwise, for a decoded document. What looks like the work of another
// tool stays as it is, as Stale has it; file is that of the CRD, "" for none.
func (c *CRD) Live(crd map[string]any, file string) Live {
	live := Live{CRD: runtime.DeepCopyJSON(crd)}
	name, _ := jsonvalue.At(crd, []finding.Segment{{Name: "metadata"}, {Name: "name"}})
	text, _ := name.(string)
	for i, r := range c.roots {
		if r == nil {
			continue
		}
		if schema := schemaOf(crd, i); schema != nil {
			r.update(&live, schemaOf(live.CRD, i), c.Stale(i, schema, file, text))
		}
	}
	c.updateSpec(&live)
	slices.Sort(live.Unknown)
	live.Unknown = slices.Compact(live.Unknown)
	return live
}

// update changes a schema to what its Go types say.
func (r *Root) update(live *Live, schema map[string]any, stale []Disagreement) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	u := updater{r: r, live: live, write: schemaWriter{g: r.gen, described: hasDescription(schema)}}
	for i := range stale {
		u.resolve(schema, &stale[i])
	}
	u.arrange(r.root, schema, true)
	if len(u.bare) < stripped { // else a tool has removed them
		for _, b := range u.bare {
			b.y["description"] = b.text
			live.Changed = true
		}
	}
	live.Unknown = append(live.Unknown, u.write.unknown...)
}

// updater changes a schema to what its Go types say.
type updater struct {
	r     *Root
	live  *Live
	write schemaWriter
	// bare are the schemas without a description that have one in Go, with its text.
	bare []bareSchema
}

type bareSchema struct {
	y    map[string]any
	text string
}

// resolve changes a schema where it disagrees with Go.
func (u *updater) resolve(schema map[string]any, d *Disagreement) {
	n := 1
	if d.Keyword == "properties" {
		n = 2
	}
	above := d.Path[:len(d.Path)-n]
	y := schemaBelow(schema, above)
	s, rest, ok := u.r.schema(above)
	if y == nil || !ok || len(rest) > 0 {
		return // it is a part of what was added or removed
	}
	last := d.Path[len(d.Path)-1].Name
	switch d.Keyword {
	case "properties":
		u.property(y, s, last, d.InGo != nil)
	case "required":
		required(y, d)
	case rulesKeyword:
		celRules(y, d)
	case "items", "additionalProperties":
		u.below(y, s, d)
	case "anyOf", "allOf":
		u.branches(y, s, d.Keyword)
	default:
		setOrDelete(y, last, d.InGo)
	}
	u.live.Changed = true
}

// setOrDelete sets a keyword to a value, and deletes it if that is nil.
func setOrDelete(y map[string]any, keyword string, value any) {
	if value == nil {
		delete(y, keyword)
		return
	}
	y[keyword] = runtime.DeepCopyJSONValue(plain(value))
}

// property adds a field to a schema, or removes it.
func (u *updater) property(y map[string]any, s *raw, name string, add bool) {
	props, _ := y["properties"].(map[string]any)
	if !add {
		if delete(props, name); len(props) == 0 {
			delete(y, "properties")
		}
		return
	}
	value, known := u.write.schema(u.r.gen.flat(s.props[name]))
	if !known {
		u.write.unknown = append(u.write.unknown, name)
		required(y, &Disagreement{InCRD: name}) // the name of a field that is not declared
		return
	}
	if props == nil {
		props = map[string]any{}
		y["properties"] = props
	}
	props[name] = value
}

// required adds a name to those of the required fields, or removes it.
func required(y map[string]any, d *Disagreement) {
	list, _ := y["required"].([]any)
	name, _ := d.InGo.(string)
	if d.InGo == nil {
		list = slices.DeleteFunc(slices.Clone(list), func(v any) bool { return v == d.InCRD })
	} else {
		list = append(slices.Clip(list), name)
		sort.Slice(list, func(i, j int) bool {
			a, _ := list[i].(string)
			b, _ := list[j].(string)
			return a < b
		})
	}
	setList(y, "required", list)
}

func setList(y map[string]any, keyword string, list []any) {
	if len(list) == 0 {
		delete(y, keyword)
		return
	}
	y[keyword] = list
}

// celRules adds a rule to those of a schema, or removes it. Their order is that of arrange.
func celRules(y map[string]any, d *Disagreement) {
	list, _ := y[rulesKeyword].([]any)
	if d.InGo != nil {
		list = append(slices.Clip(list), runtime.DeepCopyJSONValue(plain(d.InGo)))
	} else if i := slices.IndexFunc(list, func(v any) bool { return same(v, d.InCRD) }); i >= 0 {
		list = slices.Delete(slices.Clone(list), i, i+1)
	}
	setList(y, rulesKeyword, list)
}

// below writes the schema of items or values anew, or removes it.
func (u *updater) below(y map[string]any, s *raw, d *Disagreement) {
	next := s.items
	if d.Keyword == "additionalProperties" {
		next = s.values
		if s.anyValue {
			y[d.Keyword] = true
			return
		}
	}
	if next == nil {
		delete(y, d.Keyword)
		return
	}
	if value, known := u.write.schema(u.r.gen.flat(next)); known {
		y[d.Keyword] = value
	}
}

// branches writes all branches of anyOf or allOf anew.
func (u *updater) branches(y map[string]any, s *raw, keyword string) {
	branches := s.anyOf
	if keyword == "allOf" {
		branches = s.allOf
	}
	setList(y, keyword, u.write.list(branches))
}

// arrange gives the CEL rules of a schema, and of those below it, the order that they have in Go, and the descriptions
// of the comments there.
func (u *updater) arrange(s *raw, y map[string]any, root bool) {
	if list, _ := y[rulesKeyword].([]any); len(list) > 1 {
		ordered := inOrderOf(list, s.rules)
		if !slices.EqualFunc(list, ordered, same) {
			u.live.Changed = true
		}
		y[rulesKeyword] = ordered
	}
	u.describe(s, y)
	props, _ := y["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(props)) {
		next := s.props[name]
		if below, ok := props[name].(map[string]any); ok && next != nil && !(root && name == "metadata") {
			u.arrangeBelow(next, below)
		}
	}
	if below, ok := y["items"].(map[string]any); ok && s.items != nil {
		u.arrangeBelow(s.items, below)
	}
	if below, ok := y["additionalProperties"].(map[string]any); ok && s.values != nil {
		u.arrangeBelow(s.values, below)
	}
}

func (u *updater) arrangeBelow(next *raw, y map[string]any) {
	if next.at.ok() && u.r.m.elsewhere(next.at.file.name) {
		return // types of other modules stay as they are
	}
	if len(y) > 0 {
		u.arrange(u.r.gen.flat(next), y, false)
	}
}

// inOrderOf returns rules in the order of others; those that are none of these come last.
func inOrderOf(list []any, order []word) []any {
	left := slices.Clone(list)
	var all []any
	for _, w := range order {
		if i := slices.IndexFunc(left, func(v any) bool { return same(v, w.value) }); i >= 0 {
			all = append(all, left[i])
			left = slices.Delete(left, i, i+1)
		}
	}
	return append(all, left...)
}

// describe sets the description to that of the comment in Go. Descriptions of other modules stay as they are, and all
// do in a CRD without any.
func (u *updater) describe(s *raw, y map[string]any) {
	if !u.write.described || s.unread || s.doc.ok() && u.r.m.elsewhere(s.doc.file.name) || !s.at.ok() || u.r.m.elsewhere(s.at.file.name) {
		return
	}
	is, _ := y["description"].(string)
	want := u.write.description(s)
	if sameDescription(is, want) {
		return
	}
	switch {
	case is == "":
		u.bare = append(u.bare, bareSchema{y, want})
		return
	case want == "":
		delete(y, "description")
	default:
		y["description"] = want
	}
	u.live.Changed = true
}
