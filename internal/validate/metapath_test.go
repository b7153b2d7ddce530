package validate_test

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/validate"
)

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

// TestMetaPath has errors on metadata, where the server says that they are, and
// where they are in the file.
func TestMetaPath(t *testing.T) {
	for _, test := range []struct {
		name         string
		err          *field.Error
		server, file string
	}{
		{"a field", field.Invalid(field.NewPath("metadata", "name"), "x", ""), "x.metadata.name", "x.metadata.name"},
		{"one of an item", field.Required(field.NewPath("metadata", "ownerReferences").Index(12).Child("kind"), ""),
			"x.metadata.ownerReferences[12].kind", "x.metadata.ownerReferences[12].kind"},
		{"what is in brackets and no number", field.Required(field.NewPath("metadata").Key("a"), ""), "x.metadata", "x.metadata"},
		{"a label", field.Invalid(field.NewPath("metadata", "labels"), "a b", ""), "x.metadata.labels", "x.metadata.labels.a b"},
		{"an annotation", field.Invalid(field.NewPath("metadata", "annotations"), "a b", ""), "x.metadata.annotations", "x.metadata.annotations.a b"},
		{"annotations that are too long", field.TooLong(field.NewPath("metadata", "annotations"), "", 3), "x.metadata.annotations", "x.metadata.annotations"},
		{"a finalizer", field.Invalid(field.NewPath("metadata", "finalizers"), "a b", ""), "x.metadata.finalizers", "x.metadata.finalizers"},
		{"no text", field.Invalid(field.NewPath("metadata", "labels"), 3, ""), "x.metadata.labels", "x.metadata.labels"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := validate.MetaPath(finding.Root("x"), test.err)
			if p.Server() != test.server || p.File() != test.file {
				t.Errorf("got %s, in the file %s", p.Server(), p.File())
			}
		})
	}
}

// Labels are in the order of a map, finalizers in that of a list.
func TestSortMeta(t *testing.T) {
	path := field.NewPath("metadata")
	errs := field.ErrorList{
		field.Invalid(path.Child("labels"), "b", "y"), field.Invalid(path.Child("labels"), "b", "x"), field.Invalid(path.Child("labels"), "a", "z"),
		field.Invalid(path.Child("finalizers"), "d", ""), field.Invalid(path.Child("finalizers"), "c", ""),
		field.Invalid(path.Child("annotations"), "f", ""), field.Invalid(path.Child("annotations"), "e", ""),
	}
	validate.SortMeta(errs)
	got := ""
	for _, e := range errs {
		got += e.BadValue.(string) + e.Detail
	}
	if want := "azbxbydcef"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
