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

	"github.com/crdtool/crdtool/internal/code"
)

// ordered is a converter with the same errors every time. The library goes through objects
// in random order and stops in each at the first field that is not declared, so that a
// server gives one of several answers; this is the one that meets such fields first, and
// all others in the order of their names.
type ordered struct{ managedfields.TypeConverter }

func (o ordered) ObjectToTyped(obj runtime.Object, opts ...typed.ValidationOptions) (*typed.TypedValue, error) {
	t, err := o.TypeConverter.ObjectToTyped(obj, opts...)
	var errs typed.ValidationErrors
	u, ok := obj.(*unstructured.Unstructured)
	if ok && errors.As(err, &errs) {
		return t, first(u.Object, o.all(u, errs, opts))
	}
	return t, err
}

// all are the errors of an object, also those behind fields that are not declared.
func (o ordered) all(u *unstructured.Unstructured, errs typed.ValidationErrors, opts []typed.ValidationOptions) typed.ValidationErrors {
	rest := u.DeepCopy()
	all := slices.Clone(errs)
	for more := errs; ; {
		removed := false
		for _, e := range more {
			at := Locate(rest.Object, e.Path)
			if at == nil || !code.ReadTyped(e.ErrorMessage).Undeclared {
				continue
			}
			segments := at.Segments()
			if parent, ok := At(rest.Object, at.Parent()).(map[string]any); ok {
				delete(parent, segments[len(segments)-1].Name)
				removed = true
			}
		}
		if !removed {
			break
		}
		_, err := o.TypeConverter.ObjectToTyped(rest, opts...)
		more = nil
		if !errors.As(err, &more) {
			break
		}
		all = append(all, more...)
	}
	slices.SortFunc(all, func(a, b typed.ValidationError) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.ErrorMessage, b.ErrorMessage))
	})
	return slices.Compact(all)
}

// first are those of all errors that a server comes to which meets fields that are not
// declared first.
func first(object map[string]any, all typed.ValidationErrors) typed.ValidationErrors {
	stops := map[string]string{} // objects, and the field
	for _, e := range all {
		at := Locate(object, e.Path)
		if at == nil || !code.ReadTyped(e.ErrorMessage).Undeclared {
			continue
		}
		segments := at.Segments()
		parent := strings.TrimSuffix(e.Path, "."+segments[len(segments)-1].Name)
		if _, has := stops[parent]; !has {
			stops[parent] = e.Path
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(e typed.ValidationError) bool {
		for parent, at := range stops {
			below, ok := strings.CutPrefix(e.Path, parent)
			if ok && e.Path != at && below != "" && (below[0] == '.' || below[0] == '[') {
				return true
			}
		}
		return false
	})
}
