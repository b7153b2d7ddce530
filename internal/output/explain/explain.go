// Package explain describes the fields of custom resources in plain text, in the layout of kubectl explain, from
// the OpenAPI v3 schema that a server publishes for the CustomResourceDefinition.
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

// Options select the content.
type Options struct {
	// Recursive lists the fields below fields, with their types and without descriptions.
	Recursive bool
	// MaxDepth limits the depth of Recursive; 0 is no limit.
	MaxDepth int
	// Source is the place of the described field in Go code; "" omits it, as kubectl does.
	Source string
}

// Write describes a resource, or the field at a path in it. A path has only names of fields: fields of list items
// and of map values directly follow their list or map. It returns an *UnknownFieldError for a path that does not
// exist.
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

// A printer writes one description.
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

// resolve returns the definition that a schema refers to, or the schema itself without a known reference.
func (p *printer) resolve(s *spec.Schema) *spec.Schema {
	if found := p.definitions[reference(s)]; found != nil {
		return found
	}
	return s
}

// reference returns the name of the definition that a schema refers to; "" for none.
func reference(s *spec.Schema) string {
	ref := s.Ref.String()
	return ref[strings.LastIndexByte(ref, '/')+1:]
}

// values returns the schema of the values of a map, or nil.
func values(s *spec.Schema) *spec.Schema {
	if s.AdditionalProperties == nil {
		return nil
	}
	return s.AdditionalProperties.Schema
}

// items returns the schema of the items of a list, or nil.
func items(s *spec.Schema) *spec.Schema {
	if s.Items == nil {
		return nil
	}
	return s.Items.Schema
}

// description returns the description of a schema and of its parts, on lines of their own.
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

// typeName returns kubectl's name of a type: []Object, map[string]string.
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
