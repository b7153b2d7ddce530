package crdedit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
)

var identifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-zA-Z]\w*$`) })

// rules edits the CEL rules of a place.
func (e *editor) rules(a *at) string {
	const k = "x-kubernetes-validations"
	if a.Nested {
		return ""
	}
	list, _ := a.s[k].([]any)
	list = runtime.DeepCopyJSONValue(slices.Clone(list)).([]any)
	if len(list) == 0 || e.Intn(4) == 0 {
		text := e.newRule(a.s)
		if text == "" {
			return ""
		}
		rule := Value{"rule": text}
		if strings.Contains(text, "oldSelf") && e.Intn(3) == 0 {
			rule["rule"], rule["optionalOldSelf"] = "oldSelf.hasValue() || "+pick(e.Rand, "true", "self == self", "false"), true
		}
		a.s[k] = append(list, rule)
		return "added"
	}
	i := e.Intn(len(list))
	rule := list[i].(Value)
	text := rule["rule"].(string)
	does := ""
	switch e.Intn(11) {
	case 0, 1:
		list = slices.Delete(list, i, i+1)
		if len(list) == 0 {
			return change(a.s, k, nil)
		}
		does = "removed"
	case 2:
		rule["rule"] = pick(e.Rand, "("+text+")", "!(!("+text+"))", text+" ", "("+text+") && true", "("+text+") || false", "true ? ("+text+") : false")
		does = "reworded"
	case 3:
		slices.Reverse(list)
		if len(list) > 1 {
			does = "in another order"
		}
	case 4:
		rule["rule"] = fmt.Sprintf("(%s) || (%s)", text, e.newRule(a.s))
		does = "guarded"
	case 5:
		rule["rule"] = fmt.Sprintf("(%s) && (%s)", text, e.newRule(a.s))
		does = "with more"
	case 6:
		rule["optionalOldSelf"] = rule["optionalOldSelf"] != true
		does = "optionalOldSelf toggled"
	case 7:
		rule["message"] = "another message"
		delete(rule, "messageExpression")
		does = "another message"
	case 8:
		rule["reason"] = pick(e.Rand, "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired")
		does = "another reason"
	case 9:
		if rest, found := strings.CutPrefix(text, "!"); found && !strings.ContainsAny(text, "&|") {
			rule["rule"] = rest
			does = "turned around"
			break
		}
		if left, right, found := strings.Cut(text, "||"); found {
			rule["rule"] = right + " || " + left
			does = "swapped"
		} else if left, right, found := strings.Cut(text, "&&"); found {
			rule["rule"] = right + " && " + left
			does = "swapped"
		}
	case 10:
		if left, _, found := strings.Cut(text, "||"); found {
			rule["rule"] = left
			does = "a part dropped"
		} else if left, _, found := strings.Cut(text, "&&"); found {
			rule["rule"] = left
			does = "a part dropped"
		}
	}
	if does != "" {
		a.s[k] = list
	}
	return does
}

// newRule is one that fits the type of a schema.
func (e *editor) newRule(s Value) string {
	properties, _ := s["properties"].(Value)
	var names []string
	for _, name := range sorted(properties) {
		if identifier().MatchString(name) {
			names = append(names, name)
		}
	}
	if s["nullable"] == true {
		return "true"
	}
	switch s["type"] {
	case "string":
		return pick(e.Rand, "self.size() < 5", "self != 'a'", "self == oldSelf", "self.startsWith('e')", "self.matches('^[a-z]+$')", "self in ['a', 'b', 'example']")
	case "integer":
		return pick(e.Rand, "self > 0", "self < 10", "self == oldSelf", "self >= oldSelf", "self % 2 == 0", "self != 1")
	case "number":
		return pick(e.Rand, "self > 0.5", "self == oldSelf")
	case "boolean":
		return pick(e.Rand, "self", "!self", "self == oldSelf")
	case "array":
		return pick(e.Rand, "self.size() < 2", "self.size() > 0", "self == oldSelf", "self.size() >= oldSelf.size()")
	case "object":
		if len(names) == 0 {
			return pick(e.Rand, "self.size() < 2", "self == oldSelf", "'a' in self")
		}
		a, b := pick(e.Rand, names...), pick(e.Rand, names...)
		return pick(e.Rand, "has(self."+a+")", "!has(self."+a+")", "!has(self."+a+") || has(self."+b+")", "has(self."+a+") != has(self."+b+")", "self == oldSelf",
			"has(oldSelf."+a+") == has(self."+a+")", "!has(self."+a+") || !has(oldSelf."+a+") || self."+a+" == oldSelf."+a)
	}
	return ""
}
