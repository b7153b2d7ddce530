package navigate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// A Rename is what the rename of a field changes.
type Rename struct {
	// Files are sorted by name.
	Files []FileEdits
	// Title and Description say what follows for objects that are stored in clusters.
	Title, Description string
}

// FileEdits are the edits of a file, in the order of the text.
type FileEdits struct {
	File  string
	Edits []edit.Edit
}

var errNoField = errors.New("there is no field of a CRD here that can be renamed")

// PrepareRename returns the place of the name at an offset, and the name, if a rename of it is possible.
func (n *Navigator) PrepareRename(p *workspace.Project, doc *workspace.Document, offset int) (Place, string, error) {
	s, err := n.renamed(p, doc, offset)
	if err != nil {
		return Place{}, "", err
	}
	at := s.span
	if c := doc.Text[at.Start]; c == '"' || c == '\'' {
		at.Start, at.End = at.Start+1, at.End-1
	}
	return at, s.field.name(), nil
}

// renamed returns the field whose name is at an offset.
func (n *Navigator) renamed(p *workspace.Project, doc *workspace.Document, offset int) (*subject, error) {
	s := n.subject(p, doc, offset)
	if s == nil || s.field == nil || s.span.Start >= s.span.End || s.span.End > len(doc.Text) {
		return nil, errNoField
	}
	name := s.field.name()
	if written := string(doc.Text[s.span.Start:s.span.End]); keyText(written) != name && written != celtext.FieldName(name) && written != "`"+name+"`" {
		return nil, errNoField
	}
	return s, s.field.renamable()
}

// renamable returns why the field cannot be renamed, or nil.
func (f *field) renamable() error {
	if f.def.doc.DerivedFrom != nil {
		return errors.New("the CRD is derived by Crossplane from a CompositeResourceDefinition; rename the field there by hand")
	}
	if len(f.def.doc.File.Problems) > 0 {
		return fmt.Errorf("%s cannot be parsed: %s", f.def.doc.File.Name, f.def.doc.File.Problems[0].Message)
	}
	fixed := []string{"apiVersion", "kind", "metadata"}
	if len(f.steps) == 1 {
		fixed = append(fixed, "spec", "status")
	}
	of := len(f.steps) == 1
	for _, i := range f.versions() {
		tree := f.def.versions[i].tree
		of = of || slices.ContainsFunc(nodesAt(tree, f.parent()), func(id int32) bool { return tree.Nodes[id].XEmbeddedResource })
	}
	if of && slices.Contains(fixed, f.name()) || f.steps[0].name == "metadata" {
		return fmt.Errorf("servers and clients know the field %s of all objects by this name", shown(f.steps))
	}
	return nil
}

var fieldName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`) })

// Rename returns the edits that rename the field at an offset: in the schema, required lists, keys of lists, rules,
// columns, selectable fields, subresources, defaults and examples of its CRD, in the objects of the project, and in the
// Go code of the CRD. It returns an error if the CRD would be invalid afterwards.
func (n *Navigator) Rename(ctx context.Context, p *workspace.Project, doc *workspace.Document, offset int, name string) (*Rename, error) {
	s, err := n.renamed(p, doc, offset)
	if err != nil {
		return nil, err
	}
	f := s.field
	switch {
	case !fieldName().MatchString(name):
		return nil, fmt.Errorf("%q is no name for a field; use letters, digits, - and _", name)
	case name == f.name():
		return nil, fmt.Errorf("the field has the name %s", name)
	}
	if err := f.free(name); err != nil {
		return nil, err
	}
	r := renaming{n: n, p: p, doc: doc, field: f, name: name, edits: map[string][]edit.Edit{}, texts: map[string][]byte{}}
	if err := r.crds(); err != nil {
		return nil, err
	}
	if err := r.verify(); err != nil {
		return nil, err
	}
	if err := r.objects(ctx); err != nil {
		return nil, err
	}
	r.goCode()
	return r.result(), nil
}

// free returns an error if a version has a field with a name beside the field.
func (f *field) free(name string) error {
	for _, i := range f.versions() {
		tree := f.def.versions[i].tree
		beside := append(slices.Clone(f.parent()), step{fieldStep, name})
		if slices.ContainsFunc(nodesAt(tree, beside), func(id int32) bool { return tree.Nodes[id].Role == schematree.RoleProperty }) {
			return fmt.Errorf("version %s has a field %s", f.def.versions[i].name, shown(beside))
		}
	}
	return nil
}

// A renaming collects the edits of a rename.
type renaming struct {
	n     *Navigator
	p     *workspace.Project
	doc   *workspace.Document
	field *field
	name  string

	edits map[string][]edit.Edit // by file
	texts map[string][]byte
	// definitions are the CRD and its copies; mentions are those in the CRD.
	definitions []*definition
	mentions    []Mention
	differing   []string // files with other CRDs of the kind
	uses        int      // in objects
	inGo        goChange
}

// text returns the text of a file.
func (r *renaming) text(file string) ([]byte, error) {
	if text, ok := r.texts[file]; ok {
		return text, nil
	}
	text, err := r.p.Files.Load(file)
	if err != nil {
		return nil, err
	}
	r.texts[file] = text
	return text, nil
}

// crds renames the field in its CRD, and in the files with the same CRD.
func (r *renaming) crds() error {
	f := r.field
	r.definitions = []*definition{f.def}
	for _, file := range r.p.CRDFiles(r.doc) {
		for _, d := range file.Documents {
			spec := source.Field(d.Root, "spec")
			group, _ := source.String(source.Field(spec, "group"))
			kind, _ := source.String(source.Field(source.Field(spec, "names"), "kind"))
			if !d.IsCRD() || d.DerivedFrom != nil || group != f.def.crd.Spec.Group || kind != f.def.crd.Spec.Names.Kind ||
				d.File.Name == f.def.doc.File.Name && d.Index == f.def.doc.Index {
				continue
			}
			if !edit.Same(d.Root, f.def.doc.Root) {
				r.differing = append(r.differing, d.File.Name)
				continue
			}
			r.definitions = append(r.definitions, newDefinition(d))
		}
	}
	for i, def := range r.definitions {
		of := &field{def, f.version, f.steps}
		var all []Mention
		for _, v := range of.versions() {
			all = append(all, of.mentionsIn(v, r.n.CEL(r.p))...)
		}
		if err := r.add(all); err != nil {
			return err
		}
		if i == 0 {
			r.mentions = all
		}
	}
	return nil
}

// add adds the edits of mentions.
func (r *renaming) add(list []Mention) error {
	for i := range list {
		m := &list[i]
		text, err := r.text(m.File)
		if err != nil {
			return err
		}
		if m.End > len(text) {
			return fmt.Errorf("%s was changed meanwhile", m.File)
		}
		now, ok := r.written(string(text[m.Start:m.End]), m.form)
		if !m.exact || !ok {
			return fmt.Errorf("%s:%d: the name is written with escapes or over several lines; write it plainly first", m.File, lineOf(text, m.Start))
		}
		r.edits[m.File] = append(r.edits[m.File], edit.Edit{Start: m.Start, End: m.End, Text: now})
	}
	return nil
}

// written returns the new name in the form of the old one, and false if the text is not the old name.
func (r *renaming) written(was string, as form) (string, bool) {
	old := r.field.name()
	switch as {
	case celForm:
		return celtext.FieldName(r.name), was == old || was == celtext.FieldName(old) || was == "`"+old+"`"
	case pathForm:
		return r.name, was == old
	}
	if keyText(was) != old {
		return "", false
	}
	switch {
	case strings.HasPrefix(was, `"`):
		return `"` + r.name + `"`, true
	case strings.HasPrefix(was, "'"):
		return "'" + r.name + "'", true
	case needsQuotes(r.name):
		return `"` + r.name + `"`, true
	}
	return r.name, true
}

// objects renames the field in the objects of the project.
func (r *renaming) objects(ctx context.Context) error {
	f := r.field
	taken := &field{f.def, f.version, append(slices.Clone(f.parent()), step{fieldStep, r.name})}
	found, err := taken.objectUses(ctx, r.p, f.versions())
	if err != nil {
		return err
	}
	if len(found) > 0 {
		content, err := r.text(found[0].File)
		if err != nil {
			return err
		}
		return fmt.Errorf("%s:%d: an object has a field %s", found[0].File, lineOf(content, found[0].Start), shown(taken.steps))
	}
	if found, err = f.objectUses(ctx, r.p, f.versions()); err != nil {
		return err
	}
	r.uses = len(found)
	return r.add(found)
}

// result returns the edits in order.
func (r *renaming) result() *Rename {
	out := &Rename{Title: fmt.Sprintf("Rename %s to %s", shown(r.field.steps), r.name)}
	for file, edits := range r.edits {
		out.Files = append(out.Files, FileEdits{file, inOrder(edits)})
	}
	slices.SortFunc(out.Files, func(a, b FileEdits) int { return strings.Compare(a.File, b.File) })
	out.Description = r.description()
	return out
}

// inOrder sorts edits and removes repeated ones: the versions of a CRD may share text by an alias.
func inOrder(edits []edit.Edit) []edit.Edit {
	edit.Sort(edits)
	return slices.Compact(edits)
}

// description says which versions and files change, and what happens to stored objects.
func (r *renaming) description() string {
	f := r.field
	var versions []string
	for _, i := range f.versions() {
		versions = append(versions, f.def.versions[i].name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Stored objects lose %s: the server removes fields that the schema does not have.", shown(f.steps))
	if f.converted() {
		fmt.Fprintf(&b, " Only version %s changes, since a webhook converts objects; change it, too.", versions[0])
	} else {
		fmt.Fprintf(&b, " All versions with the field change: %s.", prose.And(versions))
	}
	fmt.Fprintf(&b, " In objects, %s.", prose.Count(r.uses, "place"))
	if len(r.differing) > 0 {
		fmt.Fprintf(&b, " Other CRDs of the kind differ and stay as they are: %s.", prose.And(slices.Compact(r.differing)))
	}
	return b.String() + r.inGo.text()
}

func lineOf(text []byte, offset int) int { return 1 + bytes.Count(text[:offset], []byte("\n")) }
