package actions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// ObjectFixes returns the fixes of a finding about an object of a file. all are the findings about the file, and check
// finds those about a changed text.
func ObjectFixes(file *source.File, f *report.Finding, all []report.Finding, crds *apply.CRDs, check Check) []Fix {
	doc := documentOf(file, f)
	if doc == nil || doc.MeantAsCRD() || doc.Root.Kind != yamlnode.Mapping {
		return nil
	}
	o := newObject(doc, f, crds)
	var fixes []Fix
	for _, c := range o.candidates(all) {
		edits := c.plan(doc)
		if !changesText(file.Text, edits) {
			continue
		}
		proof := Prove(file.Text, edits, f, all, check)
		if proof == Stays {
			continue
		}
		fixes = append(fixes, Fix{Title: c.title, Edits: withMarks(file, edits), Preferred: c.certain && proof == Clean})
	}
	return onePreferred(fixes)
}

// onePreferred leaves the first fix preferred, as editors make it by one key.
func onePreferred(fixes []Fix) []Fix {
	seen := false
	for i := range fixes {
		fixes[i].Preferred = fixes[i].Preferred && !seen
		seen = seen || fixes[i].Preferred
	}
	return fixes
}

// object is a finding about an object, with the object and its CRD.
type object struct {
	doc     *source.Document
	finding *report.Finding
	path    *finding.Path
	// node is the value at the path; nil if it is missing.
	node    *yamlnode.Node
	of      *apply.Definition // nil without a CRD
	crds    *apply.CRDs
	version string
}

func newObject(doc *source.Document, f *report.Finding, crds *apply.CRDs) *object {
	o := &object{doc: doc, finding: f, path: pathIn(doc, f.Path), crds: crds}
	if n, exact := doc.Node(o.path.Segments()); exact {
		o.node = n
	}
	apiVersion, kind := doc.TypeMeta()
	group, version, _ := strings.Cut(apiVersion, "/")
	o.version = version
	if d, err := crds.Definition(group, kind); err == nil {
		o.of = d
	}
	return o
}

// schemaAt returns the schema at a path of the object, or nil.
func (o *object) schemaAt(at *finding.Path) *schema.Schema {
	if o.of == nil {
		return nil
	}
	return o.of.Resource.SchemaAt(o.version, at)
}

// candidates returns the changes that may fix the finding, the least change first.
func (o *object) candidates(all []report.Finding) []candidate {
	c := finding.Code(o.finding.Code)
	switch {
	case c == code.NoCRDSimilar, c == code.NoCRD, c == code.VersionNotServed:
		return o.otherKind()
	case o.path == nil:
		return nil
	case c == code.UnknownField:
		return o.unknownField()
	case c == code.DuplicateField:
		return []candidate{{title: "remove the repeated key", certain: true, changes: []finding.Change{{Op: finding.RemoveRepeated, Path: o.path}}}}
	case c == code.ListItemTwice:
		return o.repeatedItem()
	case c == code.MetadataWrongType:
		return o.quoted()
	case c == code.Metadata:
		return o.invalidName()
	case c.Rule() == string(code.Value):
		return o.invalidValue(c.CaseName(), all)
	}
	return nil
}

// invalidValue returns the candidates for a value that violates a keyword of the schema.
func (o *object) invalidValue(keyword string, all []report.Finding) []candidate {
	switch keyword {
	case "enum":
		return o.otherValue()
	case "type":
		return o.wrongType()
	case "required":
		return o.missingFields(all)
	case "minimum", "maximum":
		return o.bound(keyword)
	case "minLength", "pattern", "format":
		if text, ok := source.Value(o.node).(string); ok && text == "" && !o.isRequired() {
			return []candidate{o.removal("remove the empty value", false)}
		}
	}
	return nil
}

// isRequired reports whether the schema requires the field at the path.
func (o *object) isRequired() bool {
	segments := o.path.Segments()
	s := o.schemaAt(o.path.Parent())
	return s != nil && slices.Contains(s.Required, segments[len(segments)-1].Name)
}

// unknownField renames the field if a similar one is known, or removes it.
func (o *object) unknownField() []candidate {
	segments := o.path.Segments()
	name := segments[len(segments)-1]
	if name.IsIndex {
		return nil
	}
	var list []candidate
	if near := nearest.Name(name.Name, o.otherFields()); near != "" {
		list = append(list, candidate{
			title: fmt.Sprintf("rename %q to %q", name.Name, near), certain: true,
			changes: []finding.Change{{Op: finding.Rename, Path: o.path, Value: near}},
		})
	}
	return append(list, o.removal(fmt.Sprintf("remove %q", name.Name), false))
}

// objectMetaFields are the fields of metadata that people write.
var objectMetaFields = []string{"name", "namespace", "labels", "annotations", "finalizers", "ownerReferences", "generateName"}

// otherFields returns the known fields beside the one at the path, without those that the object has.
func (o *object) otherFields() []string {
	parent := o.path.Parent()
	var known []string
	if s := o.schemaAt(parent); s != nil {
		for _, p := range s.Properties.All() {
			known = append(known, p.Name)
		}
	}
	switch segments := parent.Segments(); {
	case len(segments) == 0:
		known = append(known, "apiVersion", "kind", "metadata")
	case len(segments) == 1 && segments[0].Name == "metadata":
		known = append(known, objectMetaFields...)
	}
	beside, _ := o.doc.Node(parent.Segments())
	return slices.DeleteFunc(known, func(name string) bool { return source.Field(beside, name) != nil })
}

func (o *object) removal(title string, certain bool) candidate {
	return candidate{title: title, certain: certain, changes: []finding.Change{{Path: o.path}}}
}

// replacement replaces the value by a scalar.
func (o *object) replacement(title string, value any, certain bool) candidate {
	return candidate{title: title, certain: certain, changes: []finding.Change{{Op: finding.Replace, Path: o.path, Value: value}}}
}

// maxEnumFixes is how many values of an enum are offered.
const maxEnumFixes = 6

// otherValue replaces a value by a similar one of the enum, or by any.
func (o *object) otherValue() []candidate {
	s := o.schemaAt(o.path)
	if s == nil || o.node == nil || o.node.Kind != yamlnode.Scalar {
		return nil
	}
	var names []string
	for _, v := range s.Enum {
		names = append(names, fmt.Sprint(v))
	}
	near := nearest.Name(o.node.Value, names)
	if at := slices.Index(names, o.node.Value); at >= 0 {
		near = names[at] // it has another type
	}
	var list []candidate
	for i, v := range s.Enum {
		if v == nil {
			continue
		}
		c := o.replacement("write "+names[i], v, names[i] == near)
		switch {
		case c.certain:
			list = slices.Insert(list, 0, c)
		default:
			list = append(list, c)
		}
	}
	return list[:min(len(list), maxEnumFixes)]
}

// bound replaces a number by the bound that it exceeds.
func (o *object) bound(keyword string) []candidate {
	s := o.schemaAt(o.path)
	if s == nil {
		return nil
	}
	limit, exclusive, step := s.Minimum, s.ExclusiveMinimum, int64(1)
	if keyword == "maximum" {
		limit, exclusive, step = s.Maximum, s.ExclusiveMaximum, -1
	}
	if limit == nil || float64(int64(*limit)) != *limit {
		return nil
	}
	value := int64(*limit)
	if exclusive {
		value += step
	}
	return []candidate{o.replacement(fmt.Sprintf("write %d, the %s", value, keyword), value, false)}
}

// repeatedItem removes the second one of two items. Another one than the first may be meant, unless they are equal.
func (o *object) repeatedItem() []candidate {
	segments := o.path.Segments()
	last := segments[len(segments)-1]
	list, exact := o.doc.Node(segments[:len(segments)-1])
	if !last.IsIndex || !exact || list.Kind != yamlnode.Sequence || last.Index >= len(list.Content) {
		return nil
	}
	item := fmt.Sprint(source.Value(list.Content[last.Index]))
	equal := false
	for _, other := range list.Content[:last.Index] {
		equal = equal || fmt.Sprint(source.Value(other)) == item
	}
	return []candidate{o.removal("remove the repeated item", equal)}
}

// quoted writes a scalar as a string.
func (o *object) quoted() []candidate {
	if o.node == nil || o.node.Kind != yamlnode.Scalar || source.IsNull(o.node) {
		return nil
	}
	return []candidate{o.replacement(fmt.Sprintf("put it in quotes: %q", o.node.Value), o.node.Value, true)}
}

// otherKind writes the apiVersion and the kind of a similar CRD.
func (o *object) otherKind() []candidate {
	apiVersion, kind := o.doc.TypeMeta()
	likeAPIVersion, likeKind := o.crds.Meant(apiVersion, kind)
	if likeKind == "" {
		return nil
	}
	c := candidate{certain: finding.Code(o.finding.Code) != code.NoCRD}
	for _, field := range [...]struct{ name, is, like string }{{"apiVersion", apiVersion, likeAPIVersion}, {"kind", kind, likeKind}} {
		if field.is == field.like {
			continue
		}
		p := finding.Root(field.name)
		change := finding.Change{Op: finding.Replace, Path: p, Value: field.like}
		if _, there := o.doc.Node(p.Segments()); !there {
			change.Op = finding.Add
		}
		c.changes = append(c.changes, change)
		if c.title == "" {
			c.title = "write " + field.name + ": " + field.like
		} else {
			c.title += " and " + field.name + ": " + field.like
		}
	}
	return []candidate{c}
}
