package convert

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
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
	from, to, head, tail := aligned(from, to)
	old, now := from.Content[head:len(from.Content)-tail], to.Content[head:len(to.Content)-tail]
	was, is := values(old), values(now)
	d.fields(from.Content[:head], to.Content[:head])
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
	d.fields(from.Content[head+len(old):], to.Content[head+len(now):])
	for i := 0; i < len(now); i += 2 {
		name, _ := source.Key(now[i])
		if was[name] == nil {
			d.trail.Enter(name)
			d.change(finding.Add, writable(is[name]))
			d.trail.Leave()
		}
	}
}

// fields are entries of two mappings with the same keys.
func (d *differ) fields(from, to []*yamlnode.Node) {
	for i := 0; i < len(from); i += 2 {
		name, _ := source.Key(from[i])
		d.trail.Enter(name)
		d.value(source.Resolve(from[i+1]), source.Resolve(to[i+1]))
		d.trail.Leave()
	}
}

// values are those of entries by their names, aliases followed.
func values(entries []*yamlnode.Node) map[string]*yamlnode.Node {
	all := make(map[string]*yamlnode.Node, len(entries)/2)
	for i := 0; i < len(entries); i += 2 {
		name, _ := source.Key(entries[i])
		all[name] = source.Resolve(entries[i+1])
	}
	return all
}

// aligned returns two mappings with each key once, and how many nodes of entries both begin
// with and end with whose keys are the same.
func aligned(from, to *yamlnode.Node) (old, now *yamlnode.Node, head, tail int) {
	if from.Kind == yamlnode.Mapping && to.Kind == yamlnode.Mapping && source.KeysOnce(from) {
		head, tail = sameKeys(from, to)
		if head+tail == len(to.Content) || source.KeysOnce(to) {
			return from, to, head, tail
		}
	}
	old, now = all(from).node, all(to).node
	head, tail = sameKeys(old, now)
	return old, now, head, tail
}

// sameKeys counts the nodes of entries that two mappings begin with and end with, with the same
// keys. Most have the same keys: they are what is left of one text, and tables of
// their entries would take more than all nodes.
func sameKeys(from, to *yamlnode.Node) (head, tail int) {
	same := func(i, j int) bool {
		a, _ := source.Key(from.Content[i])
		b, isName := source.Key(to.Content[j])
		return a == b && isName && !to.Content[j].IsMerge()
	}
	both := min(len(from.Content), len(to.Content))
	for head < both && same(head, head) {
		head += 2
	}
	for tail < both-head && same(len(from.Content)-tail-2, len(to.Content)-tail-2) {
		tail += 2
	}
	return head, tail
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
