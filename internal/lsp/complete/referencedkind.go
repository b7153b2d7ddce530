package complete

import (
	"strings"

	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/server/builtin"
)

// referencedKinds adds the kinds for the field kind of a reference: those of the group beside it, if there is one.
func (c *completer) referencedKinds() {
	path := c.place.Path
	if len(path) < 2 || path[len(path)-1].Name != "kind" || c.place.Kind == "CustomResourceDefinition" || shape.IsConfig(c.File) {
		return
	}
	around := path[:len(path)-1]
	if !c.root.At(around, c.place.TypeMeta).Declares("name") {
		return // it is no reference
	}
	object, _ := c.valueMap(around)
	group, hasGroup := groupOf(object)
	for _, k := range c.sortedKinds(func(*shape.Kind) bool { return false }) {
		if !hasGroup || k.Group == group {
			c.add(Item{Label: k.Kind, Kind: Type, Detail: k.APIVersion(), Documentation: aboutKind(k), Text: c.scalarText(k.Kind)})
		}
	}
	for _, k := range builtin.Served(c.Version.Minor) {
		if !hasGroup || k.Group == group {
			c.add(Item{Label: k.Kind, Kind: Type, Detail: k.APIVersion(), Text: c.scalarText(k.Kind)})
		}
	}
}

// groupOf returns the group that a reference names, and whether it names one.
func groupOf(reference map[string]any) (string, bool) {
	for _, name := range []string{"group", "apiGroup"} {
		if group, ok := reference[name].(string); ok {
			return group, true
		}
	}
	apiVersion, ok := reference["apiVersion"].(string)
	group, _, found := strings.Cut(apiVersion, "/")
	if !found {
		group = ""
	}
	return group, ok
}
