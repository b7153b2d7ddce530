package crdedit

import (
	"math"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/schema"
)

// keyword is how one keyword is edited. An edit returns what it did, "" for nothing.
type keyword struct {
	name string
	fits func(s Value) bool
	edit func(e *editor, a *at) string
	crd  func(e *editor, version Value) string
}

var keywords []keyword

// Keywords are the names of what is edited.
func Keywords() []string {
	var names []string
	for i := range keywords {
		names = append(names, keywords[i].name)
	}
	return names
}

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
func scalar(s Value) bool  { return numeric(s) || textual(s) || s["type"] == "boolean" }

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

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// whole writes a number as JSON has it.
func whole(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

func bound(k string, signed bool) func(*editor, *at) string {
	return func(e *editor, a *at) string {
		is, there := number(a.s[k])
		if !there {
			v := pick(e.Rand, 0, 1, 2, 3, 5, 10, 63, 100, 253, 1000.)
			if signed && e.Intn(3) == 0 {
				v = pick(e.Rand, -1, 0.5, -2.5, 1.5, 65535, math.MaxInt32, math.MaxInt32+1)
			}
			if k == "multipleOf" && v <= 0 {
				v = 2
			}
			return change(a.s, k, whole(v))
		}
		switch e.Intn(5) {
		case 0:
			return change(a.s, k, nil)
		case 1:
			return raised(change(a.s, k, whole(is+1)))
		case 2:
			return raised(change(a.s, k, whole(is*2+1)))
		case 3:
			if !signed && is < 1 {
				return ""
			}
			return lowered(change(a.s, k, whole(is-1)))
		}
		return lowered(change(a.s, k, whole(math.Trunc(is/2))))
	}
}

func raised(does string) string {
	if does == "" {
		return ""
	}
	return "raised"
}

func lowered(does string) string {
	if does == "" {
		return ""
	}
	return "lowered"
}

func (e *editor) enum(a *at) string {
	values, _ := a.s["enum"].([]any)
	if len(values) == 0 {
		var all []any
		for range 1 + e.Intn(4) {
			all = append(all, e.scalarFor(a.s))
		}
		if d := a.s["default"]; d != nil {
			all = append(all, d)
		}
		return change(a.s, "enum", all)
	}
	values = slices.Clone(values)
	switch e.Intn(6) {
	case 0:
		return change(a.s, "enum", nil)
	case 1, 2:
		i := e.Intn(len(values))
		if values = slices.Delete(values, i, i+1); len(values) == 0 {
			return ""
		}
		change(a.s, "enum", values)
		return "narrowed"
	case 3:
		change(a.s, "enum", append(values, e.scalarFor(a.s)))
		return "widened"
	case 4:
		e.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		change(a.s, "enum", values)
		return "reordered"
	}
	values[e.Intn(len(values))] = e.scalarFor(a.s)
	return change(a.s, "enum", values)
}

func (e *editor) scalarFor(s Value) any {
	switch s["type"] {
	case "integer":
		return int64(e.Intn(7))
	case "number":
		return pick(e.Rand, any(int64(1)), any(2.5), any(int64(0)))
	case "boolean":
		return e.Intn(2) == 0
	}
	return pick(e.Rand, "a", "b", "Always", "x-1", "", "example")
}

func (e *editor) pattern(a *at) string {
	is, there := a.s["pattern"].(string)
	some := []string{"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "^[a-z]+$", "^.{1,5}$", "^a", "z$", "^$|^x", `^\d+$`, "^[A-Za-z]*$", ".", "^(a|b|example)$"}
	if !there {
		return change(a.s, "pattern", pick(e.Rand, some...))
	}
	switch e.Intn(7) {
	case 0:
		return change(a.s, "pattern", nil)
	case 1:
		change(a.s, "pattern", "(?:"+is+")|^example$")
		return "widened"
	case 2:
		change(a.s, "pattern", "(?:"+is+")")
		return "reworded"
	case 3:
		return change(a.s, "pattern", pick(e.Rand, some...))
	case 4:
		if len(is) > 1 && is[0] == '^' {
			change(a.s, "pattern", is[1:])
			return "without an anchor"
		}
		change(a.s, "pattern", "^"+is)
		return "with an anchor"
	case 5:
		if i := slices.IndexFunc([]byte(is), func(c byte) bool { return c == '*' || c == '+' }); i >= 0 {
			b := []byte(is)
			b[i] = map[byte]byte{'*': '+', '+': '*'}[b[i]]
			change(a.s, "pattern", string(b))
			return "with another repetition"
		}
	}
	if len(is) > 1 && is[len(is)-1] == '$' {
		change(a.s, "pattern", is[:len(is)-1])
		return "without an anchor"
	}
	change(a.s, "pattern", is+"$")
	return "with an anchor"
}

func (e *editor) format(a *at) string {
	if a.s["format"] != nil && e.Intn(2) == 0 {
		return change(a.s, "format", nil)
	}
	if numeric(a.s) && e.Intn(4) > 0 {
		return change(a.s, "format", pick(e.Rand, "int32", "int64", "float", "double"))
	}
	return change(a.s, "format", pick(e.Rand, "date", "date-time", "ipv4", "ipv6", "cidr", "uuid", "uuid4", "uri", "hostname", "email", "byte", "duration", "password", "unheard-of", "int32"))
}

func (e *editor) types(a *at) string {
	is, _ := a.s["type"].(string)
	if a.Nested {
		return ""
	}
	if is == "integer" && e.Intn(2) == 0 {
		change(a.s, "type", "number")
		return "widened"
	}
	if is == "number" && e.Intn(2) == 0 {
		change(a.s, "type", "integer")
		return "narrowed"
	}
	to := pick(e.Rand, "string", "integer", "number", "boolean", "object", "array", "")
	for _, k := range []string{"properties", "items", "additionalProperties", "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type",
		"x-kubernetes-validations", "default", "enum", "required", "x-kubernetes-int-or-string", "x-kubernetes-embedded-resource"} {
		if e.Intn(8) > 0 {
			delete(a.s, k)
		}
	}
	switch to {
	case "":
		a.s["x-kubernetes-preserve-unknown-fields"] = true
		return change(a.s, "type", nil)
	case "array":
		a.s["items"] = Value{"type": "string"}
	}
	return change(a.s, "type", to)
}

func (e *editor) intOrString(a *at) string {
	const k = "x-kubernetes-int-or-string"
	if a.s[k] == true {
		delete(a.s, k)
		a.s["type"] = pick(e.Rand, "string", "integer")
		if e.Intn(2) == 0 {
			delete(a.s, "anyOf")
		}
		return "removed"
	}
	if !scalar(a.s) || a.Nested {
		return ""
	}
	delete(a.s, "type")
	if e.Intn(2) == 0 && a.s["anyOf"] == nil {
		a.s["anyOf"] = []any{Value{"type": "integer"}, Value{"type": "string"}}
	}
	return change(a.s, k, true)
}

func (e *editor) required(a *at) string {
	list, _ := a.s["required"].([]any)
	list = slices.Clone(list)
	properties, _ := a.s["properties"].(Value)
	names := sorted(properties)
	switch {
	case len(list) > 0 && e.Intn(2) == 0:
		i := e.Intn(len(list))
		if list = slices.Delete(list, i, i+1); len(list) == 0 {
			delete(a.s, "required")
		} else {
			a.s["required"] = list
		}
		return "removed"
	case len(list) > 1 && e.Intn(4) == 0:
		slices.Reverse(list)
		a.s["required"] = list
		return "reordered"
	case len(names) == 0:
		names = []string{"a"}
	}
	name := pick(e.Rand, names...)
	if slices.Contains(list, any(name)) {
		return ""
	}
	a.s["required"] = append(list, name)
	return "added"
}

// small makes a schema of little.
func (e *editor) small() Value {
	switch e.Intn(9) {
	case 0:
		return Value{"type": "integer", "default": int64(e.Intn(3))}
	case 1:
		return Value{"type": "string", "default": pick(e.Rand, "a", "", "example")}
	case 2:
		return Value{"type": "object", "properties": Value{"a": Value{"type": "string"}, "b": Value{"type": "integer", "default": int64(1)}}, "required": []any{"a"}}
	case 3:
		return Value{"type": "object", "default": Value{}, "properties": Value{"a": Value{"type": "string", "default": "b"}}}
	case 4:
		return Value{"type": "array", "items": Value{"type": "string"}}
	case 5:
		return Value{"type": "object", "additionalProperties": Value{"type": "string"}}
	case 6:
		return Value{"x-kubernetes-preserve-unknown-fields": true}
	case 7:
		return Value{"type": "object", "x-kubernetes-preserve-unknown-fields": true}
	}
	return Value{"type": "string"}
}

func (e *editor) properties(a *at) string {
	if a.Nested && e.Intn(3) > 0 {
		return ""
	}
	properties, _ := a.s["properties"].(Value)
	names := sorted(properties)
	if len(names) == 0 || e.Intn(2) == 0 {
		if a.s["additionalProperties"] != nil && e.Intn(4) > 0 {
			return ""
		}
		if properties == nil {
			properties = Value{}
			a.s["properties"] = properties
		}
		name := pick(e.Rand, "a", "b", "example", "name", "extra")
		if properties[name] != nil {
			return ""
		}
		if len(names) > 0 && e.Intn(3) == 0 {
			properties[name] = runtime.DeepCopyJSONValue(properties[pick(e.Rand, names...)])
			return "copied"
		}
		properties[name] = e.small()
		if e.Intn(6) == 0 {
			list, _ := a.s["required"].([]any)
			a.s["required"] = append(slices.Clone(list), name)
			return "added and required"
		}
		return "added"
	}
	name := pick(e.Rand, names...)
	if e.Intn(6) == 0 && properties[name+"2"] == nil {
		properties[name+"2"] = properties[name]
		delete(properties, name)
		return "renamed"
	}
	delete(properties, name)
	if e.Intn(3) > 0 {
		if left := without(a.s["required"], name); len(left) > 0 {
			a.s["required"] = left
		} else {
			delete(a.s, "required")
		}
	}
	return "removed"
}

func (e *editor) additionalProperties(a *at) string {
	if a.s["additionalProperties"] == nil || e.Intn(2) == 0 {
		properties, _ := a.s["properties"].(Value)
		if names := sorted(properties); len(names) > 0 {
			if e.Intn(3) == 0 {
				delete(a.s, "properties")
				return change(a.s, "additionalProperties", properties[pick(e.Rand, names...)])
			}
			if e.Intn(3) > 0 {
				delete(a.s, "properties")
			}
		}
		return change(a.s, "additionalProperties", pick(e.Rand, any(Value{"type": "string"}), any(e.small()), any(true), any(false)))
	}
	if e.Intn(2) == 0 {
		a.s["properties"] = Value{"a": pick(e.Rand, a.s["additionalProperties"], any(e.small()))}
		if a.s["properties"].(Value)["a"] == true {
			delete(a.s, "properties")
		}
	}
	return change(a.s, "additionalProperties", nil)
}

func (e *editor) preserve(a *at) string {
	const k = "x-kubernetes-preserve-unknown-fields"
	if a.Nested {
		return ""
	}
	if a.s[k] == true {
		if a.s["type"] == nil {
			a.s["type"] = pick(e.Rand, "object", "string", "object")
		}
		return change(a.s, k, pick(e.Rand, nil, any(false)))
	}
	return change(a.s, k, true)
}

func (e *editor) embedded(a *at) string {
	const k = "x-kubernetes-embedded-resource"
	if a.Parent < 0 || a.Nested {
		return ""
	}
	if a.s[k] == nil && a.s["properties"] == nil {
		a.s["x-kubernetes-preserve-unknown-fields"] = true
	}
	return toggle(k)(e, a)
}

func (e *editor) items(a *at) string {
	switch e.Intn(3) {
	case 0:
		return change(a.s, "items", nil)
	}
	return change(a.s, "items", e.small())
}

func (e *editor) listType(a *at) string {
	items, _ := a.s["items"].(Value)
	delete(a.s, "x-kubernetes-list-map-keys")
	to := pick[any](e.Rand, "atomic", "set", "map", nil)
	if to == "map" {
		properties, _ := items["properties"].(Value)
		names := sorted(properties)
		if len(names) == 0 {
			return ""
		}
		key := pick(e.Rand, names...)
		a.s["x-kubernetes-list-map-keys"] = []any{key}
		if list, _ := items["required"].([]any); !slices.Contains(list, any(key)) && properties[key].(Value)["default"] == nil {
			items["required"] = append(slices.Clone(list), key)
		}
	}
	if to == "set" && items["type"] == "object" {
		items["x-kubernetes-map-type"] = "atomic"
	}
	return change(a.s, "x-kubernetes-list-type", to)
}

func (e *editor) mapKeys(a *at) string {
	const k = "x-kubernetes-list-map-keys"
	keys, _ := a.s[k].([]any)
	items, _ := a.s["items"].(Value)
	if len(keys) == 0 {
		return ""
	}
	keys = slices.Clone(keys)
	if len(keys) > 1 && e.Intn(2) == 0 {
		slices.Reverse(keys)
		if e.Intn(2) == 0 {
			keys = keys[1:]
		}
		return change(a.s, k, keys)
	}
	list, _ := items["required"].([]any)
	for _, name := range list {
		if !slices.Contains(keys, name) {
			return change(a.s, k, append(keys, name))
		}
	}
	return ""
}

func (e *editor) defaults(a *at) string {
	if a.Nested {
		return ""
	}
	if a.s["default"] != nil && e.Intn(3) == 0 {
		return change(a.s, "default", nil)
	}
	s, err := schema.FromValue(a.s)
	if err != nil {
		return ""
	}
	if a.s["type"] == "object" && e.Intn(3) == 0 {
		return change(a.s, "default", Value{})
	}
	v := e.Value(s, 3)
	if v == nil {
		return ""
	}
	return change(a.s, "default", v)
}

// branch makes a branch of a junctor.
func (e *editor) branch(a *at) Value {
	properties, _ := a.s["properties"].(Value)
	names := sorted(properties)
	switch {
	case len(names) > 0 && e.Intn(3) > 0:
		return Value{"required": []any{pick(e.Rand, names...)}}
	case len(names) > 0:
		return Value{"properties": Value{pick(e.Rand, names...): Value{"minLength": int64(1)}}}
	case numeric(a.s) && e.Intn(2) == 0:
		return pick(e.Rand, Value{"maximum": int64(5)}, Value{"minimum": int64(1)}, Value{"multipleOf": int64(2)}, Value{"enum": []any{int64(1), "a"}})
	case textual(a.s):
		return pick(e.Rand, Value{"maxLength": int64(5)}, Value{"minLength": int64(1)}, Value{"pattern": "^a"}, Value{"pattern": "e$"}, Value{"enum": []any{"a", "example"}}, Value{"format": "date"})
	case a.s["type"] == "array":
		return pick(e.Rand, Value{"maxItems": int64(1)}, Value{"minItems": int64(1)}, Value{"uniqueItems": true})
	case a.s["type"] == "object":
		return pick(e.Rand, Value{"maxProperties": int64(1)}, Value{"minProperties": int64(1)}, Value{"required": []any{"a"}})
	}
	return Value{"enum": []any{"a", int64(1), true}}
}

func branches(k string) func(*editor, *at) string {
	return func(e *editor, a *at) string {
		list, _ := a.s[k].([]any)
		list = slices.Clone(list)
		if len(list) == 0 {
			for range 1 + e.Intn(2) {
				list = append(list, e.branch(a))
			}
			return change(a.s, k, list)
		}
		switch e.Intn(5) {
		case 0:
			return change(a.s, k, nil)
		case 1:
			i := e.Intn(len(list))
			if list = slices.Delete(list, i, i+1); len(list) == 0 {
				return change(a.s, k, nil)
			}
			a.s[k] = list
			return "with a branch less"
		case 2:
			slices.Reverse(list)
			return change(a.s, k, list)
		case 3:
			a.s[k] = append(list, runtime.DeepCopyJSONValue(pick(e.Rand, list...)))
			return "with a branch twice"
		}
		a.s[k] = append(list, e.branch(a))
		return "with a branch more"
	}
}

func (e *editor) not(a *at) string {
	if a.s["not"] != nil && e.Intn(2) == 0 {
		return change(a.s, "not", nil)
	}
	return change(a.s, "not", e.branch(a))
}

func documents(k string) func(*editor, *at) string {
	return func(e *editor, a *at) string {
		switch k {
		case "externalDocs":
			return change(a.s, k, pick(e.Rand, nil, any(Value{"url": "https://example.com"})))
		}
		return change(a.s, k, pick(e.Rand, nil, any("one"), any("another")))
	}
}

// refused adds what the server takes in no schema.
func refused(k string) func(*editor, *at) string {
	return func(e *editor, a *at) string {
		if e.Intn(8) > 0 {
			return ""
		}
		some := Value{"a": Value{"type": "string"}}
		return change(a.s, k, map[string]any{
			"$ref": "#/a", "definitions": some, "patternProperties": some, "dependencies": Value{"a": []any{"b"}}, "additionalItems": Value{"type": "string"},
		}[k])
	}
}

// metadata says what names objects may have.
func (e *editor) metadata(version Value) string {
	root := rootOf(version)
	properties, _ := root["properties"].(Value)
	if properties == nil {
		return ""
	}
	meta, _ := properties["metadata"].(Value)
	if meta == nil || e.Intn(4) == 0 {
		meta = Value{"type": "object"}
		properties["metadata"] = meta
	}
	fields := pick(e.Rand, Value{"maxLength": int64(3 + e.Intn(60))}, Value{"pattern": pick(e.Rand, "^[a-z]+$", "^w", "e$")}, Value{"enum": []any{"example", "w"}},
		Value{"minLength": int64(e.Intn(4))}, Value{})
	fields["type"] = "string"
	below, _ := meta["properties"].(Value)
	if below != nil && e.Intn(3) == 0 {
		delete(meta, "properties")
		return "gone"
	}
	meta["properties"] = Value{pick(e.Rand, "name", "name", "generateName"): fields}
	return "another"
}

// subresources adds and removes those of status and scale.
func (e *editor) subresources(version Value) string {
	if e.Intn(4) > 0 {
		return ""
	}
	sub, _ := version["subresources"].(Value)
	if sub == nil {
		sub = Value{}
		version["subresources"] = sub
	}
	k := pick(e.Rand, "status", "scale")
	if sub[k] != nil {
		delete(sub, k)
		return k + " removed"
	}
	switch k {
	case "status":
		sub[k] = Value{}
	default:
		scale := Value{"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}
		for _, n := range e.nodes {
			if len(n.Way) > 1 && n.Way[0].Name == "spec" && n.Schema["type"] == "integer" && plainly(n.Way) && e.Intn(2) == 0 {
				scale["specReplicasPath"] = n.path()
			}
			if len(n.Way) > 1 && n.Way[0].Name == "status" && n.Schema["type"] != nil && plainly(n.Way) && e.Intn(4) == 0 {
				scale["labelSelectorPath"] = n.path()
			}
		}
		sub[k] = scale
	}
	return k + " added"
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
