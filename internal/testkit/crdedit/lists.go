package crdedit

import (
	"slices"
)

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
