package validate

import (
	"testing"

	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
)

// TestTypeOnce: a type that stands twice is said once, and a field that is named like one stays.
func TestTypeOnce(t *testing.T) {
	for _, c := range []struct{ name, typ, want string }{
		{"a", "integer,integer", "integer"}, {"a", "number,number", "number"},
		{"integer,integer", "boolean", "boolean"}, {"number,number", "string", "string"},
	} {
		got := typeOnce(openapierrors.InvalidType(c.name, "body", c.typ, "object"))
		if want := openapierrors.InvalidType(c.name, "body", c.want, "object"); got.Error() != want.Error() {
			t.Errorf("got %q, want %q", got.Error(), want.Error())
		}
	}
}
