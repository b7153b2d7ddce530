package files

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/source"
)

var (
	apiVersionLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*"?apiVersion"?\s*:`) })
	kindLine       = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*"?kind"?\s*:`) })
	// customVersion matches an apiVersion whose group has a dot, as for custom objects.
	customVersion = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^apiVersion:\s*["']?((?:[a-z0-9-]+\.)+[a-z0-9-]+)/`)
	})
)

// meantAsManifest reports whether a document that cannot be parsed is meant as a manifest: it has the lines of
// one, or its file is in a directory with custom objects.
func (l *List) meantAsManifest(f *source.File, line int) bool {
	text := documentAt(f, line)
	return apiVersionLine().Match(text) && kindLine().Match(text) || l.besideObjects(f.Name)
}

// besideObjects reports whether a YAML file is in a directory where another file has a custom object. JSON files
// there are mostly settings of other programs, such as tsconfig.json, which may have comments.
func (l *List) besideObjects(name string) bool {
	if filepath.Ext(name) == ".json" {
		return false
	}
	dir := filepath.Dir(name)
	found, known := l.objects.Load(dir)
	if !known {
		found = l.withObjects(dir)
		l.objects.Store(dir, found)
	}
	return slices.ContainsFunc(found.([]string), func(other string) bool { return other != name })
}

// withObjects returns the first two files of a directory that have custom objects.
func (l *List) withObjects(dir string) []string {
	var names []string
	for i := range l.Files {
		f := &l.Files[i]
		if _, patch := l.patches.of[f.place]; patch || !f.Found || f.chart != "" || filepath.Dir(f.Name) != dir {
			continue
		}
		if text, err := l.on.Load(f.Name); err == nil && hasCustomObject(text) {
			if names = append(names, f.Name); len(names) == 2 {
				break
			}
		}
	}
	return names
}

// hasCustomObject reports whether a text has a document of a group that is not Kubernetes' own.
func hasCustomObject(text []byte) bool {
	for _, m := range customVersion().FindAllSubmatch(text, -1) {
		if !strings.HasSuffix(string(m[1]), ".k8s.io") {
			return true
		}
	}
	return false
}
