package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Identity is the data of a CRD that is kept until the end of a run, for lint rules over all its CRDs. A run
// may have thousands, so it keeps neither text nor nodes of the file alive.
type Identity struct {
	File string
	// Document is the index of the document in the file, as in source.Document.
	Document int
	// Name is the name of the CRD; Group and Plural are those of the resource.
	Name, Group, Plural string
	// Names are all names of the resource, in the order of the server's type, metadata.name first.
	Names []Name
	// Digest is the digest of spec, without style and order of keys. It is 0 unless an active lint rule asks
	// for digests.
	Digest uint64

	// Stored is the identity of the stored CRD, whose findings are skipped, or nil.
	Stored *Identity

	selection *Selection
}

// Name is a name that a CRD claims.
type Name struct {
	Role NameRole
	Text string
	Path *finding.Path
	Pos  finding.Pos
	// Line is the line with the name; "" if it is too long to keep.
	Line string
}

// NameRole is the role of a name.
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

// longestLine limits the length of a kept line. Only minified JSON has longer ones, which would be the whole
// file.
const longestLine = 500

// Identify returns the identity of a CRD with defaults, or nil if no lint rule over the set of CRDs is on.
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
	number := 0 // of line: many names may share one long line
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

// namePaths are the paths of names; for names in a list, the path of the list.
var namePaths = [...]*finding.Path{
	CRDName: finding.Root("metadata", "name"), Plural: finding.Root("spec", "names", "plural"),
	Singular: finding.Root("spec", "names", "singular"), ShortName: finding.Root("spec", "names", "shortNames"),
	Kind: finding.Root("spec", "names", "kind"), ListKind: finding.Root("spec", "names", "listKind"),
	Category: finding.Root("spec", "names", "categories"),
}

// SameSelection is Identify with the selection of id.
func (id *Identity) SameSelection(doc *source.Document, c *crd.CustomResourceDefinition) *Identity {
	return Identify(id.selection, doc, c)
}

// Resource returns the resource in kubectl's form: widgets.example.com.
func (id *Identity) Resource() string { return id.Plural + "." + id.Group }

// Line returns a line of the file with a name; "" for other lines and for a line that was too long to keep.
func (id *Identity) Line(n int) string {
	for i := range id.Names {
		if id.Names[i].Pos.Line == n {
			return id.Names[i].Line
		}
	}
	return ""
}

// Where returns the place of a name for messages: file:line.
func (id *Identity) Where(n *Name) string { return fmt.Sprintf("%s:%d", id.File, n.Pos.Line) }

// SetPass is the run of one lint rule over all CRDs of a run.
type SetPass struct {
	// CRDs are in the order of the run, with all copies of a CRD.
	CRDs []*Identity
	// Missing are stored CRDs without a file, although all files were given.
	Missing []*Identity

	rule  *Rule
	found map[*Identity]finding.List
}

// Report adds a finding at a name of a CRD, if the lint rule is on for its file.
func (p *SetPass) Report(id *Identity, at *Name, format string, args ...any) {
	p.ReportHelp(id, at, "", format, args...)
}

// ReportHelp is Report with a help.
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

// Distinct returns the first copy of each CRD.
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

// RunSet runs the lint rules over the set of CRDs. It returns their findings by CRD, also for missing stored
// CRDs. The selection of each CRD decides which rules are on for it.
func RunSet(all, missing []*Identity) map[*Identity]finding.List {
	found := map[*Identity]finding.List{}
	for _, r := range setRules(all) {
		r.Set(&SetPass{CRDs: all, Missing: missing, rule: r, found: found})
	}
	return found
}

// setRules returns the lint rules over the set that are on for any of the CRDs.
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
