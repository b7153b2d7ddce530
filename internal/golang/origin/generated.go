package origin

import (
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/report"
)

// GeneratorAnnotation holds the release of controller-gen that wrote a CRD.
const GeneratorAnnotation = gotypes.GeneratorAnnotation

// Generated is a CRD that a generator wrote.
type Generated struct {
	// File is its own file.
	File, Group, Kind string
	Versions          []string
	// Generator is the version of controller-gen.
	Generator string
}

// GeneratedOf says what is known of the generator's input.
func GeneratedOf(file string, c *crd.CustomResourceDefinition) Generated {
	g := Generated{
		File: file, Group: strings.Clone(c.Spec.Group), Kind: strings.Clone(c.Spec.Names.Kind),
		Generator: strings.Clone(c.Metadata.Annotations[GeneratorAnnotation]),
	}
	for i := range c.Spec.Versions {
		g.Versions = append(g.Versions, strings.Clone(c.Spec.Versions[i].Name))
	}
	return g
}

// GeneratedIn is what the document of a CRD says of the generator's input, if it says that
// controller-gen wrote it.
func GeneratedIn(doc *source.Document) (Generated, bool) {
	text := func(n *yamlnode.Node, path ...string) string {
		for _, key := range path {
			n = source.Field(n, key)
		}
		s, _ := source.String(n)
		return strings.Clone(s)
	}
	g := Generated{
		File: doc.File.Name, Group: text(doc.Root, "spec", "group"), Kind: text(doc.Root, "spec", "names", "kind"),
		Generator: text(doc.Root, "metadata", "annotations", GeneratorAnnotation),
	}
	if versions := source.Field(source.Field(doc.Root, "spec"), "versions"); versions != nil {
		for _, v := range versions.Content {
			g.Versions = append(g.Versions, text(v, "name"))
		}
	}
	return g, g.Generator != ""
}

// Of returns a place in Go as reports have it: the author's own, which for types of other
// modules is the field that is of such a type. People are led there first if that is wanted.
func Of(p gotypes.Position, first bool) *report.Origin {
	typ := p.Type
	if p.Use != nil {
		p = *p.Use
	}
	return &report.Origin{
		File: p.File, Line: p.Line, Column: p.Column, EndColumn: p.Column + p.Length,
		Marker: p.Marker, Type: typ, Source: p.Source, First: first && !p.Elsewhere,
	}
}
