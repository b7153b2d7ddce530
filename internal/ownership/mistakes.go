package ownership

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/crdtool/crdtool/finding"
)

// undeclared is what the server says of a field that a schema lacks. It looks through the
// fields of an object in random order, and not further than to the first of those.
const undeclared = "field not declared in schema"

// steady says where an object does not match the types, the same in each run: of the fields
// that a schema lacks in one object, it names the first.
type steady struct {
	inOrder
	// known, unless nil, are the mistakes of an object that are known already.
	known func(object map[string]any) typed.ValidationErrors
}

// sorting is the converter that sorts large lists; unequal has it that no object equals
// another.
func (s steady) sorting(unequal bool) steady {
	s.lists, s.unequal = true, unequal
	return s
}

// ObjectToTyped implements managedfields.TypeConverter.
func (s steady) ObjectToTyped(object runtime.Object, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	u, isUnstructured := object.(*unstructured.Unstructured)
	var all typed.ValidationErrors
	if isUnstructured && s.known != nil {
		all = s.known(u.Object)
	}
	if isUnstructured && len(all) == 0 {
		all, _ = s.faults(u.Object, options...)
	}
	if len(all) == 0 {
		value, err := s.inOrder.ObjectToTyped(object, options...)
		var found typed.ValidationErrors
		if !isUnstructured || !errors.As(err, &found) {
			return value, err
		}
		all = s.mistakes(u.Object, options...)
	}
	var list typed.ValidationErrors
	in := map[string]bool{}
	for _, e := range all {
		if e.ErrorMessage == undeclared {
			up := e.Path[:max(strings.LastIndexByte(e.Path, '.'), 0)]
			if in[up] {
				continue
			}
			in[up] = true
		}
		list = append(list, e)
	}
	return nil, list
}

// mistakes are all errors by which an object does not match the types, by their paths.
func (s steady) mistakes(object map[string]any, options ...typed.ValidationOptions) typed.ValidationErrors {
	if all, ok := s.faults(object, options...); ok {
		return all
	}
	object = runtime.DeepCopyJSON(object)
	var all typed.ValidationErrors
	places := PlacesIn(object)
	for {
		_, err := s.inOrder.ObjectToTyped(&unstructured.Unstructured{Object: object}, options...)
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
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ErrorMessage, b.ErrorMessage))
	})
}

// faults are the mistakes of a large object, without the library. ok is false if it is small,
// or only the library can say what they are.
func (s steady) faults(object map[string]any, options ...typed.ValidationOptions) (all typed.ValidationErrors, ok bool) {
	if !s.large(object) {
		return nil, false
	}
	of, err := s.typeOf(&unstructured.Unstructured{Object: object})
	if err != nil {
		return nil, false
	}
	w := faults{schema: of.Schema(), twice: slices.Contains(options, typed.AllowDuplicates)}
	if !w.walk(of.TypeRef(), object) {
		return nil, false
	}
	sortErrors(w.found)
	return w.found, true
}

// large reports whether an object has a map or a list of many.
func (s steady) large(object map[string]any) bool {
	order, lists := keyOrder{many: s.many}, largeLists{many: s.many}
	return order.isLarge(object) || lists.any(object)
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
