package gotypes

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// planner plans one change.
type planner struct {
	c        *CRD
	plan     *Plan
	titles   []string
	untitled bool
}

// adds says that markers are added to a field or a type; a list type before the keys.
func (p *planner) adds(texts []string, to string) {
	end := " to " + to
	for i, had := range p.titles {
		rest, ok := strings.CutSuffix(had, end)
		if !ok || !strings.HasPrefix(had, "add ") {
			continue
		}
		had := strings.Split(strings.TrimPrefix(rest, "add "), " and ")
		for _, text := range texts {
			if slices.Contains(had, text) {
				continue
			}
			if strings.HasPrefix(text, "+listType=") {
				had = append([]string{text}, had...)
			} else {
				had = append(had, text)
			}
		}
		p.titles[i] = "add " + strings.Join(had, " and ") + end
		return
	}
	p.title("add " + strings.Join(texts, " and ") + end)
}

func (p *planner) title(text string) { p.titles = append(p.titles, text) }

func (p *planner) edit(f *file, from, to int, text string) bool {
	if !p.c.m.ours(f) {
		return false
	}
	p.plan.edits = append(p.plan.edits, textEdit{f, from, to, text})
	return true
}

func (p *planner) change(change finding.Change) bool {
	path := change.Path.Segments()
	if len(path) < 2 || path[0].Name != "spec" {
		return false
	}
	if path[1].Name != "versions" || len(path) < 4 || !path[2].IsIndex {
		return p.names(change, path)
	}
	if path[2].Index >= len(p.c.roots) || p.c.roots[path[2].Index] == nil {
		return false
	}
	r := p.c.roots[path[2].Index]
	if len(path) < 6 || path[3].Name != "schema" || path[4].Name != "openAPIV3Schema" {
		at, exact := r.version(path[3:])
		return exact && p.inSpec(change, path[3:], at)
	}
	below := path[5:]
	switch change.Op {
	case finding.Add:
		return p.add(r, below, change.Value)
	case finding.Replace, finding.Remove:
		s, rest, ok := r.schema(below)
		if !ok || len(rest) == 0 {
			return false
		}
		if change.Op == finding.Remove {
			return p.remove(r, s, rest)
		}
		return p.replace(r, s, rest, change.Value)
	}
	return false
}

// names changes what the types of all versions say of the CRD. They should say the same;
// whose marker controller-gen applies last is left to chance.
func (p *planner) names(change finding.Change, path []finding.Segment) bool {
	some := false
	for _, r := range p.c.roots {
		if r == nil {
			continue
		}
		at, exact := r.names(path)
		if !exact {
			continue
		}
		if at.args != nil && at.note != nil {
			value := span{int(at.pos - at.note.pos), int(at.pos-at.note.pos) + at.n}
			if last := path[len(path)-1]; last.IsIndex {
				value, _ = item(at.args, value, last.Index)
			}
			if value.from < value.to && strings.Trim(at.note.text[value.from:value.to], "\"`") == change.Value {
				continue // it is right there
			}
		}
		if !p.inSpec(change, path, at) {
			return false
		}
		some = true
	}
	return some
}

// add writes a new marker.
func (p *planner) add(r *Root, path []finding.Segment, value any) bool {
	keyword := path[len(path)-1].Name
	for _, to := range r.targets(path[:len(path)-1]) {
		name := r.setter(&to, keyword)
		texts, ok := setting(name, value)
		if keyword == "required" || !ok || has(to.notes(), name) != nil || !p.c.m.ours(to.f) {
			continue
		}
		offset, indent, style, ok := to.insertion()
		if !ok {
			continue
		}
		p.adds(texts, to.name())
		for _, text := range texts {
			if !p.edit(to.f, offset, offset, indent+style+text+to.f.eol()+"\n") {
				return false
			}
		}
		return true
	}
	return false
}

// eol is what stands before the line ends of a file.
func (f *file) eol() string {
	if i := f.lineEnd(0); i > 1 && f.src[i-2] == '\r' {
		return "\r"
	}
	return ""
}

// setter returns the name of the marker that sets a keyword of a target; "" if there is none.
func (r *Root) setter(to *target, keyword string) string {
	name, where := setterOf(keyword)
	if name == "" || !typed(keyword, to.typ, to.intOrString) {
		return ""
	}
	switch {
	case name == "mapType" && to.isStruct:
		name = "structType"
	case keyword == "x-kubernetes-embedded-resource" && to.field == nil:
		name, where = validationPrefix+"XEmbeddedResource", onType
	}
	if to.items {
		validation, ok := strings.CutPrefix(name, validationPrefix)
		if !ok {
			return ""
		}
		name = validationPrefix + "items:" + validation
	}
	m, _, ok := markerOf(name)
	if !ok || m.since > r.gen.minor || to.field == nil && where&onType == 0 {
		return ""
	}
	return name
}

// replace writes another value into a marker.
func (p *planner) replace(r *Root, s *raw, rest []finding.Segment, value any) bool {
	at, exact := r.keyword(s, rest)
	if !exact || at.note == nil || at.args == nil {
		return false
	}
	old := span{int(at.pos - at.note.pos), int(at.pos-at.note.pos) + at.n}
	whole := at.pos == at.note.pos && at.n == len(at.note.text)
	if at.args.fields == nil && whole {
		if old = at.args.at; len(rest) != 1 {
			return false
		}
		_, _, name, _ := knownMarker(at.note, onField|onType)
		texts, ok := setting(name, value)
		if !ok || len(texts) != 1 {
			return false
		}
		_, text, ok := strings.Cut(texts[0], "=")
		if v, is := value.(string); is {
			text = quotedAs(at.note.text[old.from:old.to], v)
		}
		p.title("write " + at.note.text[:old.from] + text)
		return ok && p.part(at.note, old, text)
	}
	v, ok := value.(string)
	if !ok || whole {
		return false
	}
	text := quotedAs(at.note.text[old.from:old.to], v)
	p.titleOf(at, old, text)
	return p.part(at.note, old, text)
}

// titleOf says which argument of a marker gets which value, of those that are short.
func (p *planner) titleOf(at place, value span, text string) {
	for name, s := range at.args.spans {
		if s != value {
			continue
		}
		switch name {
		case "rule", "message", "messageExpression": // the title of the change says more
		default:
			p.title("write " + name + "=" + text + " in +" + at.note.base)
			return
		}
	}
	p.untitled = true
}

// quotedAs writes a string as another one is written: in the same quotes, if it can be.
func quotedAs(old, s string) string {
	switch {
	case old == "" || old[0] != '"' && old[0] != '`':
		if s != "" && !strings.ContainsAny(s, ",;{}\"'`\n") && strings.TrimSpace(s) == s {
			return s
		}
		return doubleQuoted(s)
	case old[0] == '`':
		return quotedArgument(s)
	}
	return strconv.Quote(s)
}

// part replaces a part of a marker.
func (p *planner) part(n *note, s span, text string) bool {
	start := n.file.tok.Offset(n.pos)
	return p.edit(n.file, start+s.from, start+s.to, text)
}

// inSpec changes a marker of the type that is about the CRD and not about its schema.
func (p *planner) inSpec(change finding.Change, path []finding.Segment, at place) bool {
	if at.note == nil || at.args == nil {
		return false
	}
	whole := at.pos == at.note.pos && at.n == len(at.note.text)
	value := span{int(at.pos - at.note.pos), int(at.pos-at.note.pos) + at.n}
	last := path[len(path)-1]
	switch change.Op {
	case finding.Remove:
		if last.IsIndex && (path[0].Name == "selectableFields" || path[0].Name == "additionalPrinterColumns") {
			return p.line(at.note)
		}
		for name, s := range at.args.spans {
			if s == value && !last.IsIndex && path[0].Name == "deprecationWarning" {
				return p.argument(at.note, at.args, name)
			}
		}
	case finding.Replace:
		text, ok := change.Value.(string)
		if !ok || whole {
			return false
		}
		if last.IsIndex {
			if value, ok = item(at.args, value, last.Index); !ok {
				return false
			}
		}
		new := quotedAs(at.note.text[value.from:value.to], text)
		if last.IsIndex {
			p.untitled = true
		} else {
			p.titleOf(at, value, new)
		}
		return p.part(at.note, value, new)
	}
	return false
}
