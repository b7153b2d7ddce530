package mutationrun

import (
	"reflect"
)

// partly returns the part of a value that another value lacks, with its ancestors; nil if there is none.
func partly(v, other any) any {
	switch v := v.(type) {
	case map[string]any:
		o, ok := other.(map[string]any)
		if !ok {
			return v
		}
		part := map[string]any{}
		for k, e := range v {
			if p := partly(e, o[k]); p != nil {
				part[k] = p
			}
		}
		if len(part) == 0 {
			return nil
		}
		return part
	case []any:
		o, ok := other.([]any)
		if !ok || len(o) != len(v) {
			return v
		}
		part, differs := make([]any, len(v)), false
		for i := range v {
			part[i] = partly(v[i], o[i])
			switch {
			case part[i] != nil:
				differs = true
			case isObject(v[i]):
				part[i] = map[string]any{}
			default:
				part[i] = v[i]
			}
		}
		if !differs {
			return nil
		}
		return part
	}
	if reflect.DeepEqual(v, other) {
		return nil
	}
	return v
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}
