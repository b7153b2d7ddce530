package ownership

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Locate returns the path in an object that the server prints as .spec.ports[name="http"].port; nil if the object does
// not have it.
func Locate(object any, printed string) *finding.Path {
	at, ok := locate(nil, object, printed)
	if !ok {
		return nil
	}
	return at
}

func locate(at *finding.Path, value any, rest string) (*finding.Path, bool) {
	switch {
	case rest == "":
		return at, true
	case rest[0] == '.':
		fields, _ := value.(map[string]any)
		// Names may contain dots: try the longest one first.
		for end := len(rest); end > 0; end = strings.LastIndexAny(rest[:end], ".[") {
			item, ok := fields[rest[1:end]]
			if !ok {
				continue
			}
			if found, ok := locate(at.Child(rest[1:end]), item, rest[end:]); ok {
				return found, true
			}
		}
	case rest[0] == '[':
		list, _ := value.([]any)
		inside, more, ok := bracket(rest)
		if !ok {
			return nil, false
		}
		// An item without some of the keys is printed like an item with their defaults.
		for _, i := range itemsOf(list, inside) {
			if found, ok := locate(at.Index(i), list[i], more); ok {
				return found, true
			}
		}
	}
	return nil, false
}

// itemsOf returns the indices of the items that the server prints as their index, as their value ("=VALUE"), or as
// their keys ("a=VALUE,b=VALUE").
func itemsOf(list []any, inside string) (indices []int) {
	if n, err := strconv.Atoi(inside); err == nil {
		if n >= 0 && n < len(list) {
			indices = append(indices, n)
		}
		return indices
	}
	value, isValue := strings.CutPrefix(inside, "=")
	keys := map[string]string{}
	for rest := inside; rest != "" && !isValue; {
		name, after, ok := strings.Cut(rest, "=")
		if !ok {
			return nil
		}
		keys[name] = quotedOrBare(after)
		rest = strings.TrimPrefix(after[len(keys[name]):], ",")
	}
	for i, item := range list {
		fields, isMap := item.(map[string]any)
		if isValue && printed(item) == value || !isValue && isMap && hasKeys(fields, keys) {
			indices = append(indices, i)
		}
	}
	return indices
}

// hasKeys reports whether the server may print an item with the given keys. A key that the item lacks may have its
// default.
func hasKeys(item map[string]any, keys map[string]string) bool {
	for name, value := range keys {
		if field, has := item[name]; has && printed(field) != value {
			return false
		}
	}
	return true
}

// bracket splits "[inside]more", where inside may contain quoted brackets.
func bracket(s string) (inside, more string, ok bool) {
	quoted := false
	for i := 1; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case !quoted && s[i] == ']':
			return s[1:i], s[i+1:], true
		}
	}
	return "", "", false
}

func quotedOrBare(s string) string {
	if s == "" || s[0] != '"' {
		text, _, _ := strings.Cut(s, ",")
		return text
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return s[:i+1]
		}
	}
	return s
}

func printed(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}
