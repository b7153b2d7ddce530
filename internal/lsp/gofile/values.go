package gofile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

// named are values without descriptions.
func named(texts ...string) []value {
	var all []value
	for _, t := range texts {
		all = append(all, value{text: t})
	}
	return all
}

// formats are the formats that kube-apiserver checks, by the type of the schema.
var formats = map[string][]value{
	"string": {
		{"date-time", "as in 2006-01-02T15:04:05Z"}, {"date", "as in 2006-01-02"}, {"duration", "as in 1h30m"}, {"uuid", ""}, {"hostname", ""},
		{"ipv4", ""}, {"ipv6", ""}, {"cidr", "as in 10.0.0.0/8"}, {"uri", ""}, {"email", ""}, {"byte", "base64"}, {"mac", ""}, {"password", "any string"},
		{"uuid3", ""}, {"uuid4", ""}, {"uuid5", ""}, {"isbn", ""}, {"isbn10", ""}, {"isbn13", ""}, {"creditcard", ""}, {"ssn", ""}, {"hexcolor", ""}, {"rgbcolor", ""}, {"bsonobjectid", ""},
	},
	"integer": {{"int32", ""}, {"int64", ""}},
	"number":  {{"float", ""}, {"double", ""}, {"int32", ""}, {"int64", ""}},
}

// valuesOf are values for a marker that is written NAME=VALUE.
func (x *completer) valuesOf(k *gotypes.KnownMarker) []value {
	s := &x.subject
	if k.Items && s.Items != nil {
		s = s.Items
	}
	switch k.Keyword {
	case "format":
		if all := formats[s.ResultingType]; all != nil {
			return all
		}
		return slices.Concat(formats["string"], formats["integer"])
	case "type":
		return named("string", "integer", "number", "boolean", "object", "array")
	case "enum", "default", "example":
		return x.examples(s)
	case "x-kubernetes-list-type":
		return []value{{"atomic", "the list is replaced as a whole"}, {"set", "each value is there once, and is owned by itself"}, {"map", "items are merged by their keys (+listMapKey)"}}
	case "x-kubernetes-map-type":
		return []value{{"atomic", "it is replaced as a whole"}, {"granular", "each key or field is owned by itself"}}
	case "x-kubernetes-list-map-keys":
		return named(s.ItemFields...)
	case "exclusiveMaximum", "exclusiveMinimum", "uniqueItems":
		return named("true", "false")
	case rulesKeyword: // one of several fields
		return named(s.Fields...)
	}
	return nil
}

// examples are the values that a field is known to have: those of the enum in the CRD, then the constants of the type.
func (x *completer) examples(s *gotypes.Subject) []value {
	var all []value
	add := func(text string) {
		if text == "" {
			text = `""`
		}
		if !slices.ContainsFunc(all, func(v value) bool { return v.text == text }) {
			all = append(all, value{text: text})
		}
	}
	for _, text := range s.Constants {
		add(text)
	}
	for _, v := range s.Enum {
		add(fmt.Sprint(v))
	}
	switch s.ResultingType {
	case "boolean":
		add("true")
		add("false")
	case "object", "array":
		add("{}")
	}
	return all
}

// argumentValues are values for an argument of a marker.
func (x *completer) argumentValues(name string) []value {
	switch name {
	case "reason":
		return named(gotypes.Reasons()...)
	case "optionalOldSelf":
		return named("true", "false")
	case "scope":
		return []value{{"Namespaced", "objects are in namespaces"}, {"Cluster", "objects are in no namespace"}}
	case "type":
		return named("string", "integer", "number", "boolean", "date")
	case "format":
		return named("int32", "int64", "float", "double", "byte", "date", "date-time", "password")
	case "categories":
		return []value{{"all", "kubectl get all lists the kind"}}
	case "fieldPath":
		var all []value
		for _, f := range x.subject.Fields {
			all = append(all, value{text: "." + f})
		}
		return all
	case "JSONPath", "specpath", "statuspath", "selectorpath":
		return x.paths(name)
	}
	return nil
}

// mostPaths bounds how many paths of fields are offered.
const mostPaths = 500

// paths are the paths of the fields with one value, in the kind of the file that the marker is about. Those of replicas
// are integers.
func (x *completer) paths(argument string) []value {
	var all []value
	crds, src := x.code.recentCRDs(x.name, x.docs)
	from, _ := changeOf(x.parsed, src).moved(x.subject.At.From)
	for _, l := range crds {
		for _, o := range l.Origins {
			if o.Marker || len(o.Path) > 0 || o.From != from {
				continue
			}
			schema := l.schema(o.Version)
			all = scalars(all, schema, "", argument, 0)
		}
	}
	if argument == "JSONPath" {
		all = append(all, value{".metadata.creationTimestamp", "date"})
	}
	return all
}

// schema returns the schema of a version.
func (l *CRD) schema(version int) map[string]any { return l.at(version, nil) }

// scalars adds the paths of the fields with one value below a schema.
func scalars(all []value, y map[string]any, path, argument string, depth int) []value {
	props, _ := y["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(props)) {
		below, ok := props[name].(map[string]any)
		if !ok || len(all) > mostPaths || depth == 0 && (name == "apiVersion" || name == "kind" || name == "metadata") || strings.ContainsAny(name, ".-/") {
			continue
		}
		here := path + "." + name
		switch typ, _ := below["type"].(string); typ {
		case "object":
			if depth < 5 {
				all = scalars(all, below, here, argument, depth+1)
			}
		case "string", "integer", "number", "boolean":
			if argument == "JSONPath" || argument == "selectorpath" && typ == "string" || (argument == "specpath" || argument == "statuspath") && typ == "integer" {
				all = append(all, value{here, typ})
			}
		}
	}
	return all
}
