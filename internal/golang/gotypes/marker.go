package gotypes

import (
	"fmt"
	"strings"
)

// on says what a marker may be about.
type on uint8

const (
	onField on = 1 << iota
	onType
)

// marker is what controller-gen knows of a marker.
type marker struct {
	on      on
	arg     argKind
	fields  map[string]argKind
	keyword string // of schemas, that it sets
	// rank orders the markers of a place: later ones win.
	rank int
	// since is the first minor version of controller-gen 0.x that knows it.
	since int
}

const (
	typeFirst = -1
	atMost    = 1
	exactly   = 2
	atLeast   = 3
)

// Minor versions of controller-gen since which a marker, or a value of one, has an effect.
const (
	withEmptyObjects = 14
	withItems        = 15
	withRequired     = 16
	withTitle        = 18
	withOneOf        = 19
	withAtLeast      = 20
	withK8sEnum      = 21
	withK8sLists     = 22
	withK8sBounds    = 23
)

// minorVersions since which the type of a named type stands beside the reference to it: of
// basic types, and of slices and maps.
const (
	withNamedTypes = 20
	withNamedLists = 23
)

// validations are the markers kubebuilder:validation:NAME, of fields and types, and with
// items: before the name of the items of a list.
func validations(name string) (marker, bool) {
	m := marker{on: onField | onType}
	switch name {
	case "Maximum", "Minimum", "MultipleOf":
		m.arg = numberArg
	case "ExclusiveMaximum", "ExclusiveMinimum", "UniqueItems":
		m.arg = boolArg
	case "MinProperties", "MaxProperties", "MaxLength", "MinLength", "MaxItems", "MinItems":
		m.arg = intArg
	case "Pattern", "Format":
		m.arg = stringArg
	case "Type":
		m.arg, m.rank = stringArg, typeFirst
	case "Enum":
		m.arg = anysArg
	case "XPreserveUnknownFields":
		m.keyword = "x-kubernetes-preserve-unknown-fields"
	case "XEmbeddedResource":
		m.keyword = "x-kubernetes-embedded-resource"
	case "XIntOrString":
		m.keyword, m.rank = "x-kubernetes-int-or-string", typeFirst
	case "XValidation":
		m.keyword, m.arg, m.fields = rulesKeyword, fieldsArg, ruleFields()
	default:
		return m, false
	}
	if m.keyword == "" {
		m.keyword = strings.ToLower(name[:1]) + name[1:]
	}
	return m, true
}

const rulesKeyword = "x-kubernetes-validations"

func ruleFields() map[string]argKind {
	return map[string]argKind{"rule": stringArg, "message": stringArg, "messageExpression": stringArg, "reason": stringArg, "fieldPath": stringArg, "optionalOldSelf": boolArg}
}

const validationPrefix = "kubebuilder:validation:"

// markerOf is the marker of a name, where it may be about something.
func markerOf(name string, where on) (m marker, items, ok bool) {
	if rest, is := strings.CutPrefix(name, validationPrefix); is {
		if item, is := strings.CutPrefix(rest, "items:"); is {
			m, ok = validations(item)
			m.since = withItems
			return m, true, ok
		}
		if m, ok := validations(rest); ok {
			return m, false, true
		}
	}
	switch name {
	case "kubebuilder:validation:AtMostOneOf":
		m = marker{on: onType, arg: stringsArg, keyword: rulesKeyword, rank: atMost, since: withOneOf}
	case "kubebuilder:validation:ExactlyOneOf":
		m = marker{on: onType, arg: stringsArg, keyword: rulesKeyword, rank: exactly, since: withOneOf}
	case "kubebuilder:validation:AtLeastOneOf":
		m = marker{on: onType, arg: stringsArg, keyword: rulesKeyword, rank: atLeast, since: withAtLeast}
	case "k8s:enum":
		m = marker{on: onType, keyword: "enum", since: withK8sEnum}
	case "kubebuilder:validation:Required", "kubebuilder:validation:Optional", "optional", "required", "k8s:optional", "k8s:required":
		m = marker{on: onField, keyword: "required"}
		if name == "required" {
			m.since = withRequired
		} else if strings.HasPrefix(name, "k8s:") {
			m.since = withAtLeast
		}
	case "nullable":
		m = marker{on: onField, keyword: "nullable"}
	case "kubebuilder:default":
		m = marker{on: onField, arg: anyArg, keyword: "default", rank: 2}
	case "default":
		m = marker{on: onField, arg: jsonArg, keyword: "default", since: withRequired, rank: 1}
	case "kubebuilder:example":
		m = marker{on: onField, arg: anyArg, keyword: "example"}
	case "kubebuilder:title":
		m = marker{on: onField | onType, arg: anyArg, keyword: "title", since: withTitle}
	case "kubebuilder:validation:EmbeddedResource":
		m = marker{on: onField, keyword: "x-kubernetes-embedded-resource"}
	case "kubebuilder:validation:Schemaless":
		m = marker{on: onField}
	case "kubebuilder:pruning:PreserveUnknownFields":
		m = marker{on: onField | onType, keyword: "x-kubernetes-preserve-unknown-fields"}
	case "k8s:immutable":
		m = marker{on: onField, keyword: rulesKeyword, since: withK8sEnum}
	case "k8s:maxItems":
		m = marker{on: onField, arg: intArg, keyword: "maxItems", since: withK8sBounds}
	case "k8s:minimum":
		m = marker{on: onField, arg: numberArg, keyword: "minimum", since: withK8sBounds}
	case "k8s:maximum":
		m = marker{on: onField, arg: numberArg, keyword: "maximum", since: withK8sBounds}
	case "listType":
		m = marker{on: onField | onType, arg: stringArg, keyword: "x-kubernetes-list-type", rank: typeFirst}
	case "listMapKey":
		m = marker{on: onField | onType, arg: stringArg, keyword: "x-kubernetes-list-map-keys"}
	case "k8s:listType":
		m = marker{on: onField | onType, arg: stringArg, keyword: "x-kubernetes-list-type", rank: typeFirst, since: withK8sLists}
	case "k8s:listMapKey":
		m = marker{on: onField | onType, arg: stringArg, keyword: "x-kubernetes-list-map-keys", since: withK8sLists}
	case "mapType", "structType":
		m = marker{on: onField | onType, arg: stringArg, keyword: "x-kubernetes-map-type"}
	case "kubebuilder:externalDocs":
		m = marker{on: onField | onType, arg: fieldsArg, fields: map[string]argKind{"url": stringArg, "description": stringArg}, keyword: "externalDocs"}
	default:
		return marker{}, false, false
	}
	return m, false, true
}

// knownMarker returns the marker that a note is, and under which name.
func knownMarker(n *note, where on) (m marker, items bool, name string, ok bool) {
	for _, name := range []string{n.name, n.base} {
		if m, items, ok := markerOf(name, where); ok && m.on&where != 0 {
			return m, items, name, true
		}
	}
	return marker{}, false, "", false
}

// has returns the first of some notes with a name.
func has(notes []*note, names ...string) *note {
	for _, name := range names {
		for _, n := range notes {
			if n.name == name || n.base == name && n.base != n.name {
				return n
			}
		}
	}
	return nil
}

// oneOfRule is the rule that a marker AtMostOneOf, ExactlyOneOf or AtLeastOneOf makes.
func oneOfRule(name string, fields []any, minor int) map[string]any {
	var parts []string
	each := func(format string) {
		for _, f := range fields {
			parts = append(parts, fmt.Sprintf(format, f))
		}
	}
	counted := func(op string) string {
		if minor < withK8sLists {
			each("has(self.%s)")
			return "[" + strings.Join(parts, ",") + "].filter(x,x==true).size() " + op + " 1"
		}
		each("(has(self.%s)?1:0)")
		return strings.Join(parts, "+") + " " + op + " 1"
	}
	var names []string
	for _, f := range fields {
		names = append(names, fmt.Sprint(f))
	}
	list := "[" + strings.Join(names, " ") + "]"
	switch {
	case strings.HasSuffix(name, "AtMostOneOf"):
		return map[string]any{"rule": counted("<="), "message": "at most one of the fields in " + list + " may be set"}
	case strings.HasSuffix(name, "ExactlyOneOf"):
		return map[string]any{"rule": counted("=="), "message": "exactly one of the fields in " + list + " must be set"}
	case minor < withK8sLists:
		return map[string]any{"rule": counted(">="), "message": "at least one of the fields in " + list + " must be set"}
	}
	each("has(self.%s)")
	return map[string]any{"rule": strings.Join(parts, "||"), "message": "at least one of the fields in " + list + " must be set"}
}
