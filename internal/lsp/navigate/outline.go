package navigate

import (
	"bytes"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// A Symbol is an entry of an outline.
type Symbol struct {
	Name, Detail string
	Kind         SymbolKind
	// Place has all of it, and Key its name.
	Place, Key Place
	Children   []Symbol
}

// A SymbolKind is what a symbol is.
type SymbolKind uint8

// The kinds of symbols.
const (
	CRDSymbol SymbolKind = iota
	VersionSymbol
	ObjectSymbol
	FieldSymbol
	RuleSymbol
)

const (
	// maxSymbols limits the outline of a document: nobody reads more, and editors become slow.
	maxSymbols = 2000
	// fieldDepth limits the levels of fields in the outline of a CRD, and objectDepth those of an object.
	fieldDepth, objectDepth = 8, 2
)

// Outline returns the CRDs and custom objects of a document. One that cannot be parsed has no parts.
func Outline(doc *workspace.Document) []Symbol {
	if !doc.IsManifest() || !bytes.Contains(doc.Text, []byte("apiVersion")) {
		return nil
	}
	file := doc.File()
	o := outline{file: file}
	var all []Symbol
	for i, d := range file.Documents {
		if d.DerivedFrom != nil || d.Line() == 0 {
			continue
		}
		end := len(doc.Text)
		for _, next := range file.Documents[i+1:] {
			if next.Line() > d.Line() {
				end = o.start(next.Root)
				break
			}
		}
		o.doc, o.left = d, maxSymbols
		if s := o.document(end); s != nil {
			all = append(all, *s)
		}
	}
	if len(file.Problems) > 0 {
		all = append(all, unparsed(doc, file)...)
	}
	return all
}

// unparsed returns the symbols of the documents that cannot be parsed.
func unparsed(doc *workspace.Document, file *source.File) []Symbol {
	var all []Symbol
	text := doc.Places()
	for offset := 0; offset < len(doc.Text); {
		at := text.At(offset)
		offset = max(offset, at.Document.End) + 1
		if documentIn(file, at.Document.End, at.Document) != nil || isBuiltIn(at.APIVersion, at.Kind) {
			continue
		}
		object, _ := at.Object().(map[string]any)
		metadata, _ := object["metadata"].(map[string]any)
		name, _ := metadata["name"].(string)
		place := Place{doc.Name, at.Document.Start, at.Document.End}
		all = append(all, Symbol{Name: title(at.Kind, name), Detail: at.APIVersion, Kind: ObjectSymbol, Place: place, Key: place})
	}
	return all
}

func isBuiltIn(apiVersion, kind string) bool {
	group, _ := splitAPIVersion(apiVersion)
	return kind == "" || apiVersion == "" || kind != source.CRDKind && apply.BuiltIn(group, kind)
}

func title(kind, name string) string {
	if name == "" {
		return kind
	}
	return kind + "/" + name
}

// An outline makes the symbols of a document.
type outline struct {
	file *source.File
	doc  *source.Document
	left int // symbols that may be added
}

func (o *outline) start(n *yamlnode.Node) int {
	at, _ := o.file.Offset(n.Line(), n.Column())
	return len(o.file.Marks) + at
}

// place returns the place from a node up to an offset, without white space and separators at its end.
func (o *outline) place(from *yamlnode.Node, end int) Place {
	start := o.start(from)
	text := o.file.Text[start-len(o.file.Marks) : max(start, end)-len(o.file.Marks)]
	return Place{o.file.Name, start, start + len(bytes.TrimRight(text, "- \t\r\n"))}
}

// document returns the symbol of the document, which ends at an offset.
func (o *outline) document(end int) *Symbol {
	apiVersion, kind := o.doc.TypeMeta()
	if isBuiltIn(apiVersion, kind) {
		return nil
	}
	key := o.doc.Root
	if n := source.Field(key, "kind"); n != nil && n.Line() > 0 {
		key = n
	}
	name, _ := source.String(source.Field(source.Field(o.doc.Root, "metadata"), "name"))
	s := &Symbol{Name: title(kind, name), Detail: apiVersion, Kind: ObjectSymbol, Place: o.place(o.doc.Root, end), Key: placeOf(o.doc, key)}
	if s.Key.End > s.Place.End || s.Key.Start < s.Place.Start {
		s.Key = Place{s.Place.File, s.Place.Start, s.Place.Start}
	}
	if !o.doc.IsCRD() {
		s.Children = o.fields(o.doc.Root, end, objectDepth)
		return s
	}
	s.Name, s.Kind = name, CRDSymbol
	s.Detail, _ = source.String(source.Field(source.Field(source.Field(o.doc.Root, "spec"), "names"), "kind"))
	o.eachField(o.doc.Root, end, func(key string, _, spec *yamlnode.Node, end int) {
		if key != "spec" {
			return
		}
		o.eachField(spec, end, func(key string, _, list *yamlnode.Node, end int) {
			if key == "versions" {
				s.Children = append(s.Children, o.versions(list, end)...)
			}
		})
	})
	return s
}

// eachField calls f for the entries of a mapping in the file, with the offset at which each ends.
func (o *outline) eachField(n *yamlnode.Node, end int, f func(name string, key, value *yamlnode.Node, end int)) {
	if n == nil || n.Kind != yamlnode.Mapping {
		return // what an alias leads to is elsewhere
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		until := end
		if i+2 < len(n.Content) {
			until = o.start(n.Content[i+2])
		}
		if name, ok := source.Key(n.Content[i]); ok && n.Content[i].Line() > 0 {
			f(name, n.Content[i], n.Content[i+1], until)
		}
	}
}

// eachItem calls f for the items of a sequence, with the offset at which each ends.
func (o *outline) eachItem(n *yamlnode.Node, end int, f func(item *yamlnode.Node, end int)) {
	if n == nil || n.Kind != yamlnode.Sequence {
		return
	}
	for i, item := range n.Content {
		until := end
		if i+1 < len(n.Content) {
			until = o.start(n.Content[i+1])
		}
		f(item, until)
	}
}

// add returns a symbol for a key, or false if the outline is full.
func (o *outline) add(name string, kind SymbolKind, key *yamlnode.Node, end int) (Symbol, bool) {
	if o.left--; o.left < 0 {
		return Symbol{}, false
	}
	s := Symbol{Name: name, Kind: kind, Place: o.place(key, end), Key: placeOf(o.doc, key)}
	if name == "" {
		s.Name = `""`
	}
	s.Place.End = max(s.Place.End, s.Key.End)
	return s, true
}

// fields returns the symbols of an object's fields.
func (o *outline) fields(n *yamlnode.Node, end, depth int) []Symbol {
	var all []Symbol
	o.eachField(n, end, func(name string, key, value *yamlnode.Node, end int) {
		s, ok := o.add(name, FieldSymbol, key, end)
		if !ok {
			return
		}
		if value.Kind == yamlnode.Scalar && value.Style&(yamlnode.Literal|yamlnode.Folded) == 0 {
			s.Detail = prose.OneLine(value.Value)
		}
		if depth > 1 {
			s.Children = o.fields(value, end, depth-1)
		}
		all = append(all, s)
	})
	return all
}

// versions returns the symbols of the versions of a CRD.
func (o *outline) versions(list *yamlnode.Node, end int) []Symbol {
	var all []Symbol
	o.eachItem(list, end, func(item *yamlnode.Node, end int) {
		name, _ := source.String(source.Field(item, "name"))
		at := source.Field(item, "name")
		if at == nil || at.Line() == 0 || item.Kind != yamlnode.Mapping {
			return
		}
		s, ok := o.add(name, VersionSymbol, item, end)
		if !ok {
			return
		}
		o.eachField(item, end, func(key string, _, value *yamlnode.Node, end int) {
			if key != "schema" {
				return
			}
			o.eachField(value, end, func(key string, _, schema *yamlnode.Node, end int) {
				if key == "openAPIV3Schema" {
					s.Children = o.schema(schema, end, fieldDepth)
				}
			})
		})
		all = append(all, s)
	})
	return all
}

// schema returns the symbols of the fields and rules of a schema.
func (o *outline) schema(n *yamlnode.Node, end, depth int) []Symbol {
	var all []Symbol
	if depth == 0 {
		return nil
	}
	o.eachField(n, end, func(key string, _, value *yamlnode.Node, end int) {
		switch key {
		case "properties":
			o.eachField(value, end, func(name string, key, value *yamlnode.Node, end int) {
				s, ok := o.add(name, FieldSymbol, key, end)
				if !ok {
					return
				}
				s.Detail, _ = source.String(source.Field(value, "type"))
				s.Children = o.schema(value, end, depth-1)
				all = append(all, s)
			})
		case "items", "additionalProperties":
			all = append(all, o.schema(value, end, depth)...)
		case "x-kubernetes-validations":
			o.eachItem(value, end, func(item *yamlnode.Node, end int) {
				rule, _ := source.String(source.Field(item, "rule"))
				if s, ok := o.add("rule: "+strings.Join(strings.Fields(rule), " "), RuleSymbol, item, end); ok {
					all = append(all, s)
				}
			})
		}
	})
	return all
}
