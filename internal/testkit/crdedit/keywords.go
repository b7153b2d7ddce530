package crdedit

import (
	"reflect"
	"slices"
)

// keyword is how one keyword is edited. An edit returns what it did, "" for nothing.
type keyword struct {
	name string
	fits func(s Value) bool
	edit func(e *editor, a *at) string
	crd  func(e *editor, version Value) string
}

var keywords []keyword

func init() {
	for _, k := range []string{"maximum", "minimum", "multipleOf"} {
		keywords = append(keywords, keyword{name: k, fits: numeric, edit: bound(k, true)})
	}
	for _, k := range []string{"exclusiveMaximum", "exclusiveMinimum"} {
		keywords = append(keywords, keyword{name: k, fits: numeric, edit: toggle(k)})
	}
	for _, k := range []string{"maxLength", "minLength"} {
		keywords = append(keywords, keyword{name: k, fits: textual, edit: bound(k, false)})
	}
	for _, k := range []string{"maxItems", "minItems"} {
		keywords = append(keywords, keyword{name: k, fits: typed("array"), edit: bound(k, false)})
	}
	for _, k := range []string{"maxProperties", "minProperties"} {
		keywords = append(keywords, keyword{name: k, fits: typed("object"), edit: bound(k, false)})
	}
	for _, k := range []string{"allOf", "anyOf", "oneOf"} {
		keywords = append(keywords, keyword{name: k, edit: branches(k)})
	}
	for _, k := range []string{"title", "description", "example", "externalDocs", "id", "$schema"} {
		keywords = append(keywords, keyword{name: k, edit: documents(k)})
	}
	for _, k := range []string{"$ref", "definitions", "patternProperties", "dependencies", "additionalItems"} {
		keywords = append(keywords, keyword{name: k, edit: refused(k)})
	}
	keywords = append(keywords,
		keyword{name: "enum", fits: scalar, edit: (*editor).enum},
		keyword{name: "pattern", fits: textual, edit: (*editor).pattern},
		keyword{name: "format", fits: scalar, edit: (*editor).format},
		keyword{name: "type", edit: (*editor).types},
		keyword{name: "x-kubernetes-int-or-string", edit: (*editor).intOrString},
		keyword{name: "nullable", edit: toggle("nullable")},
		keyword{name: "uniqueItems", fits: typed("array"), edit: toggle("uniqueItems")},
		keyword{name: "required", fits: typed("object"), edit: (*editor).required},
		keyword{name: "properties", fits: typed("object"), edit: (*editor).properties},
		keyword{name: "additionalProperties", fits: typed("object"), edit: (*editor).additionalProperties},
		keyword{name: "x-kubernetes-preserve-unknown-fields", edit: (*editor).preserve},
		keyword{name: "x-kubernetes-embedded-resource", fits: typed("object"), edit: (*editor).embedded},
		keyword{name: "items", fits: typed("array"), edit: (*editor).items},
		keyword{name: "x-kubernetes-list-type", fits: typed("array"), edit: (*editor).listType},
		keyword{name: "x-kubernetes-list-map-keys", fits: typed("array"), edit: (*editor).mapKeys},
		keyword{name: "x-kubernetes-map-type", fits: typed("object"), edit: replaced("x-kubernetes-map-type", "granular", "atomic")},
		keyword{name: "default", edit: (*editor).defaults},
		keyword{name: "not", edit: (*editor).not},
		keyword{name: "x-kubernetes-validations", edit: (*editor).rules},
		keyword{name: "metadata", crd: (*editor).metadata},
		keyword{name: "subresources", crd: (*editor).subresources},
	)
	// Those that say most, and have most forms, come more often.
	for _, k := range keywords {
		if slices.Contains([]string{"default", "x-kubernetes-validations", "properties", "required", "enum", "type", "pattern"}, k.name) {
			keywords = append(keywords, k)
		}
	}
}

func typed(t string) func(Value) bool { return func(s Value) bool { return s["type"] == t } }

func numeric(s Value) bool {
	return s["type"] == "integer" || s["type"] == "number" || s["x-kubernetes-int-or-string"] == true
}

func textual(s Value) bool { return s["type"] == "string" || s["x-kubernetes-int-or-string"] == true }

func scalar(s Value) bool { return numeric(s) || textual(s) || s["type"] == "boolean" }

// change sets a keyword, and says what that was.
func change(s Value, k string, to any) string {
	was, there := s[k]
	switch {
	case to == nil && !there:
		return ""
	case to == nil:
		delete(s, k)
		return "removed"
	case there && reflect.DeepEqual(was, to):
		return ""
	}
	s[k] = to
	if there {
		return "replaced"
	}
	return "added"
}

func toggle(k string) func(*editor, *at) string {
	return func(e *editor, a *at) string {
		if a.s[k] == true {
			return change(a.s, k, nil)
		}
		return change(a.s, k, true)
	}
}

func replaced(k string, values ...any) func(*editor, *at) string {
	return func(e *editor, a *at) string { return change(a.s, k, pick(e.Rand, append(values, nil)...)) }
}

func plainly(way []Step) bool {
	return !slices.ContainsFunc(way, func(s Step) bool { return s.Item || s.Value })
}

func (n *Node) path() string {
	s := ""
	for _, step := range n.Way {
		s += "." + step.Name
	}
	return s
}
