package crdedit

import (
	"math"
	"slices"

	"github.com/crdtool/crdtool/schema"
)

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
