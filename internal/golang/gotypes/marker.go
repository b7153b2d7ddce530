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

// markerOf returns the marker of a name, and whether it is about the items of a list.
func markerOf(name string) (m marker, items, ok bool) {
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
	m, ok = otherMarkers[name]
	return m, false, ok
}

// otherMarkers are the markers beside validations, by their names.
var otherMarkers = map[string]marker{
	"kubebuilder:validation:AtMostOneOf":        {on: onType, arg: stringsArg, keyword: rulesKeyword, rank: atMost, since: withOneOf},
	"kubebuilder:validation:ExactlyOneOf":       {on: onType, arg: stringsArg, keyword: rulesKeyword, rank: exactly, since: withOneOf},
	"kubebuilder:validation:AtLeastOneOf":       {on: onType, arg: stringsArg, keyword: rulesKeyword, rank: atLeast, since: withAtLeast},
	"k8s:enum":                                  {on: onType, keyword: "enum", since: withK8sEnum},
	"kubebuilder:validation:Required":           {on: onField, keyword: "required"},
	"kubebuilder:validation:Optional":           {on: onField, keyword: "required"},
	"optional":                                  {on: onField, keyword: "required"},
	"required":                                  {on: onField, keyword: "required", since: withRequired},
	"k8s:optional":                              {on: onField, keyword: "required", since: withAtLeast},
	"k8s:required":                              {on: onField, keyword: "required", since: withAtLeast},
	"nullable":                                  {on: onField, keyword: "nullable"},
	"kubebuilder:default":                       {on: onField, arg: anyArg, keyword: "default", rank: 2},
	"default":                                   {on: onField, arg: jsonArg, keyword: "default", since: withRequired, rank: 1},
	"kubebuilder:example":                       {on: onField, arg: anyArg, keyword: "example"},
	"kubebuilder:title":                         {on: onField | onType, arg: anyArg, keyword: "title", since: withTitle},
	"kubebuilder:validation:EmbeddedResource":   {on: onField, keyword: "x-kubernetes-embedded-resource"},
	"kubebuilder:validation:Schemaless":         {on: onField},
	"kubebuilder:pruning:PreserveUnknownFields": {on: onField | onType, keyword: preserve},
	"k8s:immutable":                             {on: onField, keyword: rulesKeyword, since: withK8sEnum},
	"k8s:maxItems":                              {on: onField, arg: intArg, keyword: "maxItems", since: withK8sBounds},
	"k8s:minimum":                               {on: onField, arg: numberArg, keyword: "minimum", since: withK8sBounds},
	"k8s:maximum":                               {on: onField, arg: numberArg, keyword: "maximum", since: withK8sBounds},
	"listType":                                  {on: onField | onType, arg: stringArg, keyword: "x-kubernetes-list-type", rank: typeFirst},
	"listMapKey":                                {on: onField | onType, arg: stringArg, keyword: "x-kubernetes-list-map-keys"},
	"k8s:listType":                              {on: onField | onType, arg: stringArg, keyword: "x-kubernetes-list-type", rank: typeFirst, since: withK8sLists},
	"k8s:listMapKey":                            {on: onField | onType, arg: stringArg, keyword: "x-kubernetes-list-map-keys", since: withK8sLists},
	"mapType":                                   {on: onField | onType, arg: stringArg, keyword: "x-kubernetes-map-type"},
	"structType":                                {on: onField | onType, arg: stringArg, keyword: "x-kubernetes-map-type"},
	"kubebuilder:externalDocs":                  {on: onField | onType, arg: fieldsArg, fields: map[string]argKind{"url": stringArg, "description": stringArg}, keyword: "externalDocs"},
}

// knownMarker returns the marker that a note is, and under which name.
func knownMarker(n *note, where on) (m marker, items bool, name string, ok bool) {
	for _, name := range []string{n.name, n.base} {
		if m, items, ok := markerOf(name); ok && m.on&where != 0 {
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
