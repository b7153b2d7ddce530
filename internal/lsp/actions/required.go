package actions

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/report"
)

// missingFields adds the missing field, or all fields that the document lacks.
func (o *object) missingFields(all []report.Finding) []candidate {
	if o.node != nil { // the server drops the null
		return o.filledNull()
	}
	one, ok := o.addition(o.path)
	if !ok {
		return nil
	}
	segments := o.path.Segments()
	name := segments[len(segments)-1].Name
	var list []candidate
	if misspelt := o.misspelt(name); misspelt != "" {
		list = append(list, candidate{
			title: fmt.Sprintf("rename %q to %q", misspelt, name), certain: true,
			changes: []finding.Change{{Op: finding.Rename, Path: o.path.Parent().Child(misspelt), Value: name}},
		})
	}
	list = append(list, candidate{title: fmt.Sprintf("add the required field %q", name), certain: len(list) == 0, changes: []finding.Change{one}})
	var changes []finding.Change
	seen := map[string]bool{}
	for i := range all {
		if f := &all[i]; f.Code == o.finding.Code && documentOf(o.doc.File, f) == o.doc && !seen[f.Path] {
			seen[f.Path] = true
			if c, ok := o.addition(pathIn(o.doc, f.Path)); ok {
				changes = append(changes, c)
			}
		}
	}
	if len(changes) > 1 {
		list = append(list, candidate{title: fmt.Sprintf("add the %d required fields that are missing", len(changes)), changes: changes})
	}
	return list
}

// misspelt returns the unknown field beside a missing one that is probably meant to be it, or "".
func (o *object) misspelt(missing string) string {
	s := o.schemaAt(o.path.Parent())
	parent, exact := o.doc.Node(o.path.Parent().Segments())
	if s == nil || !exact || parent.Kind != yamlnode.Mapping {
		return ""
	}
	for e := range source.Entries(parent) {
		if s.Property(e.Key) == nil && nearest.Name(e.Key, []string{missing}) != "" {
			return e.Key
		}
	}
	return ""
}

// addition returns the change that adds a missing field with a value.
func (o *object) addition(at *finding.Path) (finding.Change, bool) {
	segments := at.Segments()
	if len(segments) == 0 || segments[len(segments)-1].IsIndex {
		return finding.Change{}, false
	}
	value, ok := o.sampleAt(at, false)
	return finding.Change{Op: finding.Add, Path: at, Value: value}, ok
}

// sampleAt returns the value that a sample of the kind has at a path: the default, a value of the enum or the least one
// that the schema accepts. With instead, the object has another value there.
func (o *object) sampleAt(at *finding.Path, instead bool) (any, bool) {
	object, isObject := source.Owned(o.doc.Root).(map[string]any)
	if o.of == nil || !isObject {
		return nil, false
	}
	resource := func(*crd.CustomResourceDefinition) (*dryrun.Resource, error) { return o.of.Resource, nil }
	g, err := sample.New(o.of.CRD, sample.Options{Version: o.of.Version, Resource: resource})
	if err != nil {
		return nil, false
	}
	segments := at.Segments()
	if instead {
		remove(object, segments)
	}
	filled := g.Filled(o.version, object, segments)
	if filled == nil {
		return nil, false
	}
	// A rule may want another value. One from an object that the server accepts is better.
	budget := sample.Budget{Left: maxRepair, Each: 10}
	if repaired := g.Repaired(o.version, filled, segments, 0, &budget); repaired != nil && !instead {
		if value, ok := valueAt(repaired, segments); ok {
			return value, ok
		}
	}
	return valueAt(filled, segments)
}

// maxRepair limits the search for a value that rules accept: people wait for it.
const maxRepair = 5000

// remove removes a field of an object.
func remove(object any, path []finding.Segment) {
	parent, _ := valueAt(object, path[:len(path)-1])
	if m, ok := parent.(map[string]any); ok {
		delete(m, path[len(path)-1].Name)
	}
}

// valueAt returns the value at a path of an object.
func valueAt(v any, path []finding.Segment) (any, bool) {
	for _, s := range path {
		switch at := v.(type) {
		case map[string]any:
			below, ok := at[s.Name]
			if !ok || s.IsIndex {
				return nil, false
			}
			v = below
		case []any:
			if !s.IsIndex || s.Index >= len(at) {
				return nil, false
			}
			v = at[s.Index]
		default:
			return nil, false
		}
	}
	return v, v != nil
}
