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
	// CRD is the decoded document. It shares what is the same with the one that it was made of, and must not be changed.
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
	live := Live{CRD: maps.Clone(crd)}
	name, _ := jsonvalue.At(crd, []finding.Segment{{Name: "metadata"}, {Name: "name"}})
	text, _ := name.(string)
	for i, r := range c.roots {
		if r == nil {
			continue
		}
		if schema := schemaOf(crd, i); schema != nil {
			r.update(&live, i, schema, c.stale(i, schema, file, text, true))
		}
	}
	c.updateSpec(&live)
	slices.Sort(live.Unknown)
	live.Unknown = slices.Compact(live.Unknown)
	return live
}

// own copies the object at a path of a document, and the values around it, so that it can be changed while another
// document shares the rest. It returns nil if there is no object at the path.
func own(doc map[string]any, path ...finding.Segment) map[string]any {
	var here any = doc
	for _, s := range path {
		switch in := here.(type) {
		case map[string]any:
			here = copied(in[s.Name])
			if here != nil {
				in[s.Name] = here
			}
		case []any:
			if s.Index >= len(in) {
				return nil
			}
			here = copied(in[s.Index])
			in[s.Index] = here
		}
	}
	y, _ := here.(map[string]any)
	return y
}

// copied returns a copy of an object or a list with the same values; other values are returned as they are.
func copied(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return maps.Clone(v)
	case []any:
		return slices.Clone(v)
	}
	return v
}

// update changes the schema of a version to what its Go types say.
func (r *Root) update(live *Live, version int, schema map[string]any, stale []Disagreement) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	u := updater{r: r, live: live, write: schemaWriter{g: r.gen, described: hasDescription(schema)}}
	around := own(live.CRD, pathOfSchema(version)[:4]...)
	root := maps.Clone(schema)
	for i := range stale {
		u.resolve(root, &stale[i])
	}
	around["openAPIV3Schema"] = u.arranged(root)
	live.Unknown = append(live.Unknown, u.write.unknown...)
}

// updater changes a schema to what its Go types say.
type updater struct {
	r     *Root
	live  *Live
	write schemaWriter
	// bare counts the schemas without a description that have one in Go. They get none if leavesBare is set.
	bare       int
	leavesBare bool
}

// arranged returns a schema with the order and the descriptions that Go has.
func (u *updater) arranged(root map[string]any) map[string]any {
	y, changed := u.arrange(u.r.root, root, true)
	if u.bare >= stripped { // a tool has removed them
		u.leavesBare = true
		y, changed = u.arrange(u.r.root, root, true)
	}
	u.live.Changed = u.live.Changed || changed
	return y
}

// resolve changes a schema where it disagrees with Go.
func (u *updater) resolve(schema map[string]any, d *Disagreement) {
	n := 1
	if d.Keyword == "properties" {
		n = 2
	}
	above := d.Path[:len(d.Path)-n]
	s, rest, ok := u.r.schema(above)
	if schemaBelow(schema, above) == nil || !ok || len(rest) > 0 {
		return // it is a part of what was added or removed
	}
	y := own(schema, above...)
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
	props := own(y, finding.Segment{Name: "properties"})
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

// arrange returns a schema whose CEL rules, and those of the schemas below, have the order that they have in Go, and with
// the descriptions of the comments there. It is the same object if nothing changes.
func (u *updater) arrange(s *raw, y map[string]any, root bool) (out map[string]any, changed bool) {
	out = y
	set := func(keyword string, value any) {
		if !changed {
			out, changed = maps.Clone(y), true
		}
		out[keyword] = value
	}
	if list, _ := y[rulesKeyword].([]any); len(list) > 1 {
		if ordered := inOrderOf(list, s.rules); !slices.EqualFunc(list, ordered, same) {
			set(rulesKeyword, ordered)
		}
	}
	if text, isOther := u.description(s, y); isOther {
		if set("description", text); text == "" {
			delete(out, "description")
		}
	}
	props, _ := y["properties"].(map[string]any)
	var others map[string]any // the properties with schemas that have changed
	for name, v := range props {
		next := s.props[name]
		if next == nil || root && name == "metadata" {
			continue
		}
		if below, ok := u.arrangeBelow(next, v); ok {
			if others == nil {
				others = maps.Clone(props)
			}
			others[name] = below
		}
	}
	if others != nil {
		set("properties", others)
	}
	for keyword, next := range map[string]*raw{"items": s.items, "additionalProperties": s.values} {
		if next != nil {
			if below, ok := u.arrangeBelow(next, y[keyword]); ok {
				set(keyword, below)
			}
		}
	}
	return out, changed
}

func (u *updater) arrangeBelow(next *raw, schema any) (out map[string]any, changed bool) {
	y, _ := schema.(map[string]any)
	if len(y) == 0 || next.at.ok() && u.r.m.elsewhere(next.at.file.name) {
		return y, false // types of other modules stay as they are
	}
	return u.arrange(u.r.gen.flat(next), y, false)
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

// description returns the comment in Go of a schema, and whether it is another description than that of the CRD. Those of
// other modules stay as they are, and all do in a CRD without any.
func (u *updater) description(s *raw, y map[string]any) (text string, isOther bool) {
	if !u.write.described || s.unread || s.doc.ok() && u.r.m.elsewhere(s.doc.file.name) || !s.at.ok() || u.r.m.elsewhere(s.at.file.name) {
		return "", false
	}
	is, _ := y["description"].(string)
	text = u.write.description(s)
	if sameDescription(is, text) {
		return "", false
	}
	if is == "" {
		u.bare++
		return text, !u.leavesBare
	}
	return text, true
}
