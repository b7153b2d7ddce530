package ownership

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// undeclared is the server's message about a field that a schema does not declare. The server visits the fields of an
// object in random order, and stops at the first undeclared one.
const undeclared = "field not declared in schema"

// stableConverter is the server's converter with the same errors in each run: of the undeclared fields of one object,
// it reports the first.
type stableConverter struct{ managedfields.TypeConverter }

// ObjectToTyped implements managedfields.TypeConverter.
func (s stableConverter) ObjectToTyped(object runtime.Object, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	value, err := s.TypeConverter.ObjectToTyped(object, options...)
	var found typed.ValidationErrors
	if u, ok := object.(*unstructured.Unstructured); ok && errors.As(err, &found) {
		return nil, reported(s.mistakes(u.Object, options...))
	}
	return value, err
}

// reported returns the errors that the server reports: of the undeclared fields of one object, only the first.
func reported(all typed.ValidationErrors) typed.ValidationErrors {
	reported := map[string]bool{}
	return slices.DeleteFunc(all, func(e typed.ValidationError) bool {
		if e.ErrorMessage != undeclared {
			return false
		}
		object := e.Path[:max(strings.LastIndexByte(e.Path, '.'), 0)]
		again := reported[object]
		reported[object] = true
		return again
	})
}

// mistakes returns all errors about an object and its type, sorted by path. The library stops at the first undeclared
// field, so that field is removed and the rest checked again.
func (s stableConverter) mistakes(object map[string]any, options ...typed.ValidationOptions) typed.ValidationErrors {
	object = runtime.DeepCopyJSON(object)
	var all typed.ValidationErrors
	for {
		_, err := s.TypeConverter.ObjectToTyped(&unstructured.Unstructured{Object: object}, options...)
		var found typed.ValidationErrors
		errors.As(err, &found)
		removed := len(all)
		for _, e := range found {
			if e.ErrorMessage == undeclared && remove(object, Locate(object, e.Path)) {
				all = append(all, e)
			}
		}
		if len(all) == removed {
			all = append(all, found...)
			break
		}
	}
	slices.SortFunc(all, func(a, b typed.ValidationError) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.ErrorMessage, b.ErrorMessage))
	})
	return all
}

// remove deletes a field of an object, and reports whether the object had it.
func remove(object map[string]any, at *finding.Path) bool {
	if at == nil {
		return false
	}
	segments := at.Segments()
	name := segments[len(segments)-1].Name
	parent, _ := jsonvalue.At(object, at.Parent().Segments())
	fields, _ := parent.(map[string]any)
	_, found := fields[name]
	delete(fields, name)
	return found
}
