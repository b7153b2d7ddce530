package crdedit

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

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
