package navigate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/workspace"
)

// largeProject has a thousand files, of which a fifth have objects of the CRD, and a CRD of 600 kB.
func largeProject(b *testing.B) (*project, *workspace.Project, *workspace.Document) {
	p := openProject(b, "testdata/project.txtar")
	crd := string(p.read("crd.yaml"))
	var more strings.Builder
	for i := 0; more.Len() < 600_000; i++ {
		fmt.Fprintf(&more, "              field%d:\n                type: object\n                description: %s\n                properties:\n                  inner: {type: string}\n", i, strings.Repeat("word ", 60))
	}
	at := strings.Index(crd, "              replicas:")
	write(b, "crd.yaml", []byte(crd[:at]+more.String()+crd[at:]))
	for i := range 1000 {
		text := fmt.Sprintf("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d%d}\nspec:\n  replicas: 3\n", i)
		if i%5 == 0 {
			text = fmt.Sprintf("apiVersion: example.com/v1\nkind: Shop\nmetadata: {name: s%d}\nspec:\n  replicas: 3\n", i)
		}
		text += "  labels:\n" + strings.Repeat("    some-label: some-value # and a comment\n", 1) + strings.Repeat("# a line of a comment that is as long as lines are\n", 40)
		write(b, fmt.Sprintf("objects/%d/%d.yaml", i%20, i), []byte(text))
	}
	project, doc := p.open("crd.yaml", nil)
	return p, project, doc
}

func BenchmarkLargeProject(b *testing.B) {
	p, project, doc := largeProject(b)
	declared := strings.LastIndex(string(doc.Text[:strings.LastIndex(string(doc.Text), "mode:")]), "replicas: {") + 1
	rule := strings.Index(string(doc.Text), "self.replicas") + len("self.r")
	_, object := p.open("objects/5/5.yaml", nil)
	inObject := strings.Index(string(object.Text), "replicas") + 1
	for name, f := range map[string]func() error{
		"definition in a rule":      func() error { return found(p.n.Definition(project, doc, rule) != nil) },
		"definition from an object": func() error { return found(p.n.Definition(project, object, inObject) != nil) },
		"references": func() error {
			r, err := p.n.References(b.Context(), project, doc, declared, true)
			return all(len(r), err)
		},
		"rename": func() error {
			r, err := p.n.Rename(b.Context(), project, doc, declared, "count")
			return all(len(r.Files), err)
		},
		"outline": func() error { return found(len(Outline(doc)) > 0) },
		"search":  func() error { r, err := Search(b.Context(), project, "s1"); return all(len(r), err) },
		"lenses":  func() error { r, err := p.n.Lenses(b.Context(), project, doc); return all(len(r), err) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func found(ok bool) error {
	if !ok {
		return fmt.Errorf("nothing is found")
	}
	return nil
}

func all(n int, err error) error {
	if err != nil {
		return err
	}
	return found(n > 0)
}
