package gofile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/lsp/shape"
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
	if k.Name == objectRoot.Name {
		return named("true", "false")
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

// columnTypes are the types of columns; that of a time is first for one that looks like it.
func columnTypes(name, path string) []value {
	types := named("string", "integer", "number", "boolean")
	date := value{"date", "the time since then"}
	last := path[strings.LastIndexByte(path, '.')+1:]
	if strings.EqualFold(name, "age") || strings.HasSuffix(last, "Time") || strings.HasSuffix(last, "Timestamp") {
		return append([]value{date}, types...)
	}
	return append(types, date)
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
		return columnTypes(x.argument("name"), x.argument("JSONPath"))
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

// paths are the paths of the fields with one value, in the kind of the file that the marker is about. Those of replicas
// are integers.
func (x *completer) paths(argument string) []value {
	var all []value
	crds, src := x.code.recentCRDs(x.name, x.docs)
	from, _ := changeOf(x.parsed, src).moved(x.subject.At.From)
	isColumn := x.w.marker != nil && x.w.marker.Name == "kubebuilder:printcolumn"
	name, typ := "", ""
	if isColumn {
		name, typ = x.argument("name"), x.argument("type")
	}
	seen := map[string]bool{}
	for _, l := range crds {
		for _, o := range l.Origins {
			if o.Marker || len(o.Path) > 0 || o.From != from {
				continue
			}
			for _, p := range shape.ColumnPaths(l.schema(o.Version), name, typ) {
				if !seen[p.Path] && fitsPath(p, argument, isColumn) {
					seen[p.Path] = true
					all = append(all, value{p.Path, p.Type})
				}
			}
		}
	}
	return all
}

// argument returns an argument of the marker, without its quotes.
func (x *completer) argument(name string) string {
	for _, a := range x.w.arguments() {
		if a.name == name && a.hasValue {
			q := unquote(x.w.text[a.valueFrom:a.valueTo], 0)
			return q.Text
		}
	}
	return ""
}

// fitsPath reports whether an argument takes a path. Only columns take those of lists and times.
func fitsPath(p shape.ColumnPath, argument string, isColumn bool) bool {
	if isColumn {
		return true
	}
	if strings.Contains(p.Path, "[") || p.Type == "date" {
		return false
	}
	switch argument {
	case "specpath":
		return strings.HasPrefix(p.Path, ".spec.") && p.Type == "integer"
	case "statuspath":
		return strings.HasPrefix(p.Path, ".status.") && p.Type == "integer"
	case "selectorpath":
		return p.Type == "string"
	}
	return true
}

// schema returns the schema of a version.
func (l *CRD) schema(version int) map[string]any { return l.at(version, nil) }
