// Package kustomize builds kustomizations in process, as `kustomize build` does, and finds the line of a file that a value
// of the output comes from.
//
// Only local files are read, and those of the repository of the kustomization alone if it is in one. Nothing is
// fetched and no program runs: remote resources, plugins and Helm charts are errors.
package kustomize

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/openapi"

	"github.com/crdtool/crdtool/internal/input/source"
)

// Built is the output of a kustomization. It is safe for concurrent use.
type Built struct {
	// Dir is the directory of the kustomization, as it was named.
	Dir string
	// Text is what `kustomize build` prints.
	Text []byte

	inputs  *fileSystem
	objects []*yaml.Node
	outputs []*yaml.Node // the objects with their positions in Text

	search  sync.Mutex // guards what is below
	sources *sources
	rebuilt int               // bytes that builds to find origins have read
	found   map[string]*value // by object and path; nil for those without an origin
	read    *source.File      // Text, when it is needed
}

// IsDir reports whether a directory has a kustomization.
func IsDir(dir string) bool { return fileIn(dir) != "" }

// IsFile reports whether a name is one of those that the file of a kustomization has.
func IsFile(name string) bool {
	return slices.Contains(konfig.RecognizedKustomizationFileNames(), filepath.Base(name))
}

// fileIn returns the file of a directory's kustomization; "" if it has none.
func fileIn(dir string) string {
	for _, name := range konfig.RecognizedKustomizationFileNames() {
		name = filepath.Join(dir, name)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

// Build builds the kustomization of a directory. Its error is a *source.PathError. It wraps an *Unsupported if the kustomization
// may be right, and kustomize itself able to build it.
func Build(dir string) (*Built, error) {
	inputs, err := newFileSystem(dir)
	if err != nil {
		return nil, source.NewPathError(dir, err)
	}
	fail := func(err error) (*Built, error) {
		// kustomize names files by their absolute names, and some of its messages end with a line break.
		reason := strings.TrimSpace(strings.ReplaceAll(err.Error(), inputs.dir, inputs.named))
		return nil, &source.PathError{Path: dir, Problem: dir + " cannot be built with kustomize: " + reason, Err: err}
	}
	m, err := inputs.build()
	if err != nil {
		return fail(err)
	}
	text, err := m.AsYaml()
	if err != nil {
		return fail(err)
	}
	outputs, err := parse(text)
	if err != nil {
		return fail(err)
	}
	return &Built{Dir: dir, Text: text, inputs: inputs, objects: objectsOf(m), outputs: outputs, found: map[string]*value{}}, nil
}

// library is held while kustomize runs: it has its schemas in variables, and build replaces some of other packages.
var library sync.Mutex

// build runs kustomize with the options of `kustomize build`.
func (s *fileSystem) build() (m resmap.ResMap, err error) {
	library.Lock()
	defer library.Unlock()
	defer offline()()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("kustomize fails: %v", p)
		}
		if s.refused != nil {
			err = s.refused
		}
		switch {
		case types.IsErrOnlyBuiltinPluginsAllowed(err):
			err = &Unsupported{err.Error()}
		case err != nil && s.isComponent:
			err = &Unsupported{"it is a component, and may need a kustomization that names it: " + err.Error()}
		}
		if s.hasSchema {
			openapi.ResetOpenAPI() // kustomize would keep the schema for other kustomizations
		}
	}()
	s.reads, s.refused = 0, nil
	options := krusty.MakeDefaultOptions() // no plugins, and no files outside of a kustomization's directory
	options.Reorder = krusty.ReorderOptionUnspecified
	return krusty.MakeKustomizer(options).Run(s, s.dir)
}

// parse returns the documents of a text, without empty ones.
func parse(text []byte) ([]*yaml.Node, error) {
	var docs []*yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	for {
		doc := &yaml.Node{}
		switch err := d.Decode(doc); {
		case err == io.EOF:
			return docs, nil
		case err != nil:
			return nil, err
		case len(doc.Content) == 1 && doc.Content[0].ShortTag() != "!!null":
			docs = append(docs, doc.Content[0])
		}
	}
}

// Read reports whether the kustomization has read a file, by its absolute name without symbolic links.
func (b *Built) Read(name string) bool {
	_, is := b.inputs.read[name]
	return is
}

// ChangesFiles reports whether the kustomization of a directory does more than list files below it. Those files are the same
// when they are read one by one.
func ChangesFiles(dir string) bool {
	text, err := source.Load(fileIn(dir))
	if err != nil {
		return false
	}
	var k types.Kustomization
	if err := k.Unmarshal(text); err != nil {
		return true // Build reports it
	}
	k.FixKustomization()
	for _, name := range k.Resources {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.Mode().IsRegular() || !filepath.IsLocal(name) {
			return true
		}
	}
	rest := k
	rest.TypeMeta, rest.MetaData, rest.Resources = types.TypeMeta{}, nil, nil
	return !reflect.DeepEqual(rest, types.Kustomization{})
}
