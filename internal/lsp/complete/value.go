package complete

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/describe"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// value adds the values of a place.
func (c *completer) value(at shape.Shape) {
	c.special(at)
	values := c.valuesOf(at)
	siblings := c.siblings()
	slices.SortStableFunc(values, func(a, b Item) int { return siblings[strings.ToLower(b.Label)] - siblings[strings.ToLower(a.Label)] })
	for _, i := range values {
		c.add(i)
	}
	if len(at.Enum()) == 0 {
		c.namedValues(at)
		c.usedValues(at)
		c.referencedKinds()
	}
	p := c.place
	if p.Role != cursor.Value || p.Typed != "" || p.Flow || p.JSON {
		return
	}
	switch at.Type() {
	case "object":
		c.nested(at)
	case "array":
		w := writer{place: p}
		column := p.Column + p.Style().ListStep
		text, snippet := w.itemAt(at.Item(), column, 0)
		indent := "\n" + strings.Repeat(" ", column)
		c.add(Item{Label: strings.TrimRight("- "+firstKey(at.Item()), " "), Kind: Snippet, Detail: at.TypeText(), Text: indent + text, Snippet: indent + snippet})
		c.add(Item{Label: "[]", Kind: Value, Detail: "an empty list", Text: "[]"})
	}
}

// siblings returns 1 for each field beside the place, in lower case: the type of a union names one of them.
func (c *completer) siblings() map[string]int {
	path := c.place.Path
	names := map[string]int{}
	if len(path) < 2 || path[len(path)-1].IsIndex {
		return names
	}
	for _, name := range c.place.FieldsAt(path[:len(path)-1]) {
		names[strings.ToLower(name)] = 1
	}
	return names
}

// nested adds the fields of an object that begins on the line below its key.
func (c *completer) nested(at shape.Shape) {
	p := c.place
	column := p.Column + p.Style().Step
	indent := "\n" + strings.Repeat(" ", column)
	for _, f := range at.Fields() {
		w := writer{place: p, column: column}
		text, snippet := w.field(f.Name, f.Shape)
		c.add(Item{
			Label: f.Name, Kind: Field, Detail: f.Shape.TypeText(), Documentation: describe.Short(f.Shape),
			Text: indent + text, Snippet: indent + snippet, Deprecated: f.Shape.Deprecated(),
		})
	}
	c.add(Item{Label: "{}", Kind: Value, Detail: "an empty object", Text: "{}"})
}

// valuesOf returns the scalars that a place takes: the default, the values of its enum, booleans, null, and an example
// of its format.
func (c *completer) valuesOf(at shape.Shape) []Item {
	var items []Item
	put := func(v any, kind Kind, detail string) {
		if isScalar(v) || v == nil {
			text := c.scalarText(v)
			items = append(items, Item{Label: label(v), Kind: kind, Detail: detail, Text: text})
		}
	}
	def := at.Default()
	if isScalar(def) {
		put(def, EnumValue, "default")
	}
	for _, v := range at.Enum() {
		put(v, EnumValue, "")
	}
	if at.Type() == "boolean" && len(at.Enum()) == 0 {
		first := def != true
		put(first, Value, "")
		put(!first, Value, "")
	}
	if len(at.Enum()) == 0 && def == nil {
		if example := exampleOf(at); example != "" {
			put(example, Value, "example of "+at.Format())
		}
	}
	if at.Nullable() {
		put(nil, Value, "")
	}
	seen := map[string]bool{}
	distinct := items[:0]
	for _, i := range items {
		if !seen[i.Label] {
			seen[i.Label] = true
			distinct = append(distinct, i)
		}
	}
	return distinct
}

// label returns a value as the list shows it.
func label(v any) string {
	if text, ok := v.(string); ok {
		if text == "" {
			return `""`
		}
		return prose.OneLine(text)
	}
	if v == nil {
		return "null"
	}
	return scalar(v)
}

// scalarText returns the text of a scalar in the quotes that are typed already.
func (c *completer) scalarText(v any) string {
	if v == nil {
		return "null"
	}
	text, isText := v.(string)
	switch {
	case isText && (c.place.JSON || c.place.Quote == '"'):
		return quoted(text)
	case isText && c.place.Quote == '\'':
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return scalar(v)
}

// exampleOf returns a value of a format.
func exampleOf(at shape.Shape) string {
	return map[string]string{
		"date-time": "2026-01-01T00:00:00Z",
		"date":      "2026-01-01",
		"duration":  "5m",
		"quantity":  "500Mi",
		"ipv4":      "192.0.2.1",
		"ipv6":      "2001:db8::1",
		"cidr":      "192.0.2.0/24",
		"email":     "name@example.com",
		"hostname":  "host.example.com",
		"uri":       "https://example.com",
		"uuid":      "00000000-0000-4000-8000-000000000000",
		"mac":       "00:00:5e:00:53:01",
	}[at.Format()]
}
