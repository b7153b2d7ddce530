package convert

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/edit"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/yamlnode"
)

// differences are the changes that turn one document into another, as far as they are of
// scalars and lists of strings: what is larger is moved before.
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

// mapping looks at what is inside before what is added, so that where both are written
// at one place, the inner one comes first.
func (d *differ) mapping(from, to *yamlnode.Node) {
	if paired(from, to) {
		for i := 0; i < len(from.Content); i += 2 {
			d.trail.Enter(from.Content[i].Value)
			d.value(source.Resolve(from.Content[i+1]), source.Resolve(to.Content[i+1]))
			d.trail.Leave()
		}
		return
	}
	old, now := all(from), all(to)
	was, is := old.values(), now.values()
	for i := 0; i < len(old.node.Content); i += 2 {
		name, _ := source.Key(old.node.Content[i])
		d.trail.Enter(name)
		if value := is[name]; value != nil {
			d.value(was[name], value)
		} else {
			d.change(finding.Remove, nil)
		}
		d.trail.Leave()
	}
	for i := 0; i < len(now.node.Content); i += 2 {
		name, _ := source.Key(now.node.Content[i])
		if was[name] == nil {
			d.trail.Enter(name)
			d.change(finding.Add, writable(is[name]))
			d.trail.Leave()
		}
	}
}

// paired reports whether two mappings have the same few keys in the same order, each of
// them once, so that their values are compared one by one. Most have: they are what is
// left of one text, and tables of their entries would take more than all nodes.
func paired(from, to *yamlnode.Node) bool {
	const few = 16
	if len(from.Content) != len(to.Content) || len(from.Content) > 2*few {
		return false
	}
	for i := 0; i < len(from.Content); i += 2 {
		key, other := from.Content[i], to.Content[i]
		if !isName(key) || !isName(other) || key.Value != other.Value {
			return false
		}
		for j := 0; j < i; j += 2 {
			if from.Content[j].Value == key.Value {
				return false
			}
		}
	}
	return true
}

// isName reports whether a key is a string and neither an alias nor the merge key.
func isName(key *yamlnode.Node) bool {
	name, ok := source.String(key)
	return ok && key.Kind == yamlnode.Scalar && key.Value == name && name != "<<"
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

// writable is a value as edits write it.
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
