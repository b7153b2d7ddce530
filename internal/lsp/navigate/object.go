package navigate

import (
	"bytes"
	"context"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
)

// eachFile calls work for the manifests of a project that have all words, on all processors, and emit with its results
// in the order of the files. Other files are not parsed.
func eachFile[T any](ctx context.Context, p *workspace.Project, words []string, work func(*source.File) T, emit func(T)) error {
	return inorder.Do(ctx, p.Manifests().Files, func(f files.File) *T {
		text := textWith(p, f.Name, words)
		if text == nil {
			return nil
		}
		result := work(source.Read(f.Name, text))
		return &result
	}, func(result *T) error {
		if result != nil {
			emit(*result)
		}
		return nil
	})
}

// textWith returns the text of a file; nil if it lacks one of the words.
func textWith(p *workspace.Project, name string, words []string) []byte {
	text, err := p.Files.Load(name)
	if err != nil {
		return nil
	}
	for _, word := range words {
		if !bytes.Contains(text, []byte(word)) {
			return nil
		}
	}
	return text
}

// eachObject calls f for the objects of a kind in a file, also for those inside of other documents: the items of lists,
// the objects of tests, and those that another object has.
func eachObject(file *source.File, group, kind string, f func(doc *source.Document, object *yamlnode.Node, version string)) {
	for _, doc := range file.Documents {
		if doc.DerivedFrom != nil {
			continue // it is in no file
		}
		apiVersion, of := doc.TypeMeta()
		if g, version := splitAPIVersion(apiVersion); g == group && of == kind {
			f(doc, doc.Root, version)
			continue
		}
		inside(doc.Root, group, kind, func(object *yamlnode.Node, version string) { f(doc, object, version) })
	}
}

// inside calls f for the objects of a kind below a node. Aliases are not followed: their targets are in the file, too.
func inside(n *yamlnode.Node, group, kind string, f func(object *yamlnode.Node, version string)) {
	for i, part := range n.Content {
		if n.Kind == yamlnode.Mapping && i%2 == 0 {
			continue
		}
		if part.Kind == yamlnode.Mapping {
			apiVersion, _ := source.String(source.Field(part, "apiVersion"))
			of, _ := source.String(source.Field(part, "kind"))
			if g, version := splitAPIVersion(apiVersion); g == group && of == kind {
				f(part, version)
				continue
			}
		}
		inside(part, group, kind, f)
	}
}

// uses returns the places in the objects of a file that set the field, in versions by their names.
func (f *field) uses(file *source.File, versions map[string]bool) []Mention {
	var found []Mention
	seen := map[*yamlnode.Node]bool{} // aliases lead to a node more than once
	eachObject(file, f.def.crd.Spec.Group, f.def.crd.Spec.Names.Kind, func(doc *source.Document, object *yamlnode.Node, version string) {
		if !versions[version] {
			return
		}
		keysAt(object, f.steps, func(key *yamlnode.Node) {
			if !seen[key] && key.Line() > 0 {
				seen[key] = true
				found = append(found, Mention{Place: placeOf(doc, key), exact: true})
			}
		})
	})
	return found
}

// objectUses returns the places in the objects of the project that set the field in some versions of the CRD.
func (f *field) objectUses(ctx context.Context, p *workspace.Project, versions []int) ([]Mention, error) {
	names := map[string]bool{}
	for _, i := range versions {
		names[f.def.versions[i].name] = true
	}
	var all []Mention
	words := []string{f.def.crd.Spec.Names.Kind, f.name()}
	err := eachFile(ctx, p, words, func(file *source.File) []Mention { return f.uses(file, names) }, func(found []Mention) { all = append(all, found...) })
	return all, err
}
