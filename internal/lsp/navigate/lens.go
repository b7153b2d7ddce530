package navigate

import (
	"context"
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// A Lens is a line of text about a place.
type Lens struct {
	Place
	Title string
}

// Lenses returns lines about the CRDs of a document: how many objects and tests the project has, and how many of the
// objects each rule refuses in a dry run. The context stops the dry run.
func (n *Navigator) Lenses(ctx context.Context, p *workspace.Project, doc *workspace.Document) ([]Lens, error) {
	if !doc.IsManifest() || !files.SpeaksOfCRDs(doc.Text) || p.Config.Leaves(doc.Name, false, nil) {
		return nil, nil
	}
	var all []Lens
	for _, d := range doc.File().Documents {
		if !d.IsCRD() || d.DerivedFrom != nil {
			continue
		}
		def := newDefinition(d)
		if def.crd.Spec.Names.Kind == "" {
			continue
		}
		u, err := usage(ctx, p, doc, def)
		if err != nil {
			return nil, err
		}
		title := prose.Count(u.objects, "object") + " in the workspace"
		if u.tests > 0 {
			title += ", tested by " + prose.Count(u.tests, "test")
		}
		all = append(all, Lens{placeAt(d.File, d.NodePos(d.Root)), title})
		all = append(all, u.rules(def)...)
	}
	return all, nil
}

// A crdUsage counts what the files of a project have of a kind.
type crdUsage struct {
	objects, tests int
	// checked counts the objects whose rules were evaluated, by version, and refused those that the rule on a line
	// refuses.
	checked map[string]int
	refused map[int]int
}

func usage(ctx context.Context, p *workspace.Project, doc *workspace.Document, def *definition) (*crdUsage, error) {
	list := p.Manifests()
	runner := apply.New(p.CRDs(doc), apply.RunOptions{Context: ctx})
	all := &crdUsage{checked: map[string]int{}, refused: map[int]int{}}
	err := inorder.Do(ctx, list.Files, func(f files.File) *crdUsage {
		if textWith(p, f.Name, []string{def.crd.Spec.Names.Kind, def.crd.Spec.Group}) == nil {
			return nil
		}
		file, _, err := list.Read(&f, nil)
		if err != nil || file == nil {
			return nil
		}
		of := &crdUsage{checked: map[string]int{}, refused: map[int]int{}}
		of.count(file, def, runner)
		return of
	}, func(of *crdUsage) error {
		if of != nil {
			all.add(of)
		}
		return nil
	})
	return all, err
}

func (u *crdUsage) add(of *crdUsage) {
	u.objects += of.objects
	u.tests += of.tests
	for version, n := range of.checked {
		u.checked[version] += n
	}
	for line, n := range of.refused {
		u.refused[line] += n
	}
}

// count counts what a file has.
func (u *crdUsage) count(file *source.File, def *definition, runner *apply.Runner) {
	group, kind := def.crd.Spec.Group, def.crd.Spec.Names.Kind
	if suite.May(file.Text) {
		if u.tests = testsOf(file, group, kind); u.tests > 0 {
			return // its objects are those of the tests
		}
	}
	file.Documents = slices.DeleteFunc(file.Documents, func(d *source.Document) bool {
		apiVersion, of := d.TypeMeta()
		g, _ := splitAPIVersion(apiVersion)
		return g != group || of != kind
	})
	if u.objects = len(file.Documents); u.objects == 0 {
		return
	}
	file.Problems = nil
	results := runner.File(file).Results
	for i := range results {
		u.result(&results[i], def)
	}
}

// result counts the rules that refuse an object. Rules of an object with other errors are not evaluated.
func (u *crdUsage) result(r *report.Result, def *definition) {
	isChecked := true
	lines := map[int]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Code == report.Code(code.RulesNotChecked) {
			isChecked = false
		}
		if apply.IsRule(f) && f.SchemaFile == def.doc.File.Name {
			lines[f.SchemaLine] = true
		}
	}
	for line := range lines {
		u.refused[line]++
	}
	if isChecked {
		_, version := splitAPIVersion(r.APIVersion)
		u.checked[version]++
	}
}

// testsOf counts the tests in a file that send an object of a kind.
func testsOf(file *source.File, group, kind string) int {
	suites, _ := suite.Read(file)
	n := 0
	for _, s := range suites {
		for _, t := range s.Tests {
			if slices.ContainsFunc(t.Steps, func(s *suite.Step) bool { return s.Object != nil && isOf(s.Object.Value, group, kind) }) {
				n++
			}
		}
	}
	return n
}

func isOf(object map[string]any, group, kind string) bool {
	apiVersion, _ := object["apiVersion"].(string)
	g, _ := splitAPIVersion(apiVersion)
	return g == group && object["kind"] == kind
}

// rules returns the lenses of the rules.
func (u *crdUsage) rules(def *definition) []Lens {
	var all []Lens
	for i := range def.versions {
		v := &def.versions[i]
		for id := range v.tree.Nodes {
			for k := range v.tree.Nodes[id].XValidations() {
				at := v.tree.Path(int32(id)).Child("x-kubernetes-validations").Index(k).Child("rule")
				pos := def.doc.LocateKey(at.Segments())
				title := ""
				switch n := u.refused[pos.Line]; {
				case n > 0:
					title = fmt.Sprintf("%s in the workspace refused by this rule", prose.Count(n, "object"))
				case u.checked[v.name] > 0:
					title = "checked " + prose.Count(u.checked[v.name], "object")
				default:
					continue
				}
				all = append(all, Lens{placeAt(def.doc.File, pos), title})
			}
		}
	}
	return all
}
