package files

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// expectation matches the names of files that kuttl compares objects with, and chainsaw if a test has no file of
// its own.
var expectation = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]+-(assert|errors?)([-.].*)?$`) })

// asserted matches usual names of such files beside a test of chainsaw, which may refer to them by a template.
var asserted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[-_.])(assert|asserts|assertions)([-_.]|$)`) })

// isExpectation reports whether a file has the name of one that a test compares objects with; tested says that it
// is beside a test of chainsaw.
func isExpectation(name string, tested bool) bool {
	base := strings.ToLower(filepath.Base(name))
	base = strings.TrimSuffix(base, filepath.Ext(base))
	return expectation().MatchString(base) || tested && asserted().MatchString(base)
}

// expected are the files, by place, that tests of chainsaw compare objects with or use as patches.
type expected struct{ of map[string]bool }

// read reads the test of a directory, and reports whether there is one.
func (e *expected) read(on System, dir, place string, entries []fs.DirEntry) bool {
	found := false
	for _, entry := range entries {
		switch entry.Name() {
		case "chainsaw-test.yaml", "chainsaw-test.yml":
			found = true
			f, err := readFile(on, filepath.Join(dir, entry.Name()))
			if err != nil {
				continue
			}
			for _, doc := range f.Documents {
				each(source.Field(doc.Root, "spec"), "steps", func(step *yamlnode.Node) { e.step(on, place, step) })
			}
		}
	}
	return found
}

func (e *expected) step(on System, place string, step *yamlnode.Node) {
	for _, list := range [...]string{"try", "catch", "finally", "cleanup"} {
		each(step, list, func(operation *yamlnode.Node) {
			for _, kind := range [...]string{"assert", "error", "patch"} {
				e.add(on, place, source.Field(source.Field(operation, kind), "file"))
			}
		})
	}
}

// add adds the files that a scalar names, possibly by a pattern.
func (e *expected) add(on System, place string, n *yamlnode.Node) {
	if n == nil || n.Kind != yamlnode.Scalar || n.Value == "" {
		return
	}
	if e.of == nil {
		e.of = map[string]bool{}
	}
	// A file with the name itself is added, too.
	names := glob(on, filepath.ToSlash(place), strings.Split(path.Clean(filepath.ToSlash(n.Value)), "/"))
	for _, f := range append(names.found, filepath.Join(place, filepath.FromSlash(n.Value))) {
		e.of[on.Real(f)] = true
	}
}
