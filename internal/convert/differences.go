package convert

import (
	"reflect"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/source"
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
func (d *differ) mapping(from, to *yaml.Node) {
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

func (d *differ) value(from, to *yaml.Node) {
	switch {
	case from.Kind == yaml.MappingNode && to.Kind == yaml.MappingNode:
		d.mapping(from, to)
	case from.Kind == yaml.SequenceNode && to.Kind == yaml.SequenceNode && len(from.Content) == len(to.Content):
		for i := range from.Content {
			d.trail.EnterIndex(i)
			d.value(source.Resolve(from.Content[i]), source.Resolve(to.Content[i]))
			d.trail.Leave()
		}
	case !reflect.DeepEqual(source.Value(from), source.Value(to)):
		d.change(finding.Replace, source.Value(to))
	}
}

// writable is a value as edits write it.
func writable(n *yaml.Node) any {
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
