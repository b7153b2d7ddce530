package openapiv2_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// What the recorded v2 definition lacks of the recorded v3 schema is what
// ExplainLoss says, no more and no less.
func TestLossesAreWhatIsMissing(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/openapi/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			a := golden.Parse(text)
			want := map[string]bool{}
			var v2 struct{ Definitions map[string]any }
			read(t, a, "v2.json", &v2)
			for _, f := range a.Files {
				if !strings.HasPrefix(f.Name, "v3/") {
					continue
				}
				var v3 struct {
					Components struct{ Schemas map[string]any }
				}
				read(t, a, f.Name, &v3)
				for model, s := range v3.Components.Schemas {
					missing(s.(map[string]any), v2.Definitions[model].(map[string]any), model, want)
				}
			}
			losses, err := openapiv2.ExplainLoss(crds(a), kube.Latest)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			for _, l := range losses {
				parts := strings.Split(l.Group, ".")
				slices.Reverse(parts)
				model := strings.Join(parts, ".") + "." + l.Version + "." + l.Kind
				if l.Field != "" {
					model += "." + l.Field
				}
				got[model+": "+l.Keyword] = true
			}
			if !maps.Equal(want, got) {
				t.Errorf("missing\n%s\nexplained\n%s", lines(want), lines(got))
			}
		})
	}
}

func read(t *testing.T, a *golden.Archive, name string, to any) {
	t.Helper()
	text, _ := a.Get(name)
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(name, err)
	}
}

func lines(set map[string]bool) string {
	return strings.Join(slices.Sorted(maps.Keys(set)), "\n")
}

// missing notes the keywords of v3 that v2 lacks or has less of.
func missing(v3, v2 map[string]any, at string, found map[string]bool) {
	for keyword, value := range v3 {
		other, ok := v2[keyword]
		switch {
		case keyword == "allOf" && v2["$ref"] != nil:
			// A described reference.
		case !ok:
			found[at+": "+keyword] = true
		case keyword == "required" && len(value.([]any)) != len(other.([]any)):
			found[at+": "+keyword] = true
		case keyword == "properties":
			for name, p := range value.(map[string]any) {
				q, ok := other.(map[string]any)[name].(map[string]any)
				if !ok {
					found[at+": "+keyword] = true
					continue
				}
				missing(p.(map[string]any), q, at+"."+name, found)
			}
		case keyword == "items":
			missing(value.(map[string]any), other.(map[string]any), at+"[*]", found)
		case keyword == "additionalProperties":
			if s, ok := value.(map[string]any); ok {
				missing(s, other.(map[string]any), at+".*", found)
			}
		}
	}
}
