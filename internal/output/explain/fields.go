package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

// fields lists the fields of a schema under a heading, if it has any.
func (p *printer) fields(s *spec.Schema) {
	headed := false
	p.list(s, 1, map[string]bool{}, func() {
		if !headed {
			p.line("FIELDS:")
			headed = true
		}
	})
}

// list writes the fields of a schema and of its parts, sorted by name. seen are the definitions above, because
// definitions may refer to themselves.
func (p *printer) list(s *spec.Schema, level int, seen map[string]bool, before func()) {
	if name := reference(s); name != "" {
		if seen[name] {
			return
		}
		seen = maps.Clone(seen)
		seen[name] = true
	}
	s = p.resolve(s)
	required := make(map[string]bool, len(s.Required))
	for _, name := range s.Required {
		required[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		before()
		field := s.Properties[name]
		p.field(name, &field, required[name], 2*level)
		if p.options.Recursive && (p.options.MaxDepth == 0 || level < p.options.MaxDepth) {
			p.list(&field, level+1, seen, before)
		}
	}
	for i := range s.AllOf {
		p.list(&s.AllOf[i], level, seen, before)
	}
	if i := items(s); i != nil {
		p.list(i, level, seen, before)
	}
	if v := values(s); v != nil {
		p.list(v, level, seen, before)
	}
}

// fewValues limits the values of an enum in a list of fields.
const fewValues = 4

func (p *printer) field(name string, s *spec.Schema, required bool, depth int) {
	text := indent(safetext.Line(name), depth) + "\t<" + p.typeName(s) + ">"
	if required {
		text += " -required-"
	}
	if len(s.Enum) > 0 {
		text += "\n" + indent("enum: ", depth)
		for i, v := range s.Enum {
			if i == fewValues {
				text += ", ...."
				break
			}
			if i > 0 {
				text += ", "
			}
			text += enumValue(v)
		}
	}
	p.line(text)
	if p.options.Recursive {
		return
	}
	description := s.Description
	if description == "" {
		description = "<no description>"
	}
	p.line(indent(safetext.Lines(prose.Wrap(description, 78-depth)), depth+2))
	if s.ExternalDocs != nil {
		p.line("")
		p.line(indent("EXTERNAL DOCS:", depth+2))
		p.externalDocs(s.ExternalDocs, depth+4, 76-depth)
	}
	p.line("")
}

// enumValue formats a value as kubectl's template does, for which all numbers are floats.
func enumValue(v any) string {
	switch v := v.(type) {
	case nil:
		return "<no value>"
	case string:
		if v == "" {
			return `""`
		}
	case int64:
		return fmt.Sprint(float64(v))
	}
	return safetext.Line(fmt.Sprint(v))
}

// follow returns the schema at a path. field is the schema under the last name; nil for the resource itself.
func (p *printer) follow(s *spec.Schema, path []string) (target, field *spec.Schema, err error) {
	for i, name := range path {
		next, known := p.find(s, name, map[string]bool{})
		if next == nil {
			slices.Sort(known)
			return nil, nil, &UnknownFieldError{Field: name, In: strings.Join(path[:i], "."), Known: slices.Compact(known)}
		}
		s, field = next, next
	}
	return s, field, nil
}

// find returns the schema of a field; or nil and the names of the existing fields.
func (p *printer) find(s *spec.Schema, name string, seen map[string]bool) (*spec.Schema, []string) {
	if ref := reference(s); ref != "" {
		if seen[ref] {
			return nil, nil
		}
		seen = maps.Clone(seen)
		seen[ref] = true
	}
	s = p.resolve(s)
	if f, ok := s.Properties[name]; ok {
		return &f, nil
	}
	known := slices.Collect(maps.Keys(s.Properties))
	// kubectl does not search further in a list or a map.
	if i := items(s); i != nil {
		f, more := p.find(i, name, seen)
		return f, append(known, more...)
	}
	if v := values(s); v != nil {
		f, more := p.find(v, name, seen)
		return f, append(known, more...)
	}
	for i := range s.AllOf {
		f, more := p.find(&s.AllOf[i], name, seen)
		if f != nil {
			return f, nil
		}
		known = append(known, more...)
	}
	return nil, known
}

// An UnknownFieldError is the error for a path that does not exist.
type UnknownFieldError struct {
	// Field is the first missing name of the path; In is the path before it, "" for the resource.
	Field, In string
	// Known are the fields that exist there.
	Known []string
}

// Error returns kubectl's message, with the path.
func (e *UnknownFieldError) Error() string {
	if e.In == "" {
		return fmt.Sprintf("field %q does not exist", e.Field)
	}
	return fmt.Sprintf("field %q does not exist in %s", e.Field, e.In)
}

// indent indents every line, also empty ones.
func indent(text string, depth int) string {
	pad := strings.Repeat(" ", depth)
	return pad + strings.ReplaceAll(text, "\n", "\n"+pad)
}
