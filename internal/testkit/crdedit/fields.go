package crdedit

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

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
