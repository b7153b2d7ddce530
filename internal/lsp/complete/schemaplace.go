package complete

import (
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// keywords returns the keywords that fit the type of a schema in a CRD, and marks those that it needs.
func (c *completer) keywords(at shape.Shape, fields []shape.Field) []shape.Field {
	_, nested := at.IsKeywords()
	value, _ := c.place.ValueAt(c.place.Path)
	of, _ := value.(map[string]any)
	typ, _ := of["type"].(string)
	isTyped := typ != "" || of["x-kubernetes-int-or-string"] == true || of["x-kubernetes-preserve-unknown-fields"] == true
	var fit []shape.Field
	for _, f := range fields {
		k := shape.KeywordNamed(f.Name)
		switch {
		case typ != "" && k.Types != nil && !slices.Contains(k.Types, typ),
			k.Name == "additionalProperties" && of["properties"] != nil,
			k.Name == "properties" && of["additionalProperties"] != nil,
			k.Name == "x-kubernetes-int-or-string" && typ != "",
			k.Name == "type" && of["x-kubernetes-int-or-string"] == true,
			k.Name == "nullable" && nested:
			continue
		case k.Name == "type" && !nested && !isTyped,
			k.Name == "items" && typ == "array" && !nested,
			k.Name == "x-kubernetes-list-map-keys" && of["x-kubernetes-list-type"] == "map",
			k.Name == "anyOf" && of["x-kubernetes-int-or-string"] == true:
			f.Required = true
		}
		fit = append(fit, f)
	}
	order := keywordOrder[typ]
	place := func(f shape.Field) int {
		for name, partner := range keywordPartners {
			if partner == f.Name && of[name] != nil {
				return -1
			}
		}
		if i := slices.Index(order, f.Name); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(fit, func(a, b shape.Field) int { return place(a) - place(b) })
	return fit
}

// keywordOrder lists the keywords that public CRDs have most often in a schema of a type.
var keywordOrder = map[string][]string{
	"object":  {"type", "properties", "description", "required", "additionalProperties", "x-kubernetes-map-type", "x-kubernetes-validations"},
	"string":  {"type", "description", "maxLength", "minLength", "pattern", "enum", "default", "format"},
	"array":   {"items", "type", "description", "x-kubernetes-list-type", "maxItems", "x-kubernetes-list-map-keys", "minItems"},
	"integer": {"type", "description", "format", "minimum", "maximum", "default"},
	"number":  {"type", "description", "minimum", "maximum", "default"},
	"boolean": {"type", "description", "default"},
}

// keywordPartners maps a keyword to the one that is likely beside it.
var keywordPartners = map[string]string{
	"minLength": "maxLength", "maxLength": "minLength", "minItems": "maxItems", "maxItems": "minItems", "minimum": "maximum", "maximum": "minimum",
	"minProperties": "maxProperties", "maxProperties": "minProperties",
}

// special adds values that depend on other places of a CRD: formats of the type, names of fields, and JSON paths.
func (c *completer) special(at shape.Shape) {
	path := c.place.Path
	if len(path) == 0 || shape.IsConfig(c.File) {
		return
	}
	if c.place.Kind != "CustomResourceDefinition" {
		c.references()
		return
	}
	last := path[len(path)-1]
	around := path[:len(path)-1]
	if last.IsIndex && len(around) > 0 {
		last, around = around[len(around)-1], around[:len(around)-1]
	}
	of, _ := c.valueMap(around)
	if is, _ := c.root.At(around, nil).IsKeywords(); is {
		c.keywordValue(last.Name, of)
		return
	}
	switch last.Name {
	case "type":
		if name, _ := of["name"].(string); strings.EqualFold(name, "age") {
			c.add(Item{Label: "date", Kind: EnumValue, Detail: "the time since then", Text: c.scalarText("date")})
		}
	case "jsonPath", "specReplicasPath", "statusReplicasPath", "labelSelectorPath":
		c.jsonPaths(path, last.Name)
	case "name":
		if len(path) == 2 && path[0].Name == "metadata" {
			c.crdName()
		}
	case "plural", "singular", "listKind":
		c.derivedName(last.Name, of)
	}
}

func (c *completer) valueMap(path []finding.Segment) (map[string]any, bool) {
	v, _ := c.place.ValueAt(path)
	m, ok := v.(map[string]any)
	return m, ok
}

// newProperty adds a property of a schema: its name is free, but that of spec and status at the root.
func (c *completer) newProperty(at shape.Shape, path []finding.Segment, present map[string]bool) {
	values, _ := at.Values()
	if is, _ := values.IsKeywords(); !is || c.place.Flow || c.place.JSON {
		return
	}
	names := []string{"name"}
	if len(path) > 1 && path[len(path)-2].Name == "openAPIV3Schema" {
		names = []string{"spec", "status"}
	}
	for _, name := range names {
		if present[name] {
			continue
		}
		w := c.writer()
		text, snippet := w.field(name, values)
		if len(names) == 1 && snippet != "" {
			// The name is the first placeholder.
			w.stops = 1
			_, value := w.value(values, w.column, 0)
			snippet = "${1:name}:" + value
		}
		c.add(Item{Label: name, Kind: Snippet, Detail: "a property", Text: text, Snippet: snippet})
	}
}

// keywordValue adds the values of a keyword that depend on the other keywords of its schema.
func (c *completer) keywordValue(keyword string, of map[string]any) {
	typ, _ := of["type"].(string)
	switch keyword {
	case "type":
		if fit := typeFor(of); fit != "" {
			c.add(Item{Label: fit, Kind: EnumValue, Detail: "fits the other keywords", Text: c.scalarText(fit)})
		}
	case "format":
		for _, f := range shape.Formats(typ) {
			c.add(Item{Label: f, Kind: EnumValue, Detail: "format of " + cmpOr(typ, "any type"), Text: c.scalarText(f)})
		}
	case "required":
		c.names(of["properties"], of["required"])
	case "x-kubernetes-list-map-keys":
		items, _ := of["items"].(map[string]any)
		c.names(items["properties"], of[keyword])
	case "default", "example":
		enum, _ := of["enum"].([]any)
		if typ == "boolean" && enum == nil {
			enum = []any{true, false}
		}
		for _, v := range enum {
			if isScalar(v) {
				c.add(Item{Label: label(v), Kind: EnumValue, Text: c.scalarText(v)})
			}
		}
	}
}

// typeFor returns the type that the other keywords of a schema are about; "" if none is.
func typeFor(of map[string]any) string {
	if format, _ := of["format"].(string); format == "int32" || format == "int64" {
		return "integer"
	}
	if _, isBool := of["default"].(bool); isBool {
		return "boolean"
	}
	for _, k := range shape.Keywords() {
		if _, has := of[k.Name]; has && k.Types != nil {
			return k.Types[0]
		}
	}
	return ""
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// names adds the names of properties that are not in a list yet.
func (c *completer) names(properties, list any) {
	all, _ := properties.(map[string]any)
	there, _ := list.([]any)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(there, any(name)) || name == c.place.Typed {
			of, _ := all[name].(map[string]any)
			typ, _ := of["type"].(string)
			c.add(Item{Label: name, Kind: Field, Detail: typ, Text: c.scalarText(name)})
		}
	}
}

// jsonPaths adds the JSON paths of the fields of the version's schema.
func (c *completer) jsonPaths(path []finding.Segment, keyword string) {
	if len(path) < 3 || path[1].Name != "versions" {
		return
	}
	root := append(slices.Clone(path[:3]), finding.Segment{Name: "schema"}, finding.Segment{Name: "openAPIV3Schema"})
	top, _ := c.valueMap(root)
	column, _ := c.valueMap(path[:len(path)-1])
	if keyword != "jsonPath" {
		column = nil
	}
	name, _ := column["name"].(string)
	typ, _ := column["type"].(string)
	within := map[string]string{"specReplicasPath": ".spec", "statusReplicasPath": ".status"}[keyword]
	for _, p := range shape.ColumnPaths(top, name, typ) {
		isPlain := keyword == "jsonPath" || p.Type != "date" && !strings.Contains(p.Path, "[")
		if isPlain && strings.HasPrefix(p.Path, within) && (within == "" || p.Type == "integer") && len(c.items) < maxItems {
			c.add(Item{Label: p.Path, Kind: Value, Detail: p.Type, Text: c.scalarText(p.Path)})
		}
	}
}

// crdName adds the only valid name of a CRD.
func (c *completer) crdName() {
	spec, _ := c.valueMap([]finding.Segment{{Name: "spec"}})
	names, _ := spec["names"].(map[string]any)
	plural, _ := names["plural"].(string)
	group, _ := spec["group"].(string)
	if plural != "" && group != "" {
		name := plural + "." + group
		c.add(Item{Label: name, Kind: Value, Detail: "plural and group", Text: c.scalarText(name)})
	}
}

// derivedName adds the usual name of a resource, by its kind.
func (c *completer) derivedName(field string, names map[string]any) {
	kind, _ := names["kind"].(string)
	if kind == "" {
		return
	}
	name := strings.ToLower(kind)
	switch field {
	case "listKind":
		name = kind + "List"
	case "plural":
		name = plural(name)
	}
	c.add(Item{Label: name, Kind: Value, Text: c.scalarText(name)})
}

// plural returns the plural of a kind, as kubebuilder derives it.
func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"):
		return name + "es"
	case strings.HasSuffix(name, "y") && len(name) > 1 && !strings.ContainsRune("aeiou", rune(name[len(name)-2])):
		return name[:len(name)-1] + "ies"
	}
	return name + "s"
}

// references adds the names of objects in the workspace: of the kind in the same reference, or of the kind in the name
// of the field, as in secretName or issuerRef.
func (c *completer) references() {
	path := c.place.Path
	last := path[len(path)-1]
	if last.IsIndex || path[0].Name == "metadata" {
		return
	}
	around, _ := c.valueMap(path[:len(path)-1])
	kind, _ := around["kind"].(string)
	if kind == "" {
		sibling := append(slices.Clone(path[:len(path)-1]), finding.Segment{Name: "kind"})
		kind, _ = c.root.At(sibling, c.place.TypeMeta).Default().(string)
	}
	field := strings.TrimSuffix(last.Name, "Name")
	switch {
	case last.Name == "name" && kind != "":
		c.objects(kind)
		return
	case last.Name == "name" && len(path) > 1:
		for i := len(path) - 2; i >= 0; i-- {
			if !path[i].IsIndex {
				field = path[i].Name
				break
			}
		}
	case field == last.Name && !strings.HasSuffix(field, "Ref"):
		return
	}
	field = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(field, "s"), "Ref"), "Reference")
	if field == "" {
		return
	}
	// The kind is the end of the field's name: tlsSecretRef names a Secret.
	for i := 0; i < len(field); i++ {
		if i == 0 || 'A' <= field[i] && field[i] <= 'Z' {
			c.objects(strings.ToUpper(field[i:i+1]) + field[i+1:])
		}
	}
}

// objects adds the names of the objects of a kind: those of this file first, then those that other objects of the
// place's kind name in the same field.
func (c *completer) objects(kind string) {
	var names []string
	for _, o := range c.place.Objects() {
		if o.Kind == kind {
			names = append(names, o.Name)
		}
	}
	all := c.Kinds.Names(kind)
	for _, name := range c.Kinds.Values(c.place.Kind, dotted(c.place.Path)) {
		if _, found := slices.BinarySearch(all, name); found {
			names = append(names, name)
		}
	}
	for _, name := range slices.Concat(names, all) {
		c.add(Item{Label: name, Kind: Reference, Detail: kind, Text: c.scalarText(name)})
	}
}
