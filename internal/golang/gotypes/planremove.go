package gotypes

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// remove removes a marker, one of its arguments, or an item of its list.
func (p *planner) remove(r *Root, s *raw, rest []finding.Segment) bool {
	if len(rest) > 3 {
		return false
	}
	if rest[0].Name == "required" && len(rest) == 2 {
		return p.optional(s, rest[1].Index)
	}
	at, exact := r.keyword(s, rest)
	if rest[0].Name == "x-kubernetes-list-map-keys" {
		if len(rest) != 2 {
			return false
		}
		at, exact = mapKey(s, rest[1].Index)
	}
	if !exact || at.note == nil || at.args == nil {
		return false
	}
	switch {
	case rest[0].Name == rulesKeyword && (len(rest) == 1 || at.args.fields == nil):
		return false
	case rest[0].Name == rulesKeyword && len(rest) == 3:
		return p.argument(at.note, at.args, rest[2].Name)
	case rest[0].Name == "enum" && len(rest) == 2:
		return p.item(at.note, at.args.items, rest[1].Index)
	}
	return p.line(at.note)
}

// mapKey is the marker of the i-th key of a list.
func mapKey(s *raw, i int) (place, bool) {
	list, _ := s.value("x-kubernetes-list-map-keys").([]any)
	if i < 0 || i >= len(list) {
		return place{}, false
	}
	before := 0
	for _, k := range list[:i] {
		if k == list[i] {
			before++
		}
	}
	for _, w := range s.said {
		if w.keyword == "x-kubernetes-list-map-keys" && w.value == list[i] {
			if before == 0 {
				return w.at, true
			}
			before--
		}
	}
	return place{}, false
}

// optional makes a field optional.
func (p *planner) optional(s *raw, i int) bool {
	names := requiredOf(s)
	if i < 0 || i >= len(names) {
		return false
	}
	at := names[i].at
	if at.note != nil {
		text := "optional"
		if strings.HasPrefix(at.note.name, validationPrefix) {
			text = validationPrefix + "Optional"
		}
		p.title("write +" + text)
		return p.part(at.note, span{1, len(at.note.text)}, text)
	}
	field := s.props[names[i].value.(string)]
	if field == nil {
		return false
	}
	to, ok := field.at.target(target{})
	if !ok || to.items {
		return false
	}
	offset, indent, style, ok := to.insertion()
	p.title("add +optional to " + to.name())
	return ok && p.edit(to.f, offset, offset, indent+style+"+optional"+to.f.eol()+"\n")
}

// line removes the line of a marker.
func (p *planner) line(n *note) bool {
	f := n.file
	offset := f.tok.Offset(n.pos)
	from, to := f.tok.Offset(f.tok.LineStart(f.tok.Line(n.pos))), f.lineEnd(offset)
	if to < 0 || strings.Trim(string(f.src[from:offset]), " \t/") != "" {
		return false
	}
	p.title("remove " + n.text)
	return p.edit(f, from, to, "")
}

// argument removes one of the arguments of a marker.
func (p *planner) argument(n *note, a *args, name string) bool {
	value, ok := a.spans[name]
	if !ok {
		return false
	}
	from := strings.LastIndex(n.text[:value.from], name)
	if from < 0 {
		return false
	}
	to := value.to
	switch rest := n.text[to:]; {
	case len(a.spans) == 1:
		from-- // the colon
	case strings.HasPrefix(rest, ",") && n.text[from-1] != ',':
		to++
	default:
		from--
	}
	p.untitled = true
	return p.part(n, span{from, to}, "")
}

// item removes an item of a list.
func (p *planner) item(n *note, items []span, i int) bool {
	if i < 0 || i >= len(items) || len(items) < 2 {
		return false
	}
	s := items[i]
	if i == 0 {
		s.to = items[1].from
	} else {
		s.from = items[i-1].to
	}
	p.title("write " + n.text[:s.from] + n.text[s.to:])
	return p.part(n, s, "")
}

// item is the i-th item of the list that is the value of an argument.
func item(a *args, value span, i int) (span, bool) {
	for name, s := range a.spans {
		if list := a.lists[name]; s == value && i >= 0 && i < len(list) {
			return list[i], true
		}
	}
	return span{}, false
}
