// Package decorate finds what an editor shows in a text besides diagnostics: parts that can be folded, the tokens of CEL
// expressions, hints within lines, and fields that are deprecated or dropped.
package decorate

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// A Hint is a text that is shown within a line.
type Hint struct {
	// Offset is the place in the text, the end of a line.
	Offset int
	Label  string
	// Tooltip explains the label.
	Tooltip string
}

// ResourceOf returns the resource of the kind of an object, or nil.
type ResourceOf func(group, kind string) *dryrun.Resource

// eachObject calls f for each object of a file whose kind has a resource.
func eachObject(file *source.File, resourceOf ResourceOf, f func(doc *source.Document, r *dryrun.Resource, version string)) {
	for _, doc := range file.Documents {
		apiVersion, kind := doc.TypeMeta()
		group, version, hasGroup := strings.Cut(apiVersion, "/")
		if !hasGroup || kind == "" || doc.MeantAsCRD() || doc.Root.Kind != yamlnode.Mapping {
			continue
		}
		if r := resourceOf(group, kind); r != nil {
			f(doc, r, version)
		}
	}
}

// lineEnd returns the offset of the end of a line, from 1.
func lineEnd(f *source.File, line int) (int, bool) {
	start, ok := f.Offset(line, 1)
	if !ok {
		return 0, false
	}
	return start + len(strings.TrimRight(f.Line(line), " \t")), true
}
