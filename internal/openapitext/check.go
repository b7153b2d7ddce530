package openapitext

import (
	"github.com/crdtool/crdtool/internal/openapiv3"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/yamltext"
)

// Check finds what the format can't hold, before anything is written: YAML has no room for
// some control characters and very long keys, which JSON has as they are.
func (w *Writer) Check(doc func() *resource.Document) error {
	if w.format != YAML {
		return nil
	}
	d := doc()
	for i := range d.Schemas {
		if err := w.checkPart(&d.Schemas[i], true); err != nil {
			return err
		}
	}
	for i := range d.Paths {
		if err := w.checkPart(&d.Paths[i], false); err != nil {
			return err
		}
	}
	return nil
}

// checkPart checks a part. Paths have no texts of a CRD but those that schemas have as well, and
// their own names. Schemas that differ in names alone are checked once, since the name of each
// has all of those.
func (w *Writer) checkPart(p *resource.Part, isSchema bool) error {
	if p.Of == nil {
		return nil
	}
	name := openapiv3.Text(p.Name)
	certain := yamltext.Certain(append(name, ':'))
	if certain && (!isSchema || w.checked[p.Alike]) {
		return nil
	}
	if p.Alike != "" {
		w.checked[p.Alike] = true
	}
	text, err := p.JSON()
	if err != nil {
		return err
	}
	if certain && yamltext.Certain(text) {
		return nil
	}
	_, err = yamltext.AppendEntry(nil, name, text, 0, func(piece []byte) []byte { return piece[:0] })
	return err
}
