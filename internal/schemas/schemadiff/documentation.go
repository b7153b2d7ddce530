package schemadiff

import "github.com/crdtool/crdtool/schema"

// documentation compares what only readers of the schema see.
func (w *walk) documentation(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	scalar(w.at(p, "id"), old.ID(), new.ID(), Documents)
	scalar(w.at(p, "$schema"), old.Schema(), new.Schema(), Documents)
	scalar(w.at(p, "title"), old.Title(), new.Title(), Documents)
	scalar(w.at(p, "description"), old.Description, new.Description, Documents)
	if !same(old.ExternalDocs(), new.ExternalDocs()) {
		w.add(p, "externalDocs", orNil(old.ExternalDocs()), orNil(new.ExternalDocs()), Documents)
	}
	if !schema.SameValue(old.Example(), new.Example()) {
		w.add(p, "example", old.Example(), new.Example(), Documents)
	}
}

// unsupported compares the rest. An embedded resource is pruned and validated in
// its own way: it must have apiVersion and kind, and may have metadata. The
// server takes no CRD with one of the other keywords; what they would do is not
// looked at.
func (w *walk) unsupported(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	scalar(w.at(p, "x-kubernetes-embedded-resource"), old.XEmbeddedResource, new.XEmbeddedResource, Both|Meaning)
	pointer(w.at(p, "$ref"), old.Ref(), new.Ref(), Both)
	schemas := func(keyword string, was, is *schema.Properties) {
		if was != is && !schema.Equal(&schema.Schema{Rare: &schema.Rare{Definitions: was}}, &schema.Schema{Rare: &schema.Rare{Definitions: is}}) {
			w.add(p, keyword, orNil(was), orNil(is), Both)
		}
	}
	schemas("definitions", old.Definitions(), new.Definitions())
	schemas("patternProperties", old.PatternProperties(), new.PatternProperties())
	if was, is := old.Dependencies(), new.Dependencies(); len(was)+len(is) > 0 &&
		!schema.Equal(&schema.Schema{Rare: &schema.Rare{Dependencies: was}}, &schema.Schema{Rare: &schema.Rare{Dependencies: is}}) {
		w.add(p, "dependencies", list(was), list(is), Both)
	}
	if was, is := old.AdditionalItems(), new.AdditionalItems(); was != is &&
		!schema.Equal(&schema.Schema{Rare: &schema.Rare{AdditionalItems: was}}, &schema.Schema{Rare: &schema.Rare{AdditionalItems: is}}) {
		w.add(p, "additionalItems", orNil(was), orNil(is), Both)
	}
}
