package describe

import (
	"strings"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// Options are what is known beside the text.
type Options struct {
	Kinds shape.Kinds
	// File is the path of the text.
	File    string
	Version kube.Version
	// Origin returns the place in Go of a field of a kind, or ""; it may be nil.
	Origin func(k *shape.Kind, path []finding.Segment) string
}

// At returns the hover text of a place in Markdown, and the range of bytes that it is about; "" if nothing is known.
func At(p *cursor.Place, o Options) (string, cursor.Span) {
	if o.Kinds == nil {
		o.Kinds = shape.NewWorkspace()
	}
	h := hover{place: p, Options: o}
	switch p.Role {
	case cursor.Nowhere:
		return "", cursor.Span{}
	case cursor.Comment:
		return h.comment()
	}
	return h.object(), p.Token
}

type hover struct {
	Options
	place *cursor.Place
}

// path returns the path of the key or value at the cursor; for an item of a list, that of the list.
func (h *hover) path() []finding.Segment {
	p := h.place
	if p.Role != cursor.Key {
		path := p.Path
		for len(path) > 0 && path[len(path)-1].IsIndex {
			path = path[:len(path)-1]
		}
		return path
	}
	return append(p.Path[:len(p.Path):len(p.Path)], finding.Segment{Name: p.Name()})
}

func (h *hover) object() string {
	p := h.place
	path := h.path()
	root, known := shape.OfFile(h.File, h.Kinds, h.Version.Minor, p.APIVersion, p.Kind)
	if len(path) == 0 {
		return ""
	}
	last, around := path[len(path)-1], path[:len(path)-1]
	if text := h.kind(root, around, last.Name); text != "" {
		return text
	}
	if shape.IsConfig(h.File) {
		if text := h.rule(last.Name); text != "" {
			return text
		}
	}
	parent := root.At(around, p.TypeMeta)
	if is, _ := parent.IsKeywords(); is {
		if text := h.listed(around, last.Name); text != "" {
			return text
		}
		return Keyword(last.Name)
	}
	at := root.At(path, p.TypeMeta)
	if is, _ := at.IsKeywords(); is {
		return h.property(path)
	}
	if !known || !parent.Declares(last.Name) {
		return ""
	}
	f := Field{Name: last.Name, Shape: at, Required: parent.Requires(last.Name), Around: arounds(root, path)}
	if k := h.Kinds.Find(p.APIVersion, p.Kind); k != nil && h.Origin != nil {
		f.Origin = h.Origin(k, path)
	}
	if p.Kind == "CustomResourceDefinition" {
		f.Note = CRDField(last.Name)
	}
	return f.Markdown()
}

// kind returns the text of apiVersion or kind of an object.
func (h *hover) kind(root shape.Shape, around []finding.Segment, name string) string {
	if name != "apiVersion" && name != "kind" || !root.At(around, h.place.TypeMeta).IsResource() {
		return ""
	}
	if k := h.Kinds.Find(h.place.TypeMeta(around)); k != nil {
		return Kind(k)
	}
	return ""
}

// rule returns the text of a rule whose ID is at the cursor.
func (h *hover) rule(key string) string {
	p := h.place
	if p.Scalar != nil && rules.FindDocumented(p.Scalar.Value) != nil {
		return Rule(p.Scalar.Value)
	}
	return Rule(key)
}

// listed returns the text of the field that an entry of required, or of the keys of a list, names; "" for others.
func (h *hover) listed(schema []finding.Segment, keyword string) string {
	p := h.place
	path := schema[:len(schema):len(schema)]
	switch {
	case p.Role == cursor.Key || p.Scalar == nil:
		return ""
	case keyword == "x-kubernetes-list-map-keys":
		path = append(path, finding.Segment{Name: "items"})
	case keyword != "required":
		return ""
	}
	return h.property(append(path, finding.Segment{Name: "properties"}, finding.Segment{Name: p.Scalar.Value}))
}

// property returns the text of a field that a CRD declares at a path of its schema.
func (h *hover) property(path []finding.Segment) string {
	value, _ := h.place.ValueAt(path)
	s := shape.Decode(shape.Shallow(value))
	if s == nil {
		return ""
	}
	last := path[len(path)-1]
	f := Field{Name: last.Name, Shape: shape.OfSchema(s, h.Version.Minor, h.Kinds)}
	if len(path) > 2 && path[len(path)-2].Name == "properties" {
		object, _ := h.place.ValueAt(path[:len(path)-2])
		fields, _ := object.(map[string]any)
		required, _ := fields["required"].([]any)
		for _, name := range required {
			f.Required = f.Required || name == last.Name
		}
	}
	f.Around = []Around{{Schema: s}}
	return f.Markdown()
}

// arounds returns the schemas around a field, with the paths from them to it.
func arounds(root shape.Shape, path []finding.Segment) []Around {
	var all []Around
	for i := len(path); i >= 0; i-- {
		of := root.At(path[:i], nil).Own()
		if of == nil || len(of.XValidations()) == 0 {
			continue
		}
		var names []string
		for _, s := range path[i:] {
			if s.IsIndex {
				names = append(names, "*")
			} else {
				names = append(names, s.Name)
			}
		}
		all = append(all, Around{Schema: of, Path: names})
	}
	return all
}

// comment returns the text of a rule that a comment ignores.
func (h *hover) comment() (string, cursor.Span) {
	p := h.place
	if !strings.Contains(p.Comment, "crdtool:ignore") {
		return "", cursor.Span{}
	}
	isPart := func(c byte) bool { return c == '-' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }
	start, end := p.CommentOffset, p.CommentOffset
	for start > 0 && isPart(p.Comment[start-1]) {
		start--
	}
	for end < len(p.Comment) && isPart(p.Comment[end]) {
		end++
	}
	text := Rule(p.Comment[start:end])
	from := p.Offset - p.CommentOffset
	return text, cursor.Span{Start: from + start, End: from + end}
}
