package behaviour_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
)

func TestKnownFormats(t *testing.T) {
	for _, test := range []struct {
		typ, format string
		want        bool
	}{
		{"", "date", true},
		{"string", "date-time", true},
		{"string", "datetime", true},
		{"string", "int32", false},
		{"string", "", false},
		{"", "no-such-format", false},
		{"integer", "int32", true},
		{"integer", "int64", true},
		{"integer", "double", false},
		{"number", "float", true},
		{"number", "double", true},
		{"number", "int64", false},
		{"boolean", "date", false},
		{"object", "int32", false},
		{"array", "float", false},
	} {
		if got := behaviour.Of(kube.Latest).Formats.Known(test.typ, test.format); got != test.want {
			t.Errorf("%q of the type %q: %t", test.format, test.typ, got)
		}
	}
}

// TestYoungFormats has the formats that some versions know and others do not.
func TestYoungFormats(t *testing.T) {
	for _, format := range []string{"k8s-short-name", "k8s-long-name"} {
		for _, known := range []bool{false, true} {
			if got := (behaviour.Formats{ShortAndLongNames: known}).Known("string", format); got != known {
				t.Errorf("%s is known: %t, want %t", format, got, known)
			}
		}
	}
}
