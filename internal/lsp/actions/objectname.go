package actions

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// invalidName corrects metadata.name, or adds it.
func (o *object) invalidName() []candidate {
	at := finding.Root("metadata", "name")
	if o.path.File() != at.File() {
		return nil
	}
	_, kind := o.doc.TypeMeta()
	_, exact := o.doc.Node(at.Parent().Segments())
	switch {
	case o.node == nil && exact:
		name := allowedName(kind)
		return []candidate{{title: "add the name " + name, changes: []finding.Change{{Op: finding.Add, Path: at, Value: name}}}}
	case o.node == nil:
		name := allowedName(kind)
		return []candidate{{title: "add metadata with the name " + name, changes: []finding.Change{{Op: finding.Add, Path: at.Parent(), Value: map[string]any{"name": name}}}}}
	case o.node.Kind != yamlnode.Scalar:
		return nil
	}
	text, _ := source.String(o.node)
	name := allowedName(text)
	if name == "" || name == text {
		return nil
	}
	return []candidate{o.replacement(fmt.Sprintf("write %q", name), name, false)}
}

// allowedName returns a name in lower case, with dashes instead of other characters.
func allowedName(text string) string {
	name := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '.' {
			return r
		}
		return '-'
	}, strings.ToLower(text))
	return strings.Trim(name, "-.")
}
