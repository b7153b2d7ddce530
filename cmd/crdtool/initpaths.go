package main

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/objects/crdsearch"
)

// The usual folders of CRDs, samples and Go types in operators and charts, the most common first.
var (
	crdFolders    = []string{"config/crd/bases", "config/crd", "config/crds", "crds", "crd", "deploy/crds", "manifests/crds", "charts/*/crds", "deploy/charts/*/crds", "helm/*/crds"}
	sampleFolders = []string{"config/samples", "config/examples", "samples", "examples", "deploy/examples", "example"}
	typeFolders   = []string{"api", "apis", "pkg/api", "pkg/apis"}
)

// findPaths returns the paths for a new configuration of the working directory: the usual folders that have
// CRDs, their objects and Go types. Without a usual folder, it names the folder with the most CRDs.
func findPaths() config.Paths {
	var paths config.Paths
	found := files.Expand([]string{"."}, files.CRDs)
	groups := map[string]bool{}
	var folders []string
	for i := range found.Files {
		at := &found.Files[i]
		f, _, err := found.Read(at, nil)
		if err != nil || f == nil {
			continue
		}
		for _, doc := range f.Documents {
			if group, ok := source.String(source.Field(source.Field(doc.Root, "spec"), "group")); ok && doc.MeantAsCRD() {
				groups[group] = true
				folders = append(folders, filepath.ToSlash(at.Name))
			}
		}
	}
	for _, dir := range existing(crdFolders) {
		// config/crd is skipped if config/crd/bases has the generated CRDs.
		inside := slices.ContainsFunc(paths.CRDs, func(f string) bool { return filepath.ToSlash(filepath.Dir(f)) == dir })
		if !inside && slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(f, dir+"/") }) {
			paths.CRDs = append(paths.CRDs, dir)
		}
	}
	if len(paths.CRDs) == 0 {
		paths.CRDs = richest(folders)
	}
	for _, dir := range existing(sampleFolders) {
		if hasObjects(dir, groups) {
			paths.Objects = append(paths.Objects, dir)
		}
	}
	for _, dir := range existing(typeFolders) {
		if hasTypes(dir) {
			paths.Types = append(paths.Types, dir)
		}
	}
	return paths
}

// richest returns the folder with the most files, the nearest one of several.
func richest(names []string) []string {
	count := map[string]int{}
	for _, name := range names {
		dir := filepath.ToSlash(filepath.Dir(name))
		if dir == "." {
			dir = name
		}
		count[dir]++
	}
	folders := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(count[b]-count[a], files.Nearer(a+"/crd.yaml", b+"/crd.yaml"))
	})
	return folders[:min(1, len(folders))]
}

// existing returns the directories that match patterns.
func existing(patterns []string) []string {
	var found []string
	for _, pattern := range patterns {
		dirs, _ := filepath.Glob(pattern) // the patterns are well formed
		for _, dir := range dirs {
			if info, err := os.Stat(dir); err == nil && info.IsDir() {
				found = append(found, filepath.ToSlash(dir))
			}
		}
	}
	return found
}

// hasObjects reports whether a directory has an object of one of the groups.
func hasObjects(dir string, groups map[string]bool) bool {
	return anyFile(dir, source.Readable, func(text []byte) bool {
		for group := range groups {
			if bytes.Contains(text, []byte("apiVersion: "+group+"/")) {
				return true
			}
		}
		return false
	})
}

// hasTypes reports whether a directory has Go types of an API.
func hasTypes(dir string) bool {
	isGo := func(name string) bool { return filepath.Ext(name) == ".go" }
	return anyFile(dir, isGo, func(text []byte) bool { return bytes.Contains(text, []byte("metav1.TypeMeta")) })
}

// anyFile reports whether a readable file below a directory has a matching name and text.
func anyFile(dir string, named func(string) bool, is func([]byte) bool) bool {
	found := false
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case entry.IsDir() && path != dir && files.Skips(path):
			return fs.SkipDir
		case entry.Type().IsRegular() && named(path):
			if text, err := confine.ReadFile(path, crdsearch.MaxBytes); err == nil && is(text) {
				found = true
				return fs.SkipAll
			}
		}
		return nil
	})
	return found
}
