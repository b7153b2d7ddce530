package gotypes

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
)

// readJSON reads a JSON value, with numbers as int64 or float64.
func readJSON(text string) (any, error) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return plain(v), nil
}

// plain returns a value with one type for each kind of JSON: numbers without a fraction
// are int64.
func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i
		}
		f, _ := v.Float64()
		return plain(f)
	case int:
		return int64(v)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int64(v)
		}
	case []any:
		all := make([]any, len(v))
		for i, e := range v {
			all[i] = plain(e)
		}
		return all
	case map[string]any:
		all := make(map[string]any, len(v))
		for k, e := range v {
			all[k] = plain(e)
		}
		return all
	}
	return v
}

// same reports whether two values are the same in JSON. Of a number that is a float in one of
// them, as bounds are for controller-gen, only as much counts as a float has.
func same(a, b any) bool { return samePlain(plain(a), plain(b)) }

func samePlain(a, b any) bool {
	switch a := a.(type) {
	case int64:
		f, ok := b.(float64)
		return ok && float64(a) == f || !ok && a == b
	case float64:
		i, ok := b.(int64)
		return ok && a == float64(i) || !ok && a == b
	case []any:
		list, ok := b.([]any)
		return ok && slices.EqualFunc(a, list, samePlain)
	case map[string]any:
		object, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, object, samePlain)
	}
	return reflect.DeepEqual(a, b)
}
