package validate_test

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
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
		ofKey        bool
	}{
		{"a field", field.Invalid(field.NewPath("metadata", "name"), "x", ""), "x.metadata.name", "x.metadata.name", false},
		{"one of an item", field.Required(field.NewPath("metadata", "ownerReferences").Index(12).Child("kind"), ""),
			"x.metadata.ownerReferences[12].kind", "x.metadata.ownerReferences[12].kind", false},
		{"what is in brackets and no number", field.Required(field.NewPath("metadata").Key("a"), ""), "x.metadata", "x.metadata", false},
		{"a label", field.Invalid(field.NewPath("metadata", "labels"), "a b", ""), "x.metadata.labels", "x.metadata.labels.a b", true},
		{"the value of a label", field.Invalid(field.NewPath("metadata", "labels"), "e f", "").WithOrigin("format=k8s-label-value"), "x.metadata.labels", "x.metadata.labels.d", false},
		{"a value that no label has", field.Invalid(field.NewPath("metadata", "labels"), "g", "").WithOrigin("format=k8s-label-value"), "x.metadata.labels", "x.metadata.labels", false},
		{"an annotation", field.Invalid(field.NewPath("metadata", "annotations"), "a b", ""), "x.metadata.annotations", "x.metadata.annotations.a b", true},
		{"annotations that are too long", field.TooLong(field.NewPath("metadata", "annotations"), "", 3), "x.metadata.annotations", "x.metadata.annotations", false},
		{"a finalizer", field.Invalid(field.NewPath("metadata", "finalizers"), "a b", ""), "x.metadata.finalizers", "x.metadata.finalizers", false},
		{"no text", field.Invalid(field.NewPath("metadata", "labels"), 3, ""), "x.metadata.labels", "x.metadata.labels", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := validate.MetaPath(finding.Root("x"), test.err, validate.KeysByValue(map[string]string{"k": "e f", "d": "e f", "a b": "c"}))
			if p.Server() != test.server || p.File() != test.file || p.OfKey() != test.ofKey {
				t.Errorf("got %s, in the file %s, of the key: %v", p.Server(), p.File(), p.OfKey())
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
