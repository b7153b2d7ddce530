package gotypes

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// setterOf is the name of the marker that sets a keyword of a schema, the one that is
// written today where there are several, and what it may be about. Keywords that no marker
// sets have none: those of fields and items, and what Go's types say.
func setterOf(keyword string) (name string, where on) {
	switch keyword {
	case "maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf", "minProperties", "maxProperties",
		"maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "format", "type":
		return validationPrefix + strings.ToUpper(keyword[:1]) + keyword[1:], onField | onType
	case "x-kubernetes-int-or-string":
		return validationPrefix + "XIntOrString", onField | onType
	case rulesKeyword:
		return validationPrefix + "XValidation", onField | onType
	}
	name = otherSetters[keyword]
	return name, otherMarkers[name].on
}

// otherSetters are the markers that set keywords beside validations.
var otherSetters = map[string]string{
	"x-kubernetes-embedded-resource": validationPrefix + "EmbeddedResource",
	preserve:                         "kubebuilder:pruning:PreserveUnknownFields",
	"x-kubernetes-list-type":         "listType",
	"x-kubernetes-list-map-keys":     "listMapKey",
	"x-kubernetes-map-type":          "mapType",
	"default":                        "kubebuilder:default",
	"example":                        "kubebuilder:example",
	"title":                          "kubebuilder:title",
	"externalDocs":                   "kubebuilder:externalDocs",
	"nullable":                       "nullable",
	"required":                       "required",
}

// typed reports whether controller-gen takes the marker of a keyword about a schema of a
// type; it says of the others that they must be applied to another one. The type is "" if
// only a reference says it.
func typed(keyword, typ string, intOrString bool) bool {
	switch keyword {
	case "maxItems", "minItems", "uniqueItems", "x-kubernetes-list-type", "x-kubernetes-list-map-keys":
		return typ == "array"
	case "maxLength", "minLength", "pattern":
		return typ == "string" || intOrString
	case "maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf":
		return typ == "integer" || typ == "number" || intOrString
	case "minProperties", "maxProperties":
		return typ == "object"
	}
	return true
}

// setting is the text of the marker that sets a keyword to a value, with its plus sign, and
// one for each key of a list. It is of controller-gen's syntax of arguments.
func setting(name string, value any) ([]string, bool) {
	m, _, ok := markerOf(name)
	if !ok {
		return nil, false
	}
	if keys, ok := stringsOf(value); ok && m.keyword == "x-kubernetes-list-map-keys" {
		var all []string
		for _, k := range keys {
			all = append(all, "+"+name+"="+stringArgument(k))
		}
		return all, true
	}
	text, ok := "", false
	switch m.arg {
	case noArg:
		if value != true && m.keyword != "required" {
			return nil, false
		}
		return []string{"+" + name}, true
	case intArg, numberArg, boolArg:
		text, ok = scalarArgument(value)
	case stringArg:
		if text, ok = value.(string); ok && m.keyword == "pattern" {
			text = quotedArgument(text)
		} else {
			text = stringArgument(text)
		}
	case anysArg:
		text, ok = listArgument(value, ";")
	case anyArg:
		text, ok = anyArgument(value)
	case fieldsArg:
		fields, is := value.(map[string]any)
		if !is || len(fields) == 0 {
			return nil, false
		}
		text, ok = fieldsArgument(fields)
		return []string{"+" + name + ":" + text}, ok
	}
	return []string{"+" + name + "=" + text}, ok
}

func stringsOf(value any) ([]string, bool) {
	switch v := value.(type) {
	case []string:
		return v, true
	case []any:
		var all []string
		for _, x := range v {
			s, ok := x.(string)
			if !ok {
				return nil, false
			}
			all = append(all, s)
		}
		return all, true
	}
	return nil, false
}

func scalarArgument(value any) (string, bool) {
	switch v := plain(value).(type) {
	case int64, bool:
		return fmt.Sprint(v), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return "", false
}

// fieldsArgument are the arguments of a CEL rule, the rule first, or of another marker.
func fieldsArgument(fields map[string]any) (string, bool) {
	names := slices.Sorted(maps.Keys(fields))
	rank := []string{"rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"}
	slices.SortStableFunc(names, func(a, b string) int { return slices.Index(rank, a) - slices.Index(rank, b) })
	var parts []string
	for _, n := range names {
		text := ""
		switch v := fields[n].(type) {
		case string:
			if n == "reason" || n == "fieldPath" {
				text = stringArgument(v)
			} else {
				text = doubleQuoted(v)
			}
		case bool:
			text = fmt.Sprint(v)
		default:
			return "", false
		}
		parts = append(parts, n+"="+text)
	}
	return strings.Join(parts, ","), true
}

// plainWord is what needs no quotes wherever it stands.
var plainWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./-]*$`) })

// stringArgument is an argument that is a string by its marker.
func stringArgument(s string) string {
	if plainWord().MatchString(s) {
		return s
	}
	return doubleQuoted(s)
}

// quotedArgument is a string in backquotes, in which a pattern reads as it is.
func quotedArgument(s string) string {
	if strings.ContainsAny(s, "`\n\r") {
		return strconv.Quote(s)
	}
	return "`" + s + "`"
}

// doubleQuoted is a string in quotes, in backquotes if it has some itself.
func doubleQuoted(s string) string {
	if strings.ContainsAny(s, `"\`) {
		return quotedArgument(s)
	}
	return strconv.Quote(s)
}

// anyArgument is an argument whose type is that which it looks like.
func anyArgument(value any) (string, bool) {
	switch v := plain(value).(type) {
	case string:
		if v != "true" && v != "false" && plainWord().MatchString(v) {
			return v, true
		}
		return doubleQuoted(v), true
	case []any:
		for _, item := range v {
			if reflect.TypeOf(item) != reflect.TypeOf(v[0]) {
				return "", false // all are read as what the first looks like
			}
		}
		text, ok := listArgument(v, ",")
		return "{" + text + "}", ok
	case map[string]any:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			key := k
			if !plainWord().MatchString(k) {
				key = doubleQuoted(k)
			}
			text, ok := anyArgument(v[k])
			if !ok {
				return "", false
			}
			parts = append(parts, key+": "+text)
		}
		return "{" + strings.Join(parts, ", ") + "}", true
	}
	return scalarArgument(value)
}

func listArgument(value any, between string) (string, bool) {
	var items []any
	switch v := value.(type) {
	case []any:
		items = v
	case []string:
		for _, s := range v {
			items = append(items, s)
		}
	default:
		return "", false
	}
	var parts []string
	for _, item := range items {
		text, ok := anyArgument(item)
		if !ok {
			return "", false
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, between), len(parts) > 0
}
