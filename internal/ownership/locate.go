package ownership

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
)

// Flaw is what the types do not take of an object that is applied.
type Flaw struct {
	// At is the place in the object; nil if it can't be told.
	At *finding.Path
	// Printed is the place as the server prints it.
	Printed string
	Detail  string
	// Typed is what Detail tells.
	Typed code.Typed
}

// Flaws are those of an object that is applied: fields that are not declared, values of
// another type, items that a list has twice.
func (m *Manager) Flaws(applied map[string]any) []Flaw {
	var list []Flaw
	converter, err := m.types.converter()
	if err != nil {
		return nil
	}
	for _, e := range converter.mistakes(applied) {
		f := Flaw{At: Locate(applied, e.Path), Printed: e.Path, Detail: e.ErrorMessage, Typed: code.ReadTyped(e.ErrorMessage)}
		if f.At != nil && f.Typed.Twice != "" {
			f.Typed.Item = lastItem(At(applied, f.At), f.Typed.Twice)
		}
		if f.At != nil && f.Typed.Item >= 0 {
			f.At = f.At.Index(f.Typed.Item)
		}
		list = append(list, f)
	}
	return list
}

// Owners are the entries of an object's managedFields that own the field at a path, which
// is printed as the server does.
func Owners(live map[string]any, printed string) []metav1.ManagedFieldsEntry {
	var owners []metav1.ManagedFieldsEntry
	for _, e := range (&unstructured.Unstructured{Object: live}).GetManagedFields() {
		set := fieldpath.NewSet()
		if e.FieldsV1 == nil || set.FromJSON(e.FieldsV1.GetRawReader()) != nil {
			continue
		}
		found := false
		set.Iterate(func(p fieldpath.Path) { found = found || p.String() == printed })
		if found {
			owners = append(owners, e)
		}
	}
	return owners
}

// Locate finds the place in an object that the server prints as
// .spec.ports[name="http"].port; nil if it is not there.
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
		names := make([]string, 0, len(fields))
		for name := range fields {
			if more, ok := strings.CutPrefix(rest[1:], name); ok && (more == "" || more[0] == '.' || more[0] == '[') {
				names = append(names, name)
			}
		}
		// Names may hold dots: the longest that leads on is meant.
		slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
		for _, name := range names {
			if p, ok := locate(at.Child(name), fields[name], rest[1+len(name):]); ok {
				return p, true
			}
		}
	case rest[0] == '[':
		items, _ := value.([]any)
		inside, more, ok := bracket(rest)
		if !ok {
			return nil, false
		}
		for i, item := range items {
			if isItem(item, i, inside) {
				return locate(at.Index(i), item, more)
			}
		}
	}
	return nil, false
}

// bracket splits "[inside]more", where inside may have quoted brackets.
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

// isItem reports whether an item of a list is the one that is printed as its index, as
// its value ("=VALUE"), or as its keys ("a=VALUE,b=VALUE").
func isItem(item any, i int, inside string) bool {
	if n, err := strconv.Atoi(inside); err == nil {
		return n == i
	}
	if text, ok := strings.CutPrefix(inside, "="); ok {
		return printed(item) == text
	}
	fields, ok := item.(map[string]any)
	if !ok {
		return false
	}
	for inside != "" {
		key, rest, ok := strings.Cut(inside, "=")
		if !ok {
			return false
		}
		value, found := fields[key]
		text := printed(value)
		// A key that is missing has its default, which the object need not say.
		if found && !strings.HasPrefix(rest, text) {
			return false
		}
		if !found {
			text = quotedOrBare(rest)
		}
		inside = strings.TrimPrefix(rest[len(text):], ",")
	}
	return true
}

// lastItem is the index of the last item that is printed as "[a=VALUE]"; -1 if there is none.
func lastItem(list any, printed string) int {
	items, _ := list.([]any)
	inside, _, ok := bracket(printed)
	for i := len(items) - 1; ok && i >= 0; i-- {
		if isItem(items[i], i, inside) {
			return i
		}
	}
	return -1
}

// At is the value at a place of an object; nil if there is none.
func At(object any, at *finding.Path) any {
	for _, s := range at.Segments() {
		switch v := object.(type) {
		case map[string]any:
			object = v[s.Name]
		case []any:
			if !s.IsIndex || s.Index < 0 || s.Index >= len(v) {
				return nil
			}
			object = v[s.Index]
		default:
			return nil
		}
	}
	return object
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
