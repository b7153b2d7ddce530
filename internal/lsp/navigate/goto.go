package navigate

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// A Declaration is what Definition finds.
type Declaration struct {
	// Name is the place of the name in the document.
	Name Place
	// Places are those that declare it: in the CRD first, then in Go.
	Places []Place
}

// Definition returns what declares the name at an offset of a document; nil if nothing does.
func (n *Navigator) Definition(p *workspace.Project, doc *workspace.Document, offset int) *Declaration {
	s := n.subject(p, doc, offset)
	if s == nil {
		return nil
	}
	d := &Declaration{Name: s.span}
	switch {
	case s.variable != nil:
		d.Places = append(d.Places, *s.variable)
	case s.kind != nil && s.code == nil:
		d.Places = append(d.Places, s.kindPlace())
	case s.field != nil:
		if at, ok := s.enumItem(); ok {
			d.Places = append(d.Places, at)
		} else if declared := s.field.declarations(s.field.version); len(declared) > 0 {
			d.Places = append(d.Places, declared[0])
		} else {
			d.Places = append(d.Places, s.field.nearest())
		}
	}
	if at, ok := n.inGo(p, s); ok {
		d.Places = append(d.Places, at)
	}
	if len(d.Places) > 1 && d.Places[0] == s.span { // the name is the declaration itself: only the other one leads on
		d.Places = d.Places[1:]
	}
	if len(d.Places) == 0 {
		return nil
	}
	return d
}

// kindPlace returns the place that declares a kind, or its version.
func (s *subject) kindPlace() Place {
	path := finding.Root("spec", "names", "kind")
	if s.version >= 0 && s.isAPIVersion {
		path = s.kind.versions[s.version].root.Child("name")
	}
	return placeAt(s.kind.doc.File, s.kind.doc.Locate(path.Segments()))
}

// nearest returns the place in the file that is nearest to the declaration of the field.
func (f *field) nearest() Place {
	v := &f.def.versions[f.version]
	path := v.root
	if nodes := nodesAt(v.tree, f.steps); len(nodes) > 0 {
		path = v.tree.Path(nodes[0])
	}
	return placeAt(f.def.doc.File, f.def.doc.LocateKey(path.Segments()))
}

// enumItem returns the place of the value of a field in its enum, if it has one with the value.
func (s *subject) enumItem() (Place, bool) {
	if s.value == nil {
		return Place{}, false
	}
	v := &s.field.def.versions[s.field.version]
	for _, id := range nodesAt(v.tree, s.field.steps) {
		enum := s.field.def.node(v.tree.Path(id).Child("enum"))
		if enum == nil {
			continue
		}
		for _, item := range enum.Content {
			if text, ok := source.String(item); ok && text == *s.value && item.Line() > 0 {
				return placeOf(s.field.def.doc, item), true
			}
		}
	}
	return Place{}, false
}

// inGo returns the place in Go that a place of a CRD comes from.
func (n *Navigator) inGo(p *workspace.Project, s *subject) (Place, bool) {
	var o *report.Origin
	switch {
	case s.variable != nil:
		return Place{}, false
	case s.field != nil:
		v := &s.field.def.versions[s.field.version]
		if nodes := nodesAt(v.tree, s.field.steps); len(nodes) > 0 {
			o = p.Finder.At(s.field.def.doc, v.tree.Path(nodes[0]).Segments())
		}
	case s.kind != nil && len(s.kind.versions) > 0:
		v := &s.kind.versions[max(s.version, 0)]
		o = p.Finder.Declared(s.kind.doc, v.root.Child("schema", "openAPIV3Schema").Segments())
	case s.def != nil && s.code != nil:
		o = p.Finder.At(s.def.doc, s.code)
	}
	if o == nil {
		return Place{}, false
	}
	text, err := p.Files.Load(o.File)
	if err != nil {
		return Place{}, false
	}
	l := lines.Of(text)
	start := l.Character(o.Line, o.Column)
	return Place{o.File, start, max(start, l.Character(o.Line, o.EndColumn))}, true
}
