package convert

import (
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// differences returns the changes of scalars and lists of strings from one document to another. Larger values were
// moved before.
func differences(from, to *source.Document) []finding.Change {
	var d differ
	d.mapping(from.Root, to.Root)
	return d.changes
}

type differ struct {
	trail   finding.Trail
	changes []finding.Change
}

func (d *differ) change(op finding.ChangeOp, value any) {
	d.changes = append(d.changes, finding.Change{Op: op, Path: d.trail.Path(), Value: value})
}

// mapping compares the common fields before it adds new ones: of two edits at one place, the inner one has to come
// first.
func (d *differ) mapping(from, to *yamlnode.Node) {
	old, now := source.CopyFields(from).Node.Content, source.CopyFields(to).Node.Content
	was, is := values(old), values(now)
	for i := 0; i < len(old); i += 2 {
		name, _ := source.Key(old[i])
		d.trail.Enter(name)
		if value := is[name]; value != nil {
			d.value(was[name], value)
		} else {
			d.change(finding.Remove, nil)
		}
		d.trail.Leave()
	}
	for i := 0; i < len(now); i += 2 {
		name, _ := source.Key(now[i])
		if was[name] == nil {
			d.trail.Enter(name)
			d.change(finding.Add, writable(is[name]))
			d.trail.Leave()
		}
	}
}

// values returns the values of entries by name, with aliases resolved.
func values(entries []*yamlnode.Node) map[string]*yamlnode.Node {
	all := make(map[string]*yamlnode.Node, len(entries)/2)
	for i := 0; i < len(entries); i += 2 {
		name, _ := source.Key(entries[i])
		all[name] = source.Resolve(entries[i+1])
	}
	return all
}

func (d *differ) value(from, to *yamlnode.Node) {
	switch {
	case from.Kind == yamlnode.Mapping && to.Kind == yamlnode.Mapping:
		d.mapping(from, to)
	case from.Kind == yamlnode.Sequence && to.Kind == yamlnode.Sequence && len(from.Content) == len(to.Content):
		for i := range from.Content {
			d.trail.EnterIndex(i)
			d.value(source.Resolve(from.Content[i]), source.Resolve(to.Content[i]))
			d.trail.Leave()
		}
	case !edit.Same(from, to):
		d.change(finding.Replace, source.Value(to))
	}
}

// writable returns a value in the form that package edit writes.
func writable(n *yamlnode.Node) any {
	list, ok := source.Value(n).([]any)
	if !ok {
		return source.Value(n)
	}
	texts := make([]string, len(list))
	for i := range list {
		if texts[i], ok = list[i].(string); !ok {
			return list
		}
	}
	return texts
}
