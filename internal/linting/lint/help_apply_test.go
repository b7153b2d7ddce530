package lint

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/report"
)

// A help is what a finding says is to be done, in a form that the test can do to the
// decoded CRD. Forms that leave the choice to the author (a name, a description, another
// type) are in saidOnly.
type help struct {
	form *regexp.Regexp
	// do changes the CRD at the path of the finding; false if that is not possible here.
	do func(a *applied, m []string) bool
}

// applied is a CRD on which a help is carried out.
type applied struct {
	crd     map[string]any
	path    []string
	finding report.Finding
}

// helps are tried in turn; one text may have several forms, and each is one change.
var helps = []help{
	{regexp.MustCompile(`\b(?:add|use) format: (int64|date-time)\b`), func(a *applied, m []string) bool { return a.set("format", m[1]) }},
	{regexp.MustCompile(`^(?:add|use)[^,]*, or (int32) if 32 bits are enough`), func(a *applied, m []string) bool { return a.set("format", m[1]) }},
	{regexp.MustCompile(`(?:\badd|\bor) ((?:minimum|maximum): -?\d+(?: and maximum: \d+)?)`), func(a *applied, m []string) bool {
		a.remove("enum")
		for part := range strings.SplitSeq(m[1], " and ") {
			keyword, number, _ := strings.Cut(part, ": ")
			n, _ := strconv.Atoi(number)
			a.set(keyword, n)
		}
		return true
	}},
	{regexp.MustCompile(`^set (maxItems|maxLength|maxProperties) to the largest value that makes sense: up to (\d+)`), func(a *applied, m []string) bool {
		n, _ := strconv.Atoi(m[2])
		return a.set(m[1], n)
	}},
	{regexp.MustCompile(`\badd x-kubernetes-list-type: atomic\b`), func(a *applied, m []string) bool { return a.set("x-kubernetes-list-type", "atomic") }},
	{regexp.MustCompile(`\bor (set) if each value`), func(a *applied, m []string) bool { return a.set("x-kubernetes-list-type", m[1]) }},
	{regexp.MustCompile(`\bor map with the key (\w+) if that identifies an item(, with list types)?`), func(a *applied, m []string) bool {
		if m[2] != "" {
			setTypes(a.node()["items"])
		}
		return a.keyed(m[1])
	}},
	{regexp.MustCompile(`^(?:in a new version: )?(make type required in the items, and )?set x-kubernetes-list-type: map and x-kubernetes-list-map-keys: \[type\]`), func(a *applied, m []string) bool {
		if m[1] != "" {
			items, ok := a.node()["items"].(map[string]any)
			if !ok {
				return false
			}
			items["required"] = append(list(items["required"]), "type")
		}
		return a.keyed("type")
	}},
	{regexp.MustCompile(`for Go.s durations: (\S+)$`), func(a *applied, m []string) bool { return a.set("pattern", m[1]) }},
	{regexp.MustCompile(`put the alternatives in a group: (\S+)`), func(a *applied, m []string) bool { return a.replace(m[1]) }},
	{regexp.MustCompile(`^anchor it with \^ and \$`), func(a *applied, m []string) bool {
		old, ok := a.value().(string)
		return ok && a.path[len(a.path)-1] == "pattern" && a.replace("^(?:"+strings.TrimSuffix(strings.TrimPrefix(old, "^"), "$")+")$")
	}},
	{regexp.MustCompile(`^(?:make it optional|remove it from required)\b`), func(a *applied, m []string) bool { return a.optional() }},
	{regexp.MustCompile(`\bor remove the default\b`), func(a *applied, m []string) bool { return a.remove("default") }},
	{regexp.MustCompile(`^remove nullable\b`), func(a *applied, m []string) bool { return a.remove("nullable") }},
	{regexp.MustCompile(`^remove null from the enum and nullable\b`), func(a *applied, m []string) bool {
		a.set("enum", slices.DeleteFunc(list(a.node()["enum"]), func(v any) bool { return v == nil }))
		return a.remove("nullable")
	}},
	{regexp.MustCompile(`(?:^|, or )remove it(?:$|[:,;])`), func(a *applied, m []string) bool { return a.drop() }},
	{regexp.MustCompile(`^move it into (items|additionalProperties)`), func(a *applied, m []string) bool {
		keyword := a.path[len(a.path)-1]
		v := a.value()
		to, ok := reach(a.holder(), m[1]).(map[string]any)
		if !ok || to[keyword] != nil {
			return false
		}
		to[keyword] = v
		return a.drop()
	}},
	{regexp.MustCompile(`^did you mean (max|min)(Length|imum|Items|Properties)\?`), func(a *applied, m []string) bool {
		v, holder := a.value(), a.holder()
		if holder == nil || holder[m[1]+m[2]] != nil {
			return false
		}
		holder[m[1]+m[2]] = v
		return a.drop()
	}},
	{regexp.MustCompile(`^did you mean additionalProperties\?`), func(a *applied, m []string) bool {
		holder := a.holder()
		holder["additionalProperties"] = a.value()
		return a.drop()
	}},
	{regexp.MustCompile(`^(?:end the path with |write )(spec[^ ,]*)(?: for its first item)?, or remove the column`), func(a *applied, m []string) bool {
		return a.replace("." + m[1])
	}},
	{regexp.MustCompile(`^write (\.\S+) to show the whole list as JSON`), func(a *applied, m []string) bool { return a.replace(m[1]) }},
	{regexp.MustCompile(`; if the first item is meant, write (\.\S+)$`), func(a *applied, m []string) bool { return a.replace(m[1]) }},
	{regexp.MustCompile(`^make the format int64, or use`), func(a *applied, m []string) bool {
		a.holder()["format"] = "int64"
		return true
	}},
	{regexp.MustCompile(`^give it a default( or make it required)?`), func(a *applied, m []string) bool {
		name, _, _ := strings.Cut(a.finding.Message, " may be absent")
		object, field := a.schemaRoot(), a.schemaRoot()
		steps := strings.Split(name, ".")
		for _, s := range steps {
			object = field
			if field, _ = reach(object, "properties", s).(map[string]any); field == nil {
				return false
			}
		}
		if m[1] != "" {
			object["required"] = append(list(object["required"]), steps[len(steps)-1])
			return true
		}
		value, ok := map[any]any{"integer": 1, "object": map[string]any{}}[field["type"]]
		field["default"] = value
		return ok
	}},
	{regexp.MustCompile(`\bor remove the subresource\b`), func(a *applied, m []string) bool {
		subresources, ok := a.version()["subresources"].(map[string]any)
		delete(subresources, "status")
		return ok
	}},
	{regexp.MustCompile(`^add to the version: subresources: \{status: \{\}\}`), func(a *applied, m []string) bool {
		v := a.version()
		subresources, _ := v["subresources"].(map[string]any)
		if subresources == nil {
			subresources = map[string]any{}
		}
		subresources["status"] = map[string]any{}
		v["subresources"] = subresources
		return true
	}},
	{regexp.MustCompile(`\b(?:add|write instead|add) ?:? ?(x-kubernetes-preserve-unknown-fields): true`), func(a *applied, m []string) bool {
		a.remove("additionalProperties")
		return a.set(m[1], true)
	}},
	{regexp.MustCompile(`^add a column Age of type date`), func(a *applied, m []string) bool {
		v := a.version()
		v["additionalPrinterColumns"] = append(list(v["additionalPrinterColumns"]), map[string]any{"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"})
		return true
	}},
	{regexp.MustCompile(`\bor list (\w+(?:(?:, | and )\w+)*) in required`), func(a *applied, m []string) bool {
		// Of the object with the rule; the fields of others are not known by their names.
		i := slices.Index(a.path, "x-kubernetes-validations")
		if i < 0 {
			return false
		}
		object, _ := reach(a.crd, a.path[:i]...).(map[string]any)
		properties, _ := object["properties"].(map[string]any)
		for _, name := range regexp.MustCompile(`, | and `).Split(m[1], -1) {
			if properties[name] == nil {
				return false
			}
			object["required"] = append(list(object["required"]), name)
		}
		return true
	}},
	{regexp.MustCompile(`^remove \w+ from required|\bor remove it from required`), func(a *applied, m []string) bool { return a.optional() }},
	{regexp.MustCompile(`^put it in quotes`), func(a *applied, m []string) bool {
		last := len(a.path) - 1
		i, err := strconv.Atoi(a.path[last])
		enum, ok := reach(a.crd, a.path[:last]...).([]any)
		if err == nil && ok {
			enum[i] = fmt.Sprint(enum[i])
		}
		return err == nil && ok
	}},
	{regexp.MustCompile(`^remove spec.conversion`), func(a *applied, m []string) bool {
		spec, ok := a.crd["spec"].(map[string]any)
		delete(spec, "conversion")
		return ok
	}},
	{regexp.MustCompile(`^list spec in required of the object`), func(a *applied, m []string) bool {
		root := a.schemaRoot()
		root["required"] = append(list(root["required"]), "spec")
		return true
	}},
	{regexp.MustCompile(`^write (max\w+|min\w+|pattern|enum): (.*) instead, unless`), func(a *applied, m []string) bool {
		i := slices.Index(a.path, "x-kubernetes-validations")
		var v any
		if i < 0 || yaml.Unmarshal([]byte(m[2]), &v) != nil {
			return false
		}
		a.path = a.path[:i+2]
		if !a.drop() {
			return false
		}
		node, _ := reach(a.crd, a.path[:i]...).(map[string]any)
		node[m[1]] = v
		return true
	}},
	{regexp.MustCompile(`^change it to (\w+)`), func(a *applied, m []string) bool { return a.replace(m[1]) }},
	{regexp.MustCompile(`^(?:to (?:accept|get)[^"]*, )?write rule: (".*?[^\\]")`), func(a *applied, m []string) bool {
		text, err := strconv.Unquote(m[1])
		return err == nil && a.path[len(a.path)-1] == "rule" && a.replace(text)
	}},
	{regexp.MustCompile(`^if (?:it|they) must always apply, add to the object: default: (\{.*\})$`), func(a *applied, m []string) bool {
		var v map[string]any
		return yaml.Unmarshal([]byte(m[1]), &v) == nil && a.set("default", v)
	}},
	{regexp.MustCompile(`^write: message: (".*")$`), func(a *applied, m []string) bool {
		text, err := strconv.Unquote(m[1])
		if h := a.holder(); err == nil && h != nil {
			h["message"] = text
		}
		return err == nil && a.drop()
	}},
	{regexp.MustCompile(`^if it must be present, add to the branch: required: \[(.*)\]`), func(a *applied, m []string) bool {
		var names []any
		for name := range strings.SplitSeq(m[1], ", ") {
			names = append(names, name)
		}
		return a.set("required", names)
	}},
	{regexp.MustCompile(`^add it to required`), func(a *applied, m []string) bool { return a.required() }},
	{regexp.MustCompile(`^make it required without a default`), func(a *applied, m []string) bool {
		a.remove("default")
		return a.required()
	}},
	{regexp.MustCompile(`(?:^rename it to |^put the unit into the name(?:: |, such as )|^end the name in Refs?: )(\w+)`), func(a *applied, m []string) bool { return a.rename(m[1]) }},
}

// saidOnly are helps that leave to the author what is to be written.
var saidOnly = regexp.MustCompile(`^(?:$|` + strings.Join([]string{
	`describe `, `convert `, `use `, `begin `, `add a description`, `add observedGeneration`, `end the name`, `properties does not require`, `declare `,
	`test `, `put the alternatives`, `it requires a character`, `add labelSelectorPath`, `name it `, `if such values`, `set caBundle`, `did you mean `,
	`remove the note`, `refer `, `move it to `, `escape literal`, `choose `, `apply it with`, `add a pattern `, `make the two`, `give `,
	`define a type`, `make its items `, `make it an object`, `make it a list`, `if only strings`, `by convention`, `a list is of`, `remove both`,
	`to accept such a value, test `, `remove the `, `remove descriptions`, `make both versions`, `list the characters`, `list both cases`, `write [\\^$]`, `escape each`, `a value that is null`, `to ask for objects`, `make them `, `set served`, `the branch says`, `remove it, unless`,
}, "|") + `)`)

func list(v any) []any {
	l, _ := v.([]any)
	return slices.Clone(l)
}

// reach follows steps from a value; nil where they lead nowhere.
func reach(x any, steps ...string) any {
	for _, s := range steps {
		switch v := x.(type) {
		case map[string]any:
			x = v[s]
		case []any:
			i, err := strconv.Atoi(s)
			if err != nil || i >= len(v) {
				return nil
			}
			x = v[i]
		default:
			return nil
		}
	}
	return x
}

// isKeyword reports whether the path ends in a keyword of a schema, and not at the
// schema itself.
func (a *applied) isKeyword() bool {
	i := len(a.path) - 1
	if i < 1 {
		return false
	}
	return !slices.Contains([]string{"properties", "allOf", "anyOf", "oneOf"}, a.path[i-1]) && a.path[i] != "openAPIV3Schema" && a.path[i] != "items" && a.path[i] != "additionalProperties" && a.path[i] != "not"
}

// nodePath is the schema that the finding is about.
func (a *applied) nodePath() []string {
	p := a.path
	if n := len(p); n > 1 && p[n-2] == "required" && a.isKeyword() {
		return p[:n-2]
	}
	if a.isKeyword() {
		return p[:len(p)-1]
	}
	return p
}

func (a *applied) node() map[string]any {
	n, _ := reach(a.crd, a.nodePath()...).(map[string]any)
	return n
}

// holder is the object that has what the path leads to.
func (a *applied) holder() map[string]any {
	h, _ := reach(a.crd, a.path[:len(a.path)-1]...).(map[string]any)
	return h
}

func (a *applied) value() any { return reach(a.crd, a.path...) }

func (a *applied) version() map[string]any {
	if len(a.path) < 3 || a.path[1] != "versions" {
		return nil
	}
	v, _ := reach(a.crd, a.path[:3]...).(map[string]any)
	return v
}

func (a *applied) schemaRoot() map[string]any {
	s, _ := reach(a.version(), "schema", "openAPIV3Schema").(map[string]any)
	return s
}

func (a *applied) set(keyword string, v any) bool {
	n := a.node()
	if n == nil {
		return false
	}
	n[keyword] = v
	return true
}

func (a *applied) remove(keyword string) bool {
	n := a.node()
	_, ok := n[keyword]
	delete(n, keyword)
	return ok
}

// replace puts another value where the path leads.
func (a *applied) replace(v any) bool {
	h := a.holder()
	if h == nil {
		return false
	}
	h[a.path[len(a.path)-1]] = v
	return true
}

// drop removes what the path leads to.
func (a *applied) drop() bool {
	last := a.path[len(a.path)-1]
	switch h := reach(a.crd, a.path[:len(a.path)-1]...).(type) {
	case map[string]any:
		_, ok := h[last]
		delete(h, last)
		return ok
	case []any:
		i, err := strconv.Atoi(last)
		if err != nil || i >= len(h) {
			return false
		}
		above, ok := reach(a.crd, a.path[:len(a.path)-2]...).(map[string]any)
		if ok && len(h) == 1 {
			delete(above, a.path[len(a.path)-2])
		} else if ok {
			above[a.path[len(a.path)-2]] = slices.Delete(slices.Clone(h), i, i+1)
		}
		return ok
	}
	return false
}

func (a *applied) keyed(key string) bool {
	return a.set("x-kubernetes-list-type", "map") && a.set("x-kubernetes-list-map-keys", []any{key})
}

// setTypes makes all lists below a schema atomic that have no list type.
func setTypes(x any) {
	switch v := x.(type) {
	case map[string]any:
		if v["type"] == "array" && v["x-kubernetes-list-type"] == nil {
			v["x-kubernetes-list-type"] = "atomic"
		}
		for _, e := range v {
			setTypes(e)
		}
	case []any:
		for _, e := range v {
			setTypes(e)
		}
	}
}

// parent is the object schema of a field, and its name there.
func (a *applied) parent() (object map[string]any, name string) {
	p := a.nodePath()
	if len(p) < 2 || p[len(p)-2] != "properties" {
		return nil, ""
	}
	object, _ = reach(a.crd, p[:len(p)-2]...).(map[string]any)
	return object, p[len(p)-1]
}

// optional takes a field out of required: that of the entry that the path leads to, or
// that of the field.
func (a *applied) optional() bool {
	if n := len(a.path); n > 1 && a.path[n-2] == "required" {
		return a.drop()
	}
	object, name := a.parent()
	if object == nil {
		return false
	}
	before := list(object["required"])
	object["required"] = slices.DeleteFunc(slices.Clone(before), func(v any) bool { return v == name })
	if len(object["required"].([]any)) == 0 {
		delete(object, "required")
	}
	return len(before) > len(list(object["required"]))
}

func (a *applied) required() bool {
	object, name := a.parent()
	if object == nil {
		return false
	}
	object["required"] = append(list(object["required"]), name)
	return true
}

// rename gives a field another name, unless anything else in the CRD mentions it.
func (a *applied) rename(to string) bool {
	object, name := a.parent()
	properties, _ := object["properties"].(map[string]any)
	if properties[name] == nil || properties[to] != nil {
		return false
	}
	text, _ := json.Marshal(a.crd)
	if strings.Count(string(text), name) != strings.Count(string(text), `"`+name+`":`)+strings.Count(strings.Join(stringsOf(object["required"]), " "), name) {
		return false
	}
	properties[to] = properties[name]
	delete(properties, name)
	required := list(object["required"])
	for i := range required {
		if required[i] == name {
			required[i] = to
		}
	}
	if len(required) > 0 {
		object["required"] = required
	}
	return true
}

func stringsOf(v any) (all []string) {
	for _, e := range list(v) {
		s, _ := e.(string)
		all = append(all, s)
	}
	return all
}
