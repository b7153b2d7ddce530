package gotypes

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/input/kustomize"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Bounds of the search for scripts that change CRDs.
const (
	mostScripts    = 2_000
	mostScriptSize = 256 << 10
)

// changedAfter are the places of schemas that the repository of a CRD says to change after it is
// generated: in a patch beside the file, named FILE-patch as the tool yaml-patch wants it, in
// patches that a kustomization applies to the CRD, and by scripts and makefiles that name the
// file, or all files, and a path below openAPIV3Schema that they assign to or delete.
func (m *Module) changedAfter(file, name string) [][]finding.Segment {
	all := schemaPaths(nil, small(file+"-patch"))
	changes := m.changesAround(file)
	base := []byte(filepath.Base(file))
	for i := range changes.scripts {
		if s := &changes.scripts[i]; bytes.Contains(s.text, base) || bytes.Contains(s.text, []byte("*.y")) {
			all = append(all, s.editedPaths()...)
		}
	}
	for i := range changes.patches {
		if p := &changes.patches[i]; p.of(name) {
			all = schemaPaths(all, p.text)
		}
	}
	return all
}

// changes are what a repository does to schemas of CRDs.
type changes struct {
	scripts    []script // with makefiles
	generators [][]byte // those that name controller-gen
	root       string
	patches    []kustomized
}

// changesAround are those of the repository of a file.
func (m *Module) changesAround(file string) *changes {
	root := Around(file)
	m.mu.Lock()
	defer m.mu.Unlock()
	if c := m.changes[root]; c != nil {
		return c
	}
	c := &changes{root: root}
	m.changes[root] = c
	if root == "" {
		return c
	}
	left := mostScripts
	_ = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read says nothing
		}
		if e.IsDir() {
			if base := e.Name(); name != root && (base == "vendor" || base == "node_modules" || base == "testdata" || base[0] == '.' || base[0] == '_') {
				return fs.SkipDir
			}
			return nil
		}
		kustomization := kustomize.IsFile(e.Name())
		if !kustomization && !isScript(e.Name()) {
			return nil
		}
		if left--; left < 0 {
			return fs.SkipAll
		}
		text := small(name)
		if kustomization {
			c.patches = kustomizedIn(c.patches, name, text)
			return nil
		}
		if bytes.Contains(text, []byte("openAPIV3Schema")) {
			c.scripts = append(c.scripts, script{text: text, python: filepath.Ext(name) == ".py"})
		}
		if namesGenerator(strings.ToLower(string(text))) {
			c.generators = append(c.generators, text)
		}
		return nil
	})
	return c
}

func isScript(name string) bool {
	switch filepath.Ext(name) {
	case ".sh", ".bash", ".mk", ".py":
		return true
	}
	return name == "Makefile"
}
