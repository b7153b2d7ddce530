package openapi

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

const root = "../.."

// What crdtool embeds is made of what is recorded.
func TestReleasesAreThoseRecorded(t *testing.T) {
	recorded, err := readShared(root)
	if err != nil {
		t.Fatal(err)
	}
	want, err := releases(recorded)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(releasesFile(root))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("releases.json is not what the recorded answers make; run: make releases")
	}
}

// The differences lead from the schemas of the newest release to those of each, to the
// kinds that they stand for in v2, and to its documentation of parameters.
func TestReleasesLeadToTheRecordedSchemas(t *testing.T) {
	recorded, err := readShared(root)
	if err != nil {
		t.Fatal(err)
	}
	newest := recorded[0]
	for _, r := range recorded {
		b := behaviour.Of(kube.Version{Minor: r.minor})
		generated := resource.GeneratedOf(&b.OpenAPI)
		schemas, err := generic(newest.Schemas)
		if err != nil {
			t.Fatal(err)
		}
		generated.Patch(schemas)
		for _, d := range diff("", r.Schemas, schemas) {
			t.Errorf("1.%d: %s", r.minor, d)
		}
		testKinds2(t, r, newest, generated)
		for options, texts := range newest.Options {
			for name, text := range texts {
				want, there := r.Options[options][name]
				change, differs := generated.Options[options][name]
				switch {
				case !differs && (!there || want != text):
					t.Errorf("1.%d: %s %s: got that of the newest, want %q", r.minor, options, name, want)
				case differs && (change == nil) == there:
					t.Errorf("1.%d: %s %s: got %v, want %q", r.minor, options, name, change, want)
				case differs && there && *change != want:
					t.Errorf("1.%d: %s %s: got %q, want %q", r.minor, options, name, *change, want)
				}
			}
		}
	}
}

// The kinds of OpenAPI v2 are not always those of v3.
func testKinds2(t *testing.T, r, newest recordedShared, generated *resource.Generated) {
	definitions := document{}
	for name := range newest.Schemas {
		definitions[name] = document{}
		if list := newest.Kinds2[name]; list != nil {
			definitions[name] = document{kindExtension: slices.Clone(list)}
		}
	}
	generated.PatchV2(definitions)
	for name, d := range definitions {
		list, _ := d.(document)[kindExtension].([]any)
		got, want := document{name: list}, document{name: r.Kinds2[name]}
		if len(list)+len(r.Kinds2[name]) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("1.%d: v2: got %v, want %v", r.minor, got, want)
		}
	}
}
