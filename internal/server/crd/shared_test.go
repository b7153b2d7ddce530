package crd

import (
	"testing"

	"github.com/crdtool/crdtool/schema"
)

// TestShared has versions that agree on everything but one thing, in the last or
// only in the one in the middle.
func TestShared(t *testing.T) {
	text := func(s string) *string { return &s }
	scale := func(s Scale) *Subresources { return &Subresources{Scale: &s} }
	all := Shared{true, true, true, true}
	for name, test := range map[string]struct {
		a, b Version
		want Shared
	}{
		"nothing":           {Version{}, Version{}, all},
		"equal schemas":     {Version{Schema: &Validation{&schema.Schema{Type: "object"}}}, Version{Schema: &Validation{&schema.Schema{Type: "object"}}}, all},
		"schemas":           {Version{Schema: &Validation{&schema.Schema{Type: "object"}}}, Version{Schema: &Validation{&schema.Schema{}}}, Shared{false, true, true, true}},
		"a schema":          {Version{Schema: &Validation{}}, Version{}, Shared{false, true, true, true}},
		"equal columns":     {Version{AdditionalPrinterColumns: []PrinterColumn{{Name: "a"}}}, Version{AdditionalPrinterColumns: []PrinterColumn{{Name: "a"}}}, all},
		"columns":           {Version{AdditionalPrinterColumns: []PrinterColumn{{Name: "a"}}}, Version{}, Shared{true, true, false, true}},
		"selectable fields": {Version{SelectableFields: []SelectableField{{}}}, Version{}, Shared{true, true, true, false}},
		"no subresources":   {Version{Subresources: &Subresources{}}, Version{}, Shared{true, false, true, true}},
		"status":            {Version{Subresources: &Subresources{Status: &struct{}{}}}, Version{Subresources: &Subresources{}}, Shared{true, false, true, true}},
		"equal status":      {Version{Subresources: &Subresources{Status: &struct{}{}}}, Version{Subresources: &Subresources{Status: &struct{}{}}}, all},
		"scale":             {Version{Subresources: scale(Scale{})}, Version{Subresources: &Subresources{}}, Shared{true, false, true, true}},
		"equal scales":      {Version{Subresources: scale(Scale{"a", "b", text("c")})}, Version{Subresources: scale(Scale{"a", "b", text("c")})}, all},
		"path of spec":      {Version{Subresources: scale(Scale{"a", "b", text("c")})}, Version{Subresources: scale(Scale{"x", "b", text("c")})}, Shared{true, false, true, true}},
		"path of status":    {Version{Subresources: scale(Scale{"a", "b", text("c")})}, Version{Subresources: scale(Scale{"a", "x", text("c")})}, Shared{true, false, true, true}},
		"path of selector":  {Version{Subresources: scale(Scale{"a", "b", text("c")})}, Version{Subresources: scale(Scale{"a", "b", text("x")})}, Shared{true, false, true, true}},
		"no selector":       {Version{Subresources: scale(Scale{"a", "b", text("c")})}, Version{Subresources: scale(Scale{"a", "b", nil})}, Shared{true, false, true, true}},
	} {
		for _, versions := range [][]Version{{test.a, test.b}, {test.b, test.a}, {test.a, test.b, test.a}, {test.b, test.b, test.a}} {
			if got := shared(versions); got != test.want {
				t.Errorf("%s: got %+v, want %+v", name, got, test.want)
			}
		}
		if got := shared([]Version{test.a}); got != all {
			t.Errorf("%s: a version does not share everything with itself: %+v", name, got)
		}
	}
	if got := shared(nil); got != (Shared{}) {
		t.Errorf("no versions share %+v", got)
	}
}
