package gotypes

import (
	"bytes"
	"go/format"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// Plan is a change of Go code: of markers in one or more files.
type Plan struct {
	m     *Module
	edits []textEdit
	// Title says what it does in the words of markers, "" if there is nothing to say but
	// what the change of the CRD does.
	Title string
}

// textEdit replaces bytes of a file.
type textEdit struct {
	f        *file
	from, to int
	text     string
}

func (e textEdit) less(o textEdit) bool {
	switch {
	case e.f != o.f:
		return e.f.name < o.f.name
	case e.from != o.from:
		return e.from < o.from
	}
	return e.to < o.to
}

// Plan says how markers have to change for the CRD to change, and reports whether they can.
// What else it changes Verify knows.
func (c *CRD) Plan(changes []finding.Change) (*Plan, bool) {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	p := planner{c: c, plan: &Plan{m: c.m}}
	for _, change := range changes {
		if !p.change(change) {
			return nil, false
		}
	}
	sort.SliceStable(p.plan.edits, func(i, j int) bool { return p.plan.edits[i].less(p.plan.edits[j]) })
	if p.plan.edits = slices.CompactFunc(p.plan.edits, sameEdit); len(p.plan.edits) == 0 || overlap(p.plan.edits) {
		return nil, false
	}
	sort.SliceStable(p.plan.edits, func(i, j int) bool { // a list type stands before the keys
		a, b := p.plan.edits[i], p.plan.edits[j]
		return a.f == b.f && a.from == b.from && strings.Contains(a.text, "+listType=") && !strings.Contains(b.text, "+listType=")
	})
	if titles := slices.Compact(p.titles); !p.untitled {
		p.plan.Title = strings.Join(titles, ", ")
	}
	return p.plan, true
}

func sameEdit(a, b textEdit) bool { return a == b }

func overlap(edits []textEdit) bool {
	for i := 1; i < len(edits); i++ {
		if a, b := edits[i-1], edits[i]; a.f == b.f && b.from < a.to {
			return true
		}
	}
	return false
}

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
		texts, ok := p.setting(r, &to, keyword, value)
		if !ok || has(to.notes(), strings.TrimPrefix(nameOf(texts[0]), "+")) != nil || !p.c.m.ours(to.f) {
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

// nameOf is the name of a marker with the plus sign.
func nameOf(text string) string {
	name, _, _ := strings.Cut(text, "=")
	return name
}

// eol is what stands before the line ends of a file.
func (f *file) eol() string {
	if i := f.lineEnd(0); i > 1 && f.src[i-2] == '\r' {
		return "\r"
	}
	return ""
}

// setting are the markers that set a keyword of a target.
func (p *planner) setting(r *Root, to *target, keyword string, value any) ([]string, bool) {
	name, where := setterOf(keyword)
	if name == "" || keyword == "required" || !typed(keyword, to.typ, to.intOrString) {
		return nil, false
	}
	switch {
	case name == "mapType" && to.isStruct:
		name = "structType"
	case keyword == "x-kubernetes-embedded-resource" && to.field == nil:
		name, where = validationPrefix+"XEmbeddedResource", onType
	}
	if to.items {
		if name = itemsMarker(name); name == "" {
			return nil, false
		}
	}
	m, _, ok := markerOf(name, where)
	if !ok || m.since > r.gen.minor || to.items && r.gen.minor < withItems || to.field == nil && where&onType == 0 {
		return nil, false
	}
	return setting(name, value)
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
			text = alike(at.note.text[old.from:old.to], v)
		}
		p.title("write " + at.note.text[:old.from] + text)
		return ok && p.part(at.note, old, text)
	}
	v, ok := value.(string)
	if !ok || whole {
		return false
	}
	text := alike(at.note.text[old.from:old.to], v)
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

// alike writes a string as another one is written: in the same quotes, if it can be.
func alike(old, s string) string {
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

// remove takes away a marker, one of its arguments, or an item of its list.
func (p *planner) remove(r *Root, s *raw, rest []finding.Segment) bool {
	if len(rest) > 3 {
		return false
	}
	if rest[0].Name == "required" && len(rest) == 2 {
		return p.optional(r, s, rest[1].Index)
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
		return p.item(at.note, at.args.at, at.args.items, rest[1].Index)
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
func (p *planner) optional(r *Root, s *raw, i int) bool {
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

// line takes away the line of a marker.
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

// argument takes away one of the arguments of a marker.
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

// item takes away an item of a list.
func (p *planner) item(n *note, list span, items []span, i int) bool {
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
		new := alike(at.note.text[value.from:value.to], text)
		if last.IsIndex {
			p.untitled = true
		} else {
			p.titleOf(at, value, new)
		}
		return p.part(at.note, value, new)
	}
	return false
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

// Together is a plan that makes those of some plans, all of one module, that can be made at
// once; used says which.
func Together(plans []*Plan) (all *Plan, used []bool) {
	used = make([]bool, len(plans))
	all = &Plan{}
	has := map[textEdit]bool{}
	for i, p := range plans {
		all.m = p.m
		var more []textEdit
		for _, e := range p.edits {
			if !has[e] {
				more = append(more, e)
			}
		}
		if used[i] = !slices.ContainsFunc(more, func(e textEdit) bool {
			return slices.ContainsFunc(all.edits, func(o textEdit) bool { return e.f == o.f && e.from < o.to && o.from < e.to })
		}); used[i] {
			for _, e := range more {
				has[e] = true
			}
			all.edits = append(all.edits, more...)
		}
	}
	sort.SliceStable(all.edits, func(i, j int) bool { return all.edits[i].less(all.edits[j]) })
	return all, used
}

// Size is the number of places in Go that change.
func (p *Plan) Size() int { return len(p.edits) }

// A FileChange is a file before and after a plan.
type FileChange struct {
	// Name is its full name, Shown what it is called in positions.
	Name, Shown string
	Old, New    []byte
}

// Files are the files that change, by name.
func (p *Plan) Files() []FileChange {
	p.m.mu.Lock()
	defer p.m.mu.Unlock()
	var all []FileChange
	for name, text := range p.Texts() {
		all = append(all, FileChange{Name: name, Shown: p.m.named(name), New: text})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	for i := range all {
		for _, e := range p.edits {
			if e.f.name == all[i].Name {
				all[i].Old = e.f.src
			}
		}
	}
	return all
}

// Texts are the files that change, by their full names, as they are then.
func (p *Plan) Texts() map[string][]byte {
	texts := map[string][]byte{}
	for _, list := range p.byFile() {
		f := list[0].f
		text := []byte{}
		from := 0
		for _, part := range tidied(f, list) {
			text = append(append(text, f.src[from:part.from]...), part.text...)
			from = part.to
		}
		texts[f.name] = append(text, f.src[from:]...)
	}
	return texts
}

func (p *Plan) byFile() [][]textEdit {
	var all [][]textEdit
	for i, e := range p.edits {
		if i == 0 || p.edits[i-1].f != e.f {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], e)
	}
	return all
}

// tidied are edits of a file with what gofmt makes of them: a line between two fields ends
// the columns of what is above it. Only declarations that gofmt has nothing to change of
// are kept so.
func tidied(f *file, edits []textEdit) []textEdit {
	var out []textEdit
	for len(edits) > 0 {
		e := edits[0]
		n := 1
		from, to, ok := f.declaration(e)
		for ; ok && n < len(edits) && edits[n].to <= to; n++ {
		}
		part := edits[:n]
		edits = edits[n:]
		if !ok || !slices.ContainsFunc(part, func(e textEdit) bool { return !e.amongComments() }) {
			out = append(out, part...)
			continue
		}
		old := f.src[from:to]
		var text []byte
		at := from
		for _, e := range part {
			text = append(append(text, f.src[at:e.from]...), e.text...)
			at = e.to
		}
		text = append(text, f.src[at:to]...)
		if was, err := format.Source(old); err == nil && string(was) == string(old) {
			if is, err := format.Source(text); err == nil && string(is) != string(text) {
				out = append(out, trimmed(textEdit{f, from, to, string(is)}))
				continue
			}
		}
		out = append(out, part...)
	}
	return out
}

// amongComments reports whether an edit leaves a comment where one was before, so that
// gofmt sees the same columns.
func (e textEdit) amongComments() bool {
	line := e.from
	for line > 0 && e.f.src[line-1] != '\n' {
		line--
	}
	if line < e.from {
		return true // within the comment
	}
	isComment := func(at int) bool {
		return bytes.HasPrefix(bytes.TrimLeft(e.f.src[at:], " \t"), []byte("//"))
	}
	if e.from < e.to && isComment(e.to) {
		return true
	}
	above := max(line-1, 0)
	for above > 0 && e.f.src[above-1] != '\n' {
		above--
	}
	return line > 0 && isComment(above)
}

// declaration is the range of the declaration that an edit is in, without its comment.
func (f *file) declaration(e textEdit) (from, to int, ok bool) {
	for _, d := range f.ast.Decls {
		from, to = f.tok.Offset(d.Pos()), f.tok.Offset(d.End())
		if from <= e.from && e.to <= to {
			return from, to, true
		}
	}
	return 0, 0, false
}

// trimmed is an edit without the lines at both ends that stay as they are.
func trimmed(e textEdit) textEdit {
	old := string(e.f.src[e.from:e.to])
	for {
		line, _, ok := strings.Cut(old, "\n")
		if !ok || !strings.HasPrefix(e.text, line+"\n") {
			break
		}
		n := len(line) + 1
		old, e.text, e.from = old[n:], e.text[n:], e.from+n
	}
	for {
		i, j := strings.LastIndexByte(strings.TrimSuffix(old, "\n"), '\n'), strings.LastIndexByte(strings.TrimSuffix(e.text, "\n"), '\n')
		if i < 0 || j < 0 || old[i+1:] != e.text[j+1:] {
			break
		}
		e.to -= len(old) - i - 1
		old, e.text = old[:i+1], e.text[:j+1]
	}
	return e
}

// FileEdit is an edit of a file as a report has it.
type FileEdit struct {
	// Position is that of what is replaced; its Length counts characters of one line.
	File                             string
	Line, Column, EndLine, EndColumn int
	Text                             string
}

// Edits are the edits of a plan.
func (p *Plan) Edits() []FileEdit {
	p.m.mu.Lock()
	defer p.m.mu.Unlock()
	var out []FileEdit
	for _, list := range p.byFile() {
		f := list[0].f
		for _, e := range tidied(f, list) {
			out1 := FileEdit{File: p.m.named(f.name), Text: e.text}
			out1.Line, out1.Column = f.lineColumn(e.from)
			out1.EndLine, out1.EndColumn = f.lineColumn(e.to)
			out = append(out, out1)
		}
	}
	return out
}
