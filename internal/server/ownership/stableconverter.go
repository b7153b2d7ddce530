package ownership

import (
	"errors"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/crdtool/crdtool/finding"
)

// undeclared is what the server says of a field that a schema lacks. It looks through the
// fields of an object in random order, and not further than to the first of those.
const undeclared = "field not declared in schema"

// stableConverter is the server's converter with the same errors in each run: of the fields that a
// schema lacks in one object, it reports the first.
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

// typeOf returns an object of the same type that has no other fields.
func (s stableConverter) typeOf(u *unstructured.Unstructured) (*typed.TypedValue, error) {
	small := &unstructured.Unstructured{Object: map[string]any{"apiVersion": u.Object["apiVersion"], "kind": u.Object["kind"]}}
	return s.TypeConverter.ObjectToTyped(small, typed.AllowDuplicates)
}

// reported returns the mistakes that an error reports: of the fields that a schema lacks in one
// object, only the first.
func reported(all typed.ValidationErrors) typed.ValidationErrors {
	in := map[string]bool{}
	again := func(e typed.ValidationError) bool {
		if e.ErrorMessage != undeclared {
			return false
		}
		up := e.Path[:max(strings.LastIndexByte(e.Path, '.'), 0)]
		known := in[up]
		in[up] = true
		return known
	}
	if !slices.ContainsFunc(all, again) {
		return all
	}
	clear(in)
	return slices.DeleteFunc(slices.Clone(all), again)
}

// mistakes are all errors by which an object does not match the types, by their paths.
func (s stableConverter) mistakes(object map[string]any, options ...typed.ValidationOptions) typed.ValidationErrors {
	if all, ok := s.faults(object, options...); ok {
		return all
	}
	return s.searched(object, options...)
}

// searched are the mistakes that the library finds, which ends at a field that is not
// declared: those are taken out until there is none.
func (s stableConverter) searched(object map[string]any, options ...typed.ValidationOptions) typed.ValidationErrors {
	object = runtime.DeepCopyJSON(object)
	var all typed.ValidationErrors
	places := PlacesIn(object)
	for {
		_, err := s.TypeConverter.ObjectToTyped(&unstructured.Unstructured{Object: object}, options...)
		var found typed.ValidationErrors
		errors.As(err, &found)
		removed := len(all)
		for _, e := range found {
			if e.ErrorMessage == undeclared && remove(object, places.Locate(e.Path)) {
				all = append(all, e)
			}
		}
		if len(all) == removed {
			all = append(all, found...)
			break
		}
	}
	sortErrors(all)
	return all
}

func sortErrors(all typed.ValidationErrors) {
	slices.SortFunc(all, func(a, b typed.ValidationError) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c // most have a place of their own
		}
		return strings.Compare(a.ErrorMessage, b.ErrorMessage)
	})
}

// faults are the mistakes of an object, without the library. ok is false if only the library
// can say what they are.
func (s stableConverter) faults(object map[string]any, options ...typed.ValidationOptions) (all typed.ValidationErrors, ok bool) {
	of, err := s.typeOf(&unstructured.Unstructured{Object: object})
	if err != nil {
		return nil, false
	}
	return faultsOf(of.Schema(), of.TypeRef(), object, slices.Contains(options, typed.AllowDuplicates))
}

// faultsOf are the faults of a value in their order; twice allows lists to have items twice.
func faultsOf(types *schema.Schema, of schema.TypeRef, v any, twice bool) (all typed.ValidationErrors, ok bool) {
	w := faults{schema: types, twice: twice}
	if !w.walk(of, v) {
		return nil, false
	}
	sortErrors(w.found)
	return w.found, true
}

// remove takes a field out of an object.
func remove(object map[string]any, at *finding.Path) bool {
	way := at.Segments()
	if len(way) == 0 {
		return false
	}
	var in any = object
	for _, s := range way[:len(way)-1] {
		switch v := in.(type) {
		case map[string]any:
			in = v[s.Name]
		case []any:
			in = v[s.Index]
		}
	}
	fields, ok := in.(map[string]any)
	last := way[len(way)-1].Name
	if _, found := fields[last]; !ok || !found {
		return false
	}
	delete(fields, last)
	return true
}
