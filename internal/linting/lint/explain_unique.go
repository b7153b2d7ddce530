package lint

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/schemas/conventions"
)

// uniqueHelp returns the help about uniqueItems: the replacement for the type of the list's items.
func (e *explainer) uniqueHelp() string {
	items := source.Field(e.parent(), "items")
	switch source.Value(source.Field(items, "type")) {
	case "object":
		const byKeys = "write x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [%s]; no two items may then have the same %s"
		if key := requiredKey(items); key != "" {
			return fmt.Sprintf(byKeys, key, key)
		}
		return "use x-kubernetes-list-type: map, list the fields that identify an item in x-kubernetes-list-map-keys, and require them; a set takes scalars only"
	case "array":
		return "remove it; a CEL rule can compare the items of a list with maxItems: self.all(x, self.exists_one(y, x == y))"
	}
	return "use x-kubernetes-list-type: set"
}

// requiredKey returns the name of a required scalar that identifies the items of a list: a usual key, or the
// only required scalar; "" for none.
func requiredKey(items *yamlnode.Node) string {
	required := map[string]bool{}
	listed, _ := source.Value(source.Field(items, "required")).([]any)
	var scalars []string
	for _, v := range listed {
		name, _ := v.(string)
		switch source.Value(source.Field(source.Field(source.Field(items, "properties"), name), "type")) {
		case "string", "integer":
			required[name] = true
			scalars = append(scalars, name)
		}
	}
	for _, name := range conventions.NaturalKeys {
		if required[name] {
			return name
		}
	}
	if len(scalars) == 1 {
		return scalars[0]
	}
	return ""
}
