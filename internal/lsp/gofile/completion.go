package gofile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// Completion is what may stand at a place of a marker.
type Completion struct {
	// Label is what it is called, Detail and Doc say what it is; Doc is Markdown.
	Label, Detail, Doc string
	// Filter is compared with what is typed; Label if it is empty.
	Filter string
	// Text replaces the bytes of the file from From to To. If IsSnippet is set, it has places to fill in, as ${1:name}.
	Text      string
	From, To  int
	IsSnippet bool
}

// Complete returns what may stand at a byte of a Go file, the likeliest first: names of markers that fit the field or the
// type, their arguments and values. There is none outside of markers, and none in CEL expressions.
func (c *Code) Complete(name string, offset int, docs []*source.Document) []Completion {
	t, ok := c.text(name)
	if !ok {
		return nil
	}
	w, ok := markerAt(t.written, offset)
	if !ok || offset == w.from {
		return nil
	}
	x := completer{code: c, name: name, docs: docs, w: w, at: offset - w.from, parsed: t.parsed}
	parsed, _ := t.toParsed(offset)
	if x.subject, x.known = c.snapshot().Subject(name, parsed, ""); !x.known {
		x.subject.IsType = aboutType(t.written, offset)
	}
	from := w.rest + 1
	isAssigned := w.marker != nil && w.rest < len(w.text) && w.text[w.rest] == '='
	if w.marker != nil && strings.HasPrefix(w.text[w.rest:], ":=") {
		isAssigned, from = true, w.rest+2
	}
	switch {
	case w.marker == nil || x.at <= w.rest:
		x.names()
	case isAssigned && w.marker.HasValue && x.at >= from:
		x.values(from, len(w.text), x.valuesOf(w.marker))
	case w.text[w.rest] == ':':
		x.arguments()
	}
	return x.found
}

// aboutType reports whether the next line behind a place that is no comment declares a type.
func aboutType(src []byte, offset int) bool {
	for i, line := range strings.Split(string(src[offset:]), "\n") {
		line = strings.TrimSpace(line)
		if i > 0 && line != "" && !strings.HasPrefix(line, "//") {
			return strings.HasPrefix(line, "type ")
		}
	}
	return true
}

// completer collects what may stand at a place of a marker.
type completer struct {
	code    *Code
	name    string
	docs    []*source.Document
	w       written
	at      int // the place in the text of the marker
	parsed  []byte
	subject gotypes.Subject
	known   bool // the subject is known
	found   []Completion
}

func (x *completer) add(from, to int, c Completion) {
	c.From, c.To = x.w.from+from, x.w.from+to
	x.found = append(x.found, c)
}

// names adds the markers that fit, those first whose names begin with what is written.
func (x *completer) names() {
	end := 1
	for end < len(x.w.text) && x.w.text[end] != '=' && x.w.text[end] != ' ' {
		end++
	}
	end = max(end, x.at)
	typed := x.w.text[1:x.at]
	var fitting []gotypes.KnownMarker
	for _, k := range markers() {
		if x.fits(&k) {
			fitting = append(fitting, k)
		}
	}
	slices.SortStableFunc(fitting, func(a, b gotypes.KnownMarker) int { return cmp.Compare(x.place(&a), x.place(&b)) })
	ranked := [4][]gotypes.KnownMarker{}
	for _, k := range fitting {
		if r := rank(k.Name, typed); r < len(ranked) {
			ranked[r] = append(ranked[r], k)
		}
	}
	all := slices.Concat(ranked[:]...)
	if len(all) == 0 {
		var names []string
		for _, k := range fitting {
			names = append(names, k.Name)
		}
		meant := nearest.Name(typed, names)
		all = slices.DeleteFunc(fitting, func(k gotypes.KnownMarker) bool { return k.Name != meant })
	}
	hasValue := end < len(x.w.text) && x.w.text[end] == '='
	for i := range all {
		k := &all[i]
		c := Completion{Label: k.Name, Detail: docOf(k), Doc: describe(k), Text: k.Name}
		if !hasValue {
			c.Text, c.IsSnippet = snippet(k)
		}
		x.add(1, end, c)
	}
}

// rank orders names by how what is written is part of them; 4 is for those that it is not part of.
func rank(name, typed string) int {
	last := name[strings.LastIndexByte(name, ':')+1:]
	lower, part := strings.ToLower(name), strings.ToLower(typed)
	switch {
	case strings.HasPrefix(name, typed) && !strings.Contains(name, ":items:"):
		return 0
	case strings.HasPrefix(strings.ToLower(last), part):
		return 1
	case strings.HasPrefix(lower, part):
		return 2
	case strings.Contains(lower, part):
		return 3
	}
	return 4
}

// fits reports whether a marker can stand at the place.
func (x *completer) fits(k *gotypes.KnownMarker) bool {
	s := &x.subject
	if s.IsType && !k.OnType || !s.IsType && !k.OnField {
		return false
	}
	if !x.known {
		return true
	}
	if k.Name == objectRoot.Name {
		return len(s.Fields) > 0 && !x.isThere(k)
	}
	if k.OnType && !k.OnField && k.Keyword == "" && !s.IsKind {
		return false // it is about the CRD
	}
	if k.Keyword != rulesKeyword && k.Keyword != "x-kubernetes-list-map-keys" && x.isThere(k) &&
		k.Name != "kubebuilder:printcolumn" && k.Name != "kubebuilder:selectablefield" {
		return false
	}
	if k.Items {
		return s.Items != nil && k.Fits(s.Items.Type, s.Items.IntOrString)
	}
	switch k.Name {
	case "mapType":
		return s.ResultingType == "object" && len(s.Fields) == 0
	case "structType":
		return s.ResultingType == "object" && len(s.Fields) > 0
	case "k8s:enum":
		return len(s.Constants) > 0
	case "kubebuilder:validation:AtMostOneOf", "kubebuilder:validation:ExactlyOneOf", "kubebuilder:validation:AtLeastOneOf":
		return len(s.Fields) > 1
	}
	return k.Fits(s.Type, s.IntOrString)
}

// isThere reports whether the subject has a marker at another place.
func (x *completer) isThere(k *gotypes.KnownMarker) bool {
	return slices.ContainsFunc(x.subject.Markers, func(m gotypes.Marker) bool { return m.Is(k.Name) && m.At().From != x.w.from })
}

const rulesKeyword = "x-kubernetes-validations"

// snippet is a marker with places for what it needs.
func snippet(k *gotypes.KnownMarker) (text string, isSnippet bool) {
	switch {
	case k.Keyword == "pattern":
		return k.Name + "=`^$1$$`", true
	case k.HasValue:
		return k.Name + "=", false
	case k.Keyword == rulesKeyword && len(k.Arguments) > 0:
		return k.Name + `:rule="${1:self}",message="${2:}"`, true
	case k.Needed > 0:
		var parts []string
		for i, name := range k.Arguments[:k.Needed] {
			parts = append(parts, name+"=${"+string(rune('1'+i))+"}")
		}
		return k.Name + ":" + strings.Join(parts, ","), true
	case len(k.Arguments) > 0:
		return k.Name + ":", false
	}
	return k.Name, false
}

// arguments adds the arguments that are not there yet, or the values of the one at the place.
func (x *completer) arguments() {
	a, all, ok := x.w.argumentAt(x.at)
	if !ok {
		return
	}
	if a.hasValue && x.at >= a.valueFrom {
		if a.name != "rule" && a.name != "messageExpression" {
			x.values(a.valueFrom, a.valueTo, x.argumentValues(a.name))
		}
		return
	}
	begun := x.w.text[a.from:x.at]
	names := slices.Clone(x.w.marker.Arguments)
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(rank(a, begun), rank(b, begun))
	})
	for _, name := range names {
		if slices.ContainsFunc(all, func(o argument) bool { return o.name == name && o.from != a.from }) {
			continue
		}
		c := Completion{Label: name, Detail: argumentDocs[name], Text: name}
		if !a.hasValue {
			c.Text = name + "="
			if slices.Contains([]string{"rule", "message", "messageExpression", "warning", "description"}, name) {
				c.Text, c.IsSnippet = name+`="$1"`, true
			}
		}
		x.add(a.from, a.to, c)
	}
}

// value is a value with a description.
type value struct{ text, doc string }

// values adds values for a part of the marker: of a list, the item at the place is replaced.
func (x *completer) values(from, to int, all []value) {
	text := x.w.text
	for i := from; i < x.at; i++ {
		if text[i] == ';' {
			from = i + 1
		}
	}
	if i := strings.IndexByte(text[x.at:to], ';'); i >= 0 {
		to = x.at + i
	}
	begun := strings.Trim(text[from:x.at], "\"` ")
	quote := byte(0)
	if from < x.at && (text[from] == '"' || text[from] == '`') {
		quote = text[from]
	}
	if i := nextArgument(text[x.at:to]); quote != 0 && i >= 0 {
		to = x.at + i // the quote is not closed yet
	}
	rest := 0
	for _, v := range all {
		c := Completion{Label: v.text, Detail: v.doc, Text: v.text}
		if c.Text = withQuotes(v.text, quote); quote != 0 {
			c.Filter = c.Text // editors compare it with the whole text that is replaced
		}
		if !strings.HasPrefix(v.text, begun) {
			x.add(from, to, c)
			continue
		}
		x.add(from, to, c)
		n := len(x.found) - 1
		x.found = slices.Insert(x.found[:n:n], rest, x.found[n]) // those that begin so come first
		rest++
	}
}

// nextArgument returns the offset of the comma before the next argument in the rest of a marker; -1 if there is none.
func nextArgument(rest string) int {
	for i := range rest {
		if rest[i] != ',' {
			continue
		}
		end := i + 1
		for end < len(rest) && (rest[end]|0x20 >= 'a' && rest[end]|0x20 <= 'z') {
			end++
		}
		if end > i+1 && end < len(rest) && rest[end] == '=' {
			return i
		}
	}
	return -1
}

// withQuotes returns a value in the quotes that are written already, or in those that it needs.
func withQuotes(value string, quote byte) string {
	hasOwn := value != "" && strings.IndexByte("\"`", value[0]) >= 0
	switch {
	case hasOwn || value == "" || quote == 0 && !strings.ContainsAny(value, "\"=,"):
		return value
	case quote == '"':
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
	}
	return "`" + value + "`"
}
