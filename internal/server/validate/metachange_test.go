package validate_test

import (
	"reflect"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestMetaOnce: of errors that the server prints alike the first is left.
func TestMetaOnce(t *testing.T) {
	a, b := field.NewPath("metadata", "a"), field.NewPath("metadata", "b")
	all := func() field.ErrorList {
		return field.ErrorList{
			field.Invalid(a, "", "d"), field.Required(a, "d"), field.Forbidden(a, "d"), field.Invalid(a, "", "d"), field.Required(a, "d"),
			field.Invalid(b, "", "d"), field.Invalid(a, "x", "d"), field.Invalid(a, "", "e"), field.Invalid(a, "x", "d"),
			field.Invalid(a, int64(1), "d"), field.Invalid(a, int64(2), "d"), field.Invalid(a, int64(1), "e"), field.Invalid(a, int64(1), "d"),
			field.NotSupported(a, "x", []string{"d"}), field.NotSupported(a, "x", []string{"e"}), field.NotSupported(a, "x", []string{"d"}),
		}
	}
	texts := func(list field.ErrorList) (texts []string) {
		for _, e := range list {
			texts = append(texts, e.Error())
		}
		return texts
	}
	every := texts(all())
	var want []string
	for _, text := range every {
		if !slices.Contains(want, text) {
			want = append(want, text)
		}
	}
	if got := texts(validate.MetaOnce(all(), behaviour.Checks{MetadataOnce: true})); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := texts(validate.MetaOnce(all(), behaviour.Checks{})); !slices.Equal(got, every) {
		t.Errorf("got %q, want all, %q", got, every)
	}
}

// TestMetaBefore: what older servers say otherwise is about owners and the operations of
// managedFields; all else is left as it is, and all on servers that say the same.
func TestMetaBefore(t *testing.T) {
	meta := finding.Root("spec", "metadata")
	for _, at := range []*finding.Path{
		meta.Child("managedFields").Index(0).Child("fieldsType"), meta.Child("managedFields").Index(0), meta.Child("managedFields"),
		meta.Child("finalizers").Index(0), meta.Child("finalizers").Index(0).Child("operation"), meta.Child("name"), finding.Root("kind"),
	} {
		f := finding.Invalid("", at, "x", "d")
		same := f
		if validate.MetaBefore(&f, behaviour.Checks{}); !reflect.DeepEqual(f, same) {
			t.Errorf("%s: %+v, want %+v", at.Server(), f, same)
		}
	}
	for _, at := range []*finding.Path{meta.Child("ownerReferences").Index(0).Child("kind"), meta.Child("managedFields").Index(0).Child("operation")} {
		f := finding.Required("", at, "d")
		same := f
		if validate.MetaBefore(&f, behaviour.Checks{OwnerReferencesByIndex: true}); !reflect.DeepEqual(f, same) {
			t.Errorf("%s: %+v, want %+v", at.Server(), f, same)
		}
		validate.MetaBefore(&f, behaviour.Checks{})
		if f.Type != field.ErrorTypeInvalid || f.Detail == "d" || f.Value != "" {
			t.Errorf("%s: %+v", at.Server(), f)
		}
	}
}
