package describe

import (
	"testing"

	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/schema"
)

// TestCEL: a field has the same facts in an expression as in an object.
func TestCEL(t *testing.T) {
	most := int64(63)
	of := &schema.Schema{Type: "string", Description: "Name of the *target*.", MaxLength: &most, Pattern: "^a+$"}
	want := "**name** · `string`\n\nName of the \\*target\\*.\n\n- at `spec.name`\n- string, required\n- at most 63 characters\n- pattern: `^a+$`"
	if got := CEL(&celassist.Hover{Name: "name", Type: "string", Path: "spec.name", Schema: of, Required: true}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	want = "Name of the \\*target\\*.\n\n- string\n- at most 63 characters\n- pattern: `^a+$`"
	if got := CELItem(&celassist.Item{Label: "name", Schema: of}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
