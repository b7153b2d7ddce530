package kustomize

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// maxTries is the number of values that are tried as the origin of one value of the output, and maxRebuilt the number of
// bytes that the builds for all of them may read. Kustomize takes up to two seconds for a megabyte.
const (
	maxTries   = 40
	maxRebuilt = 8 << 20
)

// Origin returns the place in a file that a place in the output comes from. path is the printed path of the finding
// there, whose last field may be missing in the output.
//
// A value of a file counts as the origin if the output changes there when the value is changed or removed. If none does,
// the place is that of the kustomization.
func (b *Built) Origin(line, column int, path string) *report.Origin {
	b.search.Lock()
	defer b.search.Unlock()
	o := b.outputAt(line, column)
	if o == nil {
		return b.whole()
	}
	key := fmt.Sprint(o.index, o.path, o.isKey, missing(path, o.path))
	v, known := b.found[key]
	if !known {
		v = b.findOrigin(o, missing(path, o.path))
		b.found[key] = v
	}
	if v == nil {
		return b.whole()
	}
	return b.origin(v, o)
}

// findOrigin returns the value that a value of the output comes from, or, for a missing field, what removes it or else the
// value that lacks it. If nothing is found, it returns the document of the object; nil if there is none.
func (b *Built) findOrigin(o *output, missing string) *value {
	if b.sources == nil {
		b.sources = readSources(b.inputs)
	}
	if missing != "" {
		below := &output{index: o.index, path: append(o.path[:len(o.path):len(o.path)], finding.Segment{Name: missing})}
		for _, v := range b.removers(below) {
			if b.removes(v, below) {
				return v
			}
		}
	}
	if v := b.unchanged(o); v != nil {
		return v
	}
	candidates := b.candidates(o, missing != "")
	if o.isKey && missing == "" {
		for _, v := range candidates {
			if b.names(v, o) {
				return v
			}
		}
	}
	for _, v := range candidates {
		if b.sets(v, o) {
			return v
		}
	}
	object := &output{index: o.index, isKey: true}
	for _, v := range b.documentsOf(o.index) {
		if b.sets(v, object) {
			return v
		}
	}
	return nil
}

// removes reports whether the output has a field when a value is removed.
func (b *Built) removes(v *value, o *output) bool {
	objects := b.with(v, v.remove)
	return objects != nil && b.valueIn(objects, o) != nil
}

// names reports whether the output loses a value when another value is removed, or changed if it is the path of a replacement.
func (b *Built) names(v *value, o *output) bool {
	change := v.remove
	if lastName(v.path) != lastName(o.path) {
		change = v.change
	}
	objects := b.with(v, change)
	return objects != nil && b.valueIn(objects, o) == nil
}

// sets reports whether the output changes at a value when another value, or one below it, is changed or removed.
func (b *Built) sets(v *value, o *output) bool {
	was := b.valueIn(b.objects, o)
	for _, change := range append([]func() func(){v.change, v.remove}, v.changesBelow()...) {
		if objects := b.with(v, change); objects != nil && !equal(b.valueIn(objects, o), was) {
			return true
		}
	}
	return false
}

// with returns the objects of the kustomization with a change to the file of a value; nil if there is nothing to change or the
// build fails.
func (b *Built) with(v *value, change func() (restore func())) []*yaml.Node {
	if b.rebuilt >= maxRebuilt {
		return nil
	}
	restore := change()
	if restore == nil {
		return nil
	}
	defer restore()
	return b.rebuild(v)
}
