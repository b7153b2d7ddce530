package complete

import (
	"cmp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/describe"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// keys adds the fields of an object that it does not have yet: required ones first, then those that the workspace's
// objects of the kind set most often, then the others; deprecated ones last.
func (c *completer) keys(at shape.Shape, path []finding.Segment, present []string) {
	if len(path) == 0 && !shape.IsConfig(c.File) {
		c.skeletons(present)
	}
	fields := at.Fields()
	isKeyword, _ := at.IsKeywords()
	if isKeyword {
		fields = c.keywords(at, fields)
	}
	names := map[string]bool{}
	for _, name := range present {
		names[name] = true
	}
	chosen := c.chosen(path)
	isOrdered := isKeyword || len(path) == 0 || path[len(path)-1].Name == "metadata" || c.place.Kind == source.CRDKind
	typed := []candidate{}
	satisfied := slices.ContainsFunc(fields, func(f shape.Field) bool { return f.OneOf && names[f.Name] })
	for i, f := range fields {
		if names[f.Name] {
			continue
		}
		x := candidate{Field: f, index: i, isOrdered: isOrdered, uses: c.uses(path, f.Name), deprecated: f.Shape.Deprecated()}
		switch {
		case len(path) == 0 && f.Name == "status":
			x.class = 3
		case f.Required, chosen[strings.ToLower(f.Name)]:
		case x.deprecated:
			x.class = 4
		case f.OneOf && !satisfied, isIdentity(f.Name):
			x.class = 1
		default:
			x.class = 2
		}
		typed = append(typed, x)
	}
	slices.SortStableFunc(typed, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(b.uses, a.uses), cmp.Compare(a.common(), b.common()), cmp.Compare(a.index, b.index))
	})
	for _, x := range typed {
		c.field(x, path)
	}
	if len(fields) == 0 && c.place.Kind == source.CRDKind {
		c.newProperty(at, path, names)
	} else if len(fields) == 0 {
		c.mapKeys(at, path, names)
	}
}

// chosen returns the strings of a mapping in lower case: the type of a union names the field that goes with it.
func (c *completer) chosen(path []finding.Segment) map[string]bool {
	chosen := map[string]bool{}
	if len(path) == 0 {
		return chosen
	}
	object, _ := c.place.ValueAt(path)
	fields, _ := object.(map[string]any)
	for _, v := range fields {
		if text, ok := v.(string); ok {
			chosen[strings.ToLower(text)] = true
		}
	}
	return chosen
}

// A candidate is a field that can be added.
type candidate struct {
	shape.Field
	class, uses, index int
	deprecated         bool
	// isOrdered is set where the order of the fields is that of their use.
	isOrdered bool
}

// isIdentity reports whether people write a field before others.
func isIdentity(name string) bool { return name == "name" }

// commonFields are the fields that people set most often in resources of Kubernetes.
var commonFields = []string{
	"name", "metadata", "spec", "image", "replicas", "selector", "template", "type", "key", "value", "kind", "containers", "ports", "port",
	"matchLabels", "strategy", "labels", "resources", "requests", "limits", "storage", "size", "secretName", "secretRef", "url", "host",
	"hosts", "path", "serviceAccountName", "env", "args", "command", "volumes", "volumeMounts", "protocol", "targetPort",
}

// common returns the place of a field among the common ones; fields that are not have the last place.
func (x candidate) common() int {
	if !x.isOrdered {
		if i := slices.Index(commonFields, x.Name); i >= 0 {
			return i
		}
	}
	return len(commonFields)
}

// uses returns how many objects of the workspace set a field.
func (c *completer) uses(path []finding.Segment, name string) int {
	if c.place.Kind == "" {
		return 0
	}
	return c.Kinds.Uses(c.place.Kind, strings.TrimPrefix(dotted(path)+"."+name, "."))
}

// field adds a field.
func (c *completer) field(x candidate, path []finding.Segment) {
	detail := x.Shape.TypeText()
	if x.Required {
		detail += ", required"
	}
	kind := Field
	if is, _ := c.root.At(path, nil).IsKeywords(); is {
		kind = Keyword
	}
	w := c.writer()
	text, snippet := w.field(x.Name, x.Shape)
	c.add(Item{
		Label: x.Name, Kind: kind, Detail: detail, Documentation: describe.Short(x.Shape), Text: text, Snippet: snippet, Deprecated: x.deprecated,
	})
}

// mapKeys adds the keys that other objects of the kind have in the same map, and the labels that Kubernetes recommends:
// no schema declares them.
func (c *completer) mapKeys(at shape.Shape, path []finding.Segment, present map[string]bool) {
	if len(path) == 0 || c.place.Kind == "" {
		return
	}
	values, isMap := at.Values()
	if !isMap && !at.Preserves() {
		return
	}
	isFlat := isMap && values.Type() != "object" && values.Type() != "array"
	put := func(key, detail string) {
		if !present[key] {
			w := c.writer()
			text, snippet := w.field(key, values)
			c.add(Item{Label: key, Kind: Field, Detail: detail, Text: text, Snippet: snippet})
		}
	}
	for _, key := range c.Kinds.Keys(c.place.Kind, dotted(path)) {
		if !isFlat {
			key, _, _ = strings.Cut(key, ".")
		}
		put(key, "used in the workspace")
	}
	switch path[len(path)-1].Name {
	case "limits", "requests", "capacity", "allocatable":
		if isFlat {
			for _, key := range []string{"cpu", "memory", "ephemeral-storage"} {
				put(key, "resource of Kubernetes")
			}
		}
	}
	if len(path) >= 2 && path[len(path)-2].Name == "metadata" && path[len(path)-1].Name == "labels" {
		for _, key := range []string{"name", "instance", "version", "component", "part-of", "managed-by"} {
			put("app.kubernetes.io/"+key, "recommended label")
		}
	}
}

// dotted returns the names of a path, joined by dots.
func dotted(path []finding.Segment) string {
	var names []string
	for _, s := range path {
		if !s.IsIndex {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, ".")
}

// dash adds another item of a list.
func (c *completer) dash(item shape.Shape) {
	w := c.newItem(item)
	w.column += 2
	if values := c.valuesOf(item); len(values) > 0 && item.Type() != "object" {
		for _, v := range values {
			v.Text, v.Snippet, v.Label = "- "+v.Text, "", "- "+v.Label
			c.add(v)
		}
	}
	if item.Type() != "object" {
		return
	}
	for _, f := range item.Fields() {
		text, snippet := w.field(f.Name, f.Shape)
		if snippet != "" {
			snippet = "- " + snippet
		}
		c.add(Item{Label: "- " + f.Name, Kind: Field, Detail: f.Shape.TypeText(), Documentation: describe.Short(f.Shape), Text: "- " + text, Snippet: snippet, Deprecated: f.Shape.Deprecated()})
	}
}

// newItem adds an item of a list with its required fields.
func (c *completer) newItem(item shape.Shape) writer {
	// The fields of an item stand two columns after its dash.
	w := c.writer()
	text, snippet := w.item(item)
	label := strings.TrimRight("- "+firstKey(item), " ")
	detail := item.TypeText()
	c.add(Item{Label: label, Kind: Snippet, Detail: detail, Documentation: describe.Short(item), Text: text, Snippet: snippet})
	return w
}

// firstKey returns the first field that an item of a list gets.
func firstKey(item shape.Shape) string {
	if names := itemFields(item); len(names) > 0 {
		return names[0].Name
	}
	return ""
}

// itemFields returns the fields that a new item of a list gets: its list-map keys and its required fields.
func itemFields(item shape.Shape) []shape.Field {
	if item.Type() != "object" {
		return nil
	}
	var fields []shape.Field
	for _, f := range item.Fields() {
		if f.Required {
			fields = append(fields, f)
		}
	}
	return fields
}
