package ownership

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/crdtool/crdtool/finding"
)

// undeclared is what the server says of a field that a schema lacks. It looks through the
// fields of an object in random order, and not further than to the first of those.
const undeclared = "field not declared in schema"

// mistakes are all errors by which an object has not the types of the CRD, by their paths.
func (m *Manager) mistakes(object map[string]any) typed.ValidationErrors {
	converter, err := m.types.converter()
	if err != nil {
		return nil
	}
	object = runtime.DeepCopyJSON(object)
	var all typed.ValidationErrors
	for {
		_, err := converter.ObjectToTyped(&unstructured.Unstructured{Object: object})
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
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ErrorMessage, b.ErrorMessage))
	})
	return all
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

// steady words an error that an apply was refused with the same in each run: of the fields
// of an object that its schema lacks it names the first.
func (m *Manager) steady(err error, applied map[string]any) error {
	var status *apierrors.StatusError
	head, _, ok := strings.Cut(err.Error(), "): ")
	if errors.As(err, &status) || !ok || !strings.HasPrefix(head, "failed to create typed patch object") {
		return err
	}
	var list typed.ValidationErrors
	in := map[string]bool{}
	for _, e := range m.mistakes(applied) {
		if e.ErrorMessage == undeclared {
			up := e.Path[:max(strings.LastIndexByte(e.Path, '.'), 0)]
			if in[up] {
				continue
			}
			in[up] = true
		}
		list = append(list, e)
	}
	if len(list) == 0 {
		return err
	}
	return errors.New(head + "): " + list.Error())
}
