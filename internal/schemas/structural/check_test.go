package structural_test

import (
	"fmt"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// What has no structural form is one finding about the schema, wherever it stands. A
// reference that is empty is none.
func TestCheckSchema(t *testing.T) {
	text := func(s string) *string { return &s }
	const unconvertible = "[openAPIV3Schema: OpenAPIV3Schema '$ref' is not supported]"
	for name, test := range map[string]struct {
		schema *schema.Schema
		want   string
	}{
		"reference":         {&schema.Schema{Type: "object", Rare: &schema.Rare{Ref: text("#/a")}}, unconvertible},
		"reference further": {&schema.Schema{Type: "object", Not: &schema.Schema{Rare: &schema.Rare{Ref: text("#/a")}}}, unconvertible},
		"empty reference":   {&schema.Schema{Type: "object", Rare: &schema.Rare{Ref: text("")}}, "[]"},
		"no type":           {&schema.Schema{}, "[openAPIV3Schema.type: must not be empty at the root]"},
	} {
		got := []string{}
		for _, f := range structural.CheckSchema(test.schema) {
			message := f.Message
			if message == "" {
				message = f.Detail
			}
			got = append(got, f.Path.Server()+": "+message)
		}
		if fmt.Sprint(got) != test.want {
			t.Errorf("%s: %v, want %s", name, got, test.want)
		}
	}
	if found := structural.Check(schematree.New(nil, finding.Root("s")), behaviour.Checks{}); found != nil {
		t.Errorf("no schema: %v", found)
	}
}
