package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
)

// Identity is what is kept of a CRD until the end of a run, for the lint rules
// that judge all CRDs of the run together. There is one for each of thousands of CRDs,
// so it holds on to neither text nor nodes of the file.
type Identity struct {
	File string
	// Document counts the documents of the file, as source.Document does.
	Document int
	// Name is that of the CRD, Group and Plural those of the resource.
	Name, Group, Plural string
	// Names are all names under which the objects can be asked for, in the order
	// of the server's type, metadata.name first.
	Names []Name
	// Digest is of spec, the same for what differs in style or in the order of
	// keys only. It is 0 unless a lint rule that is on asks for digests.
	Digest uint64

	// Stored is that of the stored CRD, if what that shows is to be skipped; nil
	// if not.
	Stored *Identity

	selection *Selection
}

// Name is a name that a CRD takes.
type Name struct {
	Role NameRole
	Text string
	Path *finding.Path
	Pos  finding.Pos
	// Line is the text of the line on which it stands; "" if that is too long to
	// be kept.
	Line string
}

// NameRole says what a name is for.
type NameRole uint8

// The roles of names.
const (
	CRDName NameRole = iota
	Plural
	Singular
	ShortName
	Kind
	ListKind
	Category
)

var nameRoles = [...]string{
	CRDName: "name", Plural: "plural", Singular: "singular", ShortName: "short name",
	Kind: "kind", ListKind: "list kind", Category: "category",
}

// String returns the role in words.
func (r NameRole) String() string { return nameRoles[r] }

// longestLine is how much of a line is worth keeping: only minified JSON has
// longer ones, and those would be the file.
const longestLine = 500

// Identify returns what lint rules over the whole set need of a CRD whose defaults are
// set; nil if none of them is on.
func Identify(s *Selection, doc *source.Document, c *crd.CustomResourceDefinition) *Identity {
	if s == nil || !slices.ContainsFunc(s.Active, func(a Active) bool { return a.Set != nil }) {
		return nil
	}
	n := &c.Spec.Names
	id := &Identity{
		File: doc.File.Name, Document: doc.Index,
		Name: strings.Clone(c.Metadata.Name), Group: strings.Clone(c.Spec.Group), Plural: strings.Clone(n.Plural),
		selection: s,
	}
	if slices.ContainsFunc(s.Active, func(a Active) bool { return a.Digests }) {
		id.Digest = digest.Of(source.Field(doc.Root, "spec"))
	}
	var line string
	number := 0 // of line: many names may share one, which may be long
	add := func(role NameRole, text string, at *finding.Path) {
		name := Name{Role: role, Text: strings.Clone(text), Path: at, Pos: doc.Locate(at.Segments())}
		if name.Pos.Line != number {
			if number, line = name.Pos.Line, doc.File.Line(name.Pos.Line); len(line) > longestLine {
				line = ""
			}
		}
		name.Line = line
		id.Names = append(id.Names, name)
	}
	id.Names = make([]Name, 0, 5+len(n.ShortNames)+len(n.Categories))
	add(CRDName, c.Metadata.Name, namePaths[CRDName])
	add(Plural, n.Plural, namePaths[Plural])
	add(Singular, n.Singular, namePaths[Singular])
	for i, s := range n.ShortNames {
		add(ShortName, s, namePaths[ShortName].Index(i))
	}
	add(Kind, n.Kind, namePaths[Kind])
	add(ListKind, n.ListKind, namePaths[ListKind])
	for i, s := range n.Categories {
		add(Category, s, namePaths[Category].Index(i))
	}
	return id
}

// namePaths are the places of names, of which all CRDs have the same; of names of which
// there may be several, that of the list.
var namePaths = [...]*finding.Path{
	CRDName: finding.Root("metadata", "name"), Plural: finding.Root("spec", "names", "plural"),
	Singular: finding.Root("spec", "names", "singular"), ShortName: finding.Root("spec", "names", "shortNames"),
	Kind: finding.Root("spec", "names", "kind"), ListKind: finding.Root("spec", "names", "listKind"),
	Category: finding.Root("spec", "names", "categories"),
}

// Alike is Identify with the lint rules that are on for the file of id.
func (id *Identity) Alike(doc *source.Document, c *crd.CustomResourceDefinition) *Identity {
	return Identify(id.selection, doc, c)
}

// Resource names what the CRD defines as kubectl does: widgets.example.com.
func (id *Identity) Resource() string { return id.Plural + "." + id.Group }

// Line returns a line of the file on which a name stands; "" for any other, and
// for one that was too long to be kept.
func (id *Identity) Line(n int) string {
	for i := range id.Names {
		if id.Names[i].Pos.Line == n {
			return id.Names[i].Line
		}
	}
	return ""
}

// Where is the place of a name in a sentence: file:line.
func (id *Identity) Where(n *Name) string { return fmt.Sprintf("%s:%d", id.File, n.Pos.Line) }

// SetPass is one lint rule on its way through all CRDs of a run.
type SetPass struct {
	// CRDs are in the order of the run. The same CRD may be there many times.
	CRDs []*Identity
	// Missing are stored CRDs that are not among them, though all files were given.
	Missing []*Identity

	rule  *Rule
	found map[*Identity]finding.List
}

// Report adds a finding at a name of a CRD if the lint rule is on for its
// file.
func (p *SetPass) Report(id *Identity, at *Name, format string, args ...any) {
	p.ReportHelp(id, at, "", format, args...)
}

// ReportHelp is Report with a line on how to fix it.
func (p *SetPass) ReportHelp(id *Identity, at *Name, help, format string, args ...any) {
	for i := range id.selection.Active {
		if a := &id.selection.Active[i]; a.Rule == p.rule {
			p.found[id] = append(p.found[id], finding.Finding{
				Code: finding.Code(a.ID), Severity: a.Severity, Path: at.Path, Pos: at.Pos,
				Message: fmt.Sprintf(format, args...), Help: help, Breaking: p.rule.Breaks,
			})
			return
		}
	}
}

// Distinct returns the CRDs, each name once: the first of its copies.
func (p *SetPass) Distinct() []*Identity {
	var first []*Identity
	seen := map[string]bool{}
	for _, id := range p.CRDs {
		if !seen[id.Name] {
			seen[id.Name] = true
			first = append(first, id)
		}
	}
	return first
}

// RunSet takes the lint rules over the whole set through the CRDs of a run, and returns
// what they find about each of them and of the stored ones that are missing. Which of
// them are on, each CRD says for itself.
func RunSet(all, missing []*Identity) map[*Identity]finding.List {
	found := map[*Identity]finding.List{}
	for _, r := range setRules(all) {
		r.Set(&SetPass{CRDs: all, Missing: missing, rule: r, found: found})
	}
	return found
}

// setRules returns the lint rules over the whole set that are on for any of the
// CRDs.
func setRules(all []*Identity) []*Rule {
	var on []*Rule
	seen := map[*Selection]bool{}
	for _, id := range all {
		if seen[id.selection] {
			continue
		}
		seen[id.selection] = true
		for i := range id.selection.Active {
			if r := id.selection.Active[i].Rule; r.Set != nil && !slices.Contains(on, r) {
				on = append(on, r)
			}
		}
	}
	return on
}
