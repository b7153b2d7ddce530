package workspace

import (
	"context"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// kinds are the kinds and objects of a project, for completion and hover texts.
type kinds struct {
	mu      sync.Mutex
	decoded map[string]decodedFile // by name
	// crds are the kinds of the files at the versions that key names.
	key  string
	crds *shape.Workspace

	objects *shape.Workspace // nil until they are read
	// outdated is set once a file with objects may have changed since.
	outdated bool
}

// A decodedFile is what the newest text of a file with CRDs that could be read defines.
type decodedFile struct {
	file *source.File
	crds []*crd.CustomResourceDefinition
}

// kindSet implements shape.Kinds: the kinds are those of the CRDs, and the names those of the objects.
type kindSet struct {
	*shape.Workspace
	objects *shape.Workspace
}

// Names implements shape.Kinds.
func (k kindSet) Names(kind string) []string { return k.objects.Names(kind) }

// Uses implements shape.Kinds.
func (k kindSet) Uses(kind, path string) int { return k.objects.Uses(kind, path) }

// Keys implements shape.Kinds.
func (k kindSet) Keys(kind, path string) []string { return k.objects.Keys(kind, path) }

// Values implements shape.Kinds.
func (k kindSet) Values(kind, path string) []string { return k.objects.Values(kind, path) }

// Kinds returns the kinds for a document. A CRD that is being edited, and cannot be read, is as it was before.
func (p *Project) Kinds(doc *Document) shape.Kinds {
	k := &p.kinds
	k.mu.Lock()
	defer k.mu.Unlock()
	if key := p.openCRDs(); k.crds == nil || k.key != key {
		k.key, k.crds = key, p.decode(doc)
	}
	objects := k.objects
	if objects == nil {
		objects = shape.NewWorkspace()
	}
	return kindSet{k.crds, objects}
}

// decode returns the kinds of all files with CRDs, of which only those that have changed are decoded.
func (p *Project) decode(doc *Document) *shape.Workspace {
	k := &p.kinds
	decoded := map[string]decodedFile{}
	checker := crd.NewChecker(behaviour.Of(p.Version()))
	all := shape.NewWorkspace()
	for _, f := range p.CRDFiles(doc) {
		d := k.decoded[f.Name]
		if d.file != f && (d.file == nil || isReadable(f)) {
			d = decodedFile{file: f}
			for _, document := range f.Documents {
				if document.IsCRD() {
					c, _ := checker.Decode(document)
					c.Default()
					d.crds = append(d.crds, c)
				}
			}
		}
		decoded[f.Name] = d
		for _, c := range d.crds {
			all.AddCRD(c, f.Name)
		}
	}
	k.decoded = decoded
	return all
}

func isReadable(f *source.File) bool {
	return !slices.ContainsFunc(f.Problems, func(p finding.Finding) bool { return p.Code == code.YAMLSyntax || p.Code == code.JSONSyntax })
}

// objectsChanged takes note of a change in a file that may have objects.
func (p *Project) objectsChanged() {
	p.kinds.mu.Lock()
	defer p.kinds.mu.Unlock()
	p.kinds.outdated = true
}

// ReadObjects reads the names and fields of the objects of the project, if it has not done so or files have changed.
// Until it is done, Kinds has none, or the earlier ones.
func (p *Project) ReadObjects(ctx context.Context) {
	p.kinds.mu.Lock()
	done := p.kinds.objects != nil && !p.kinds.outdated
	p.kinds.outdated = false
	p.kinds.mu.Unlock()
	if done {
		return
	}
	objects := shape.NewWorkspace()
	list := p.Manifests()
	err := inorder.Do(ctx, list.Files, func(f files.File) []map[string]any {
		file, _, err := list.Read(&f, nil)
		if err != nil || file == nil {
			return nil
		}
		var found []map[string]any
		for _, d := range file.Documents {
			if apiVersion, kind := d.TypeMeta(); apiVersion == "" || kind == "" || d.MeantAsCRD() {
				continue
			}
			if object, ok := source.Owned(d.Root).(map[string]any); ok {
				found = append(found, object)
			}
		}
		return found
	}, func(found []map[string]any) error {
		for _, object := range found {
			objects.AddObject(object)
		}
		return nil
	})
	if err != nil {
		p.objectsChanged()
		return
	}
	p.kinds.mu.Lock()
	defer p.kinds.mu.Unlock()
	p.kinds.objects = objects
}
