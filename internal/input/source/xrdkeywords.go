package source

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// A keywordKind says whether the value of a keyword has schemas.
type keywordKind uint8

const (
	holdsNone    keywordKind = 1 + iota // nor such that are decoded in any case
	holdsSchemas                        // it is a schema, or a list of schemas
	holdsNamed                          // it is a mapping from names to schemas
)

// schemaKeywords are the keywords of schemas. Crossplane's decoder matches them in any case.
var schemaKeywords = map[string]keywordKind{
	"id": holdsNone, "$schema": holdsNone, "$ref": holdsNone, "description": holdsNone, "type": holdsNone, "format": holdsNone,
	"title": holdsNone, "default": holdsNone, "maximum": holdsNone, "exclusiveMaximum": holdsNone, "minimum": holdsNone,
	"exclusiveMinimum": holdsNone, "maxLength": holdsNone, "minLength": holdsNone, "pattern": holdsNone, "maxItems": holdsNone,
	"minItems": holdsNone, "uniqueItems": holdsNone, "multipleOf": holdsNone, "enum": holdsNone, "maxProperties": holdsNone,
	"minProperties": holdsNone, "required": holdsNone, "externalDocs": holdsNone, "example": holdsNone, "nullable": holdsNone,
	"x-kubernetes-preserve-unknown-fields": holdsNone, "x-kubernetes-embedded-resource": holdsNone,
	"x-kubernetes-int-or-string": holdsNone, "x-kubernetes-list-map-keys": holdsNone, "x-kubernetes-list-type": holdsNone,
	"x-kubernetes-map-type": holdsNone, "x-kubernetes-validations": holdsNone,
	"allOf": holdsSchemas, "oneOf": holdsSchemas, "anyOf": holdsSchemas, "not": holdsSchemas,
	"properties": holdsNamed, "patternProperties": holdsNamed, "definitions": holdsNamed,
	// These are decoded anew, with exact keywords only.
	"items": holdsNone, "additionalProperties": holdsNone, "additionalItems": holdsNone, "dependencies": holdsNone,
}

// IsSchemaKeyword reports whether schemas have a keyword, which Crossplane decodes.
func IsSchemaKeyword(name string) bool { return schemaKeywords[name] != 0 }

// exactKeywords returns a schema in which keywords in another case, such as Properties, are written as they should be;
// the schema itself if there are none. As in encoding/json, the last of equal keywords is used, in the order of their
// bytes, and their mappings are merged.
func exactKeywords(n *yamlnode.Node) *yamlnode.Node {
	if n = Resolve(n); n.Kind != yamlnode.Mapping || !hasOtherCase(n) {
		return n
	}
	out := NewFields(n)
	for _, e := range sortedEntries(n) {
		keyword, key := exactKeyword(e.Key), e.KeyNode
		if keyword != e.Key {
			key = NewText(keyword, key)
		}
		value := exactInside(keyword, e.Value)
		if there := out.Get(keyword); there != nil && there.Kind == yamlnode.Mapping && Resolve(value).Kind == yamlnode.Mapping {
			merged := CopyFields(there)
			merged.takeAll(value)
			value = merged.Node
		}
		out.Set(key, keyword, value)
	}
	return out.Node
}

// hasOtherCase reports whether a keyword in a schema, or in a schema inside of it, is written in another case.
func hasOtherCase(n *yamlnode.Node) bool {
	for e := range Entries(n) {
		if keyword := exactKeyword(e.Key); keyword != e.Key || slices.ContainsFunc(schemasIn(keyword, e.Value), hasOtherCase) {
			return true
		}
	}
	return false
}

// schemasIn returns the schemas in the value of a keyword.
func schemasIn(keyword string, value *yamlnode.Node) []*yamlnode.Node {
	v := Resolve(value)
	switch kind := schemaKeywords[keyword]; {
	case kind == holdsSchemas && v.Kind == yamlnode.Sequence:
		return v.Content
	case kind == holdsSchemas:
		return []*yamlnode.Node{v}
	case kind == holdsNamed:
		var list []*yamlnode.Node
		for e := range Entries(v) {
			list = append(list, e.Value)
		}
		return list
	}
	return nil
}

// exactInside returns the value of a keyword with exact keywords in the schemas that it has.
func exactInside(keyword string, value *yamlnode.Node) *yamlnode.Node {
	v := Resolve(value)
	switch kind := schemaKeywords[keyword]; {
	case kind == holdsSchemas && v.Kind == yamlnode.Sequence:
		list := NewList(v)
		for _, item := range v.Content {
			list.Content = append(list.Content, exactKeywords(item))
		}
		return list
	case kind == holdsSchemas:
		return exactKeywords(v)
	case kind == holdsNamed && v.Kind == yamlnode.Mapping:
		m := CopyFields(v)
		for i := 1; i < len(m.Node.Content); i += 2 {
			m.Node.Content[i] = exactKeywords(m.Node.Content[i])
		}
		return m.Node
	}
	return value
}

func exactKeyword(name string) string {
	if schemaKeywords[name] != 0 {
		return name
	}
	for keyword := range schemaKeywords {
		if strings.EqualFold(name, keyword) {
			return keyword
		}
	}
	return name
}

func sortedEntries(n *yamlnode.Node) []Entry {
	m := CopyFields(n)
	var list []Entry
	for i := 0; i < len(m.Node.Content); i += 2 {
		key, _ := Key(m.Node.Content[i])
		list = append(list, Entry{Key: key, KeyNode: m.Node.Content[i], Value: m.Node.Content[i+1]})
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
	return list
}
