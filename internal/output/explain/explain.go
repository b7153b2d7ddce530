// Package explain describes the fields of custom resources in plain text, laid
// out as kubectl explain lays them out, from the OpenAPI v3 schema that a server
// would publish for the CustomResourceDefinition.
package explain

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

// Options say how much is written.
type Options struct {
	// Recursive lists the fields of fields, with their types and without
	// descriptions.
	Recursive bool
	// MaxDepth is how deep Recursive goes; 0 is all the way down.
	MaxDepth int
	// Source is the place in Go code that what is described comes from; "" to say nothing
	// of it, as kubectl does.
	Source string
}

// Write describes a resource, or the field at a path in it. The steps of a path
// are names of fields: those of items of lists and of values of maps follow
// directly. The error is an *UnknownFieldError for a path that leads nowhere.
func Write(w io.Writer, r *resource.Resource, path []string, o Options) error {
	p := &printer{w: bufio.NewWriter(w), definitions: openapiv3.SharedSchemas(r.Generated()), options: o}
	return p.resource(r, openapiv3.Schema(r), path)
}

// resource describes a resource with a schema, or the field at a path in it.
func (p *printer) resource(r *resource.Resource, s *spec.Schema, path []string) error {
	target, field, err := p.follow(s, path)
	if err != nil {
		return err
	}
	if r.Group != "" {
		p.line("GROUP:      " + safetext.Line(r.Group))
	}
	p.line("KIND:       " + safetext.Line(r.Kind))
	p.line("VERSION:    " + safetext.Line(r.Version))
	if source := p.options.Source; source != "" {
		p.line("SOURCE:     " + safetext.Line(source))
	}
	p.line("")
	if field != nil {
		p.line(fmt.Sprintf("FIELD: %s <%s>", safetext.Line(path[len(path)-1]), p.typeName(field)))
		if len(field.Enum) > 0 {
			p.text("ENUM:")
			for _, v := range field.Enum {
				p.text("\n    " + enumValue(v))
			}
		}
		p.line("")
		p.line("")
	}
	p.line("DESCRIPTION:")
	description := p.description(target)
	if description == "" {
		description = "<empty>"
	}
	p.line(indent(safetext.Lines(prose.Wrap(description, 76)), 4))
	if s := p.resolve(target); s.ExternalDocs != nil {
		p.line("")
		p.line("EXTERNAL DOCS:")
		p.externalDocs(s.ExternalDocs, 4, 76)
	}
	p.fields(target)
	p.line("")
	return p.w.Flush()
}

// printer writes one description.
type printer struct {
	w           *bufio.Writer
	definitions map[string]*spec.Schema
	options     Options
}

func (p *printer) text(s string) { p.w.WriteString(s) } // Flush returns the error

func (p *printer) line(s string) {
	p.text(s)
	p.text("\n")
}

// resolve follows a reference; without one, or one that leads nowhere, the schema
// stands for itself.
func (p *printer) resolve(s *spec.Schema) *spec.Schema {
	if found := p.definitions[reference(s)]; found != nil {
		return found
	}
	return s
}

// reference is the name of the definition that a schema refers to; "" for none.
func reference(s *spec.Schema) string {
	ref := s.Ref.String()
	return ref[strings.LastIndexByte(ref, '/')+1:]
}

// values is the schema of the values of a map, or nil.
func values(s *spec.Schema) *spec.Schema {
	if s.AdditionalProperties == nil {
		return nil
	}
	return s.AdditionalProperties.Schema
}

// items is the schema of the items of a list, or nil.
func items(s *spec.Schema) *spec.Schema {
	if s.Items == nil {
		return nil
	}
	return s.Items.Schema
}

// description is that of a schema and of all that it is made of, a line each.
func (p *printer) description(s *spec.Schema) string {
	s = p.resolve(s)
	text := ""
	if s.Description != "" {
		text = s.Description + "\n"
	}
	for i := range s.AllOf {
		text += p.description(&s.AllOf[i])
	}
	if i := items(s); i != nil {
		text += p.description(i)
	}
	if v := values(s); v != nil {
		text += p.description(v)
	}
	return text
}

func (p *printer) externalDocs(d *spec.ExternalDocumentation, depth, width int) {
	if d.Description != "" {
		p.line(indent(safetext.Lines(prose.Wrap(d.Description, width)), depth))
	}
	if d.URL != "" {
		p.line(indent("URL: "+safetext.Line(d.URL), depth))
	}
}

// typeName is how kubectl names a type: []Object, map[string]string.
func (p *printer) typeName(s *spec.Schema) string {
	switch {
	case items(s) != nil:
		return "[]" + p.typeName(items(s))
	case values(s) != nil:
		return "map[string]" + p.typeName(values(s))
	case len(s.AllOf) == 1 && len(s.Properties) == 0:
		return p.typeName(&s.AllOf[0])
	}
	if name := reference(s); name != "" {
		if to := p.definitions[name]; to != nil && len(to.Type) > 0 && to.Type[0] != "object" {
			return safetext.Line(to.Type[0])
		}
		return safetext.Line(name[strings.LastIndexByte(name, '.')+1:])
	}
	if len(s.Type) == 0 || s.Type[0] == "object" {
		return "Object"
	}
	return safetext.Line(s.Type[0])
}
