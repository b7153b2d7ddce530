package ownership

import (
	"fmt"
	"strconv"

	"sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

// faults finds where a value does not match its type, with the messages of the library (Validate
// of typed.TypedValue). The library ends at the first field that a schema lacks; faults finds all.
type faults struct {
	schema *schema.Schema
	// twice allows lists to have items twice.
	twice bool
	at    []step
	path  []byte // of the last error
	found typed.ValidationErrors
}

// step leads from a value to one in it: to a field, or to an item of a list.
type step struct {
	field string
	list  *schema.List
	index int
	item  any
}

// add notes an error at the place where the walk is.
func (w *faults) add(format string, args ...any) {
	path := w.path[:0]
	for _, s := range w.at {
		switch {
		case s.list == nil:
			path = append(append(path, '.'), s.field...)
		case s.list.ElementRelationship != schema.Associative:
			path = append(strconv.AppendInt(append(path, '['), int64(s.index), 10), ']')
		default:
			path = append(path, w.printed(s.list, s.item)...)
		}
	}
	w.path = path
	w.found = append(w.found, typed.ValidationError{Path: string(path), ErrorMessage: fmt.Sprintf(format, args...)})
}

// printed returns an item as the library prints it.
func (w *faults) printed(of *schema.List, item any) string {
	at, _ := pathElement(w.schema, of, item)
	return at.String()
}

// walk finds the faults of a value. ok is false if only the library can say what they are.
func (w *faults) walk(of schema.TypeRef, v any) (ok bool) {
	atom, ok := w.schema.Resolve(of)
	if !ok {
		return false
	}
	switch v := v.(type) {
	case nil:
	case map[string]any:
		if atom.Map != nil {
			return w.fields(atom.Map, v)
		}
	case []any:
		if atom.List != nil {
			return w.items(atom.List, v)
		}
	case string, bool, int64, float64:
		if atom.Scalar != nil {
			return w.scalar(*atom.Scalar, v)
		}
	default:
		return false
	}
	switch {
	case atom.Map != nil:
		if v != nil {
			w.add("expected map, got %v", value.NewValueInterface(v))
		}
	case atom.Scalar != nil:
		return w.scalar(*atom.Scalar, v)
	case atom.List != nil:
		if v != nil {
			w.add("expected list, got %v", value.NewValueInterface(v))
		}
	default:
		return false
	}
	return true
}

func (w *faults) scalar(of schema.Scalar, v any) bool {
	if v == nil || isScalar(of, v) {
		return true
	}
	switch of {
	case schema.Numeric:
		w.add("expected numeric (int or float), got %T", v)
	case schema.String:
		w.add("expected string, got %#v", value.NewValueInterface(v))
	case schema.Boolean:
		w.add("expected boolean, got %v", value.NewValueInterface(v))
	case schema.Untyped:
		w.add("expected any scalar, got %v", value.NewValueInterface(v))
	default:
		return false
	}
	return true
}

func (w *faults) fields(of *schema.Map, m map[string]any) bool {
	for name, v := range m {
		t, declared := fieldOf(of, name)
		w.at = append(w.at, step{field: name})
		if !declared && t == (schema.TypeRef{}) {
			w.add(undeclared)
		} else if !w.walk(t, v) {
			return false
		}
		w.at = w.at[:len(w.at)-1]
	}
	return true
}

func (w *faults) items(of *schema.List, list []any) bool {
	var seen map[string]struct{}
	var texts elementTexts
	if of.ElementRelationship == schema.Associative {
		var ok bool
		if texts, ok = elementsIn(w.schema, of); !ok {
			return false
		}
		seen = make(map[string]struct{}, len(list))
	}
	for i, item := range list {
		if seen != nil {
			text, ok := texts.of(item)
			if !ok {
				return false
			}
			if _, twice := seen[text]; twice && !w.twice {
				w.add("duplicate entries for key %v", w.printed(of, item))
			}
			seen[text] = struct{}{}
		}
		w.at = append(w.at, step{list: of, index: i, item: item})
		if !w.walk(of.ElementType, item) {
			return false
		}
		w.at = w.at[:len(w.at)-1]
	}
	return true
}
