package diffrun_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestRun compares folders: what is handed on are the CRDs by name, wherever they stand.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		name     string
		old, new map[string]string
		want     string
	}{
		{"one of two changes",
			map[string]string{"a.yaml": crdText("as", 9), "b.yaml": crdText("bs", 9)},
			map[string]string{"a.yaml": crdText("as", 5), "b.yaml": crdText("bs", 9)},
			"as.example.com major, bs.example.com none"},
		{"one is new and one is gone",
			map[string]string{"a.yaml": crdText("as", 9)},
			map[string]string{"b.yaml": crdText("bs", 9)},
			"as.example.com major, bs.example.com minor"},
		{"files of other names",
			map[string]string{"old-as.yaml": crdText("as", 9), "x/bs.yaml": crdText("bs", 9)},
			map[string]string{"all.yaml": crdText("as", 20) + "---\n" + crdText("bs", 5)},
			"as.example.com minor, bs.example.com major"},
		{"copies that change alike count once",
			map[string]string{"a.yaml": crdText("as", 9), "chart/crds/a.yaml": crdText("as", 9)},
			map[string]string{"a.yaml": crdText("as", 5), "chart/crds/a.yaml": crdText("as", 5)},
			"as.example.com major"},
		{"a copy that was left behind",
			map[string]string{"a.yaml": crdText("as", 9), "x/a.yaml": crdText("as", 9)},
			map[string]string{"a.yaml": crdText("as", 5), "x/a.yaml": crdText("as", 9)},
			"as.example.com major"},
		{"copies that change differently",
			map[string]string{"a.yaml": crdText("as", 9), "x/a.yaml": crdText("as", 9)},
			map[string]string{"a.yaml": crdText("as", 5), "x/a.yaml": crdText("as", 20)},
			"as.example.com major, as.example.com minor"},
		{"an old one of an API version that is gone",
			map[string]string{"a.yaml": strings.Replace(crdText("as", 9), "k8s.io/v1", "k8s.io/v1beta1", 1)},
			map[string]string{"a.yaml": crdText("as", 9)},
			"as.example.com minor"},
		{"several in a file, in another order",
			map[string]string{"all.yaml": crdText("as", 9) + "---\n" + crdText("bs", 9)},
			map[string]string{"all.yaml": crdText("bs", 9) + "---\n" + crdText("as", 5)},
			"bs.example.com none, as.example.com major"},
		{"copies of which one changes more",
			map[string]string{"a.yaml": crdText("as", 9), "x/a.yaml": crdText("as", 9), "y/a.yaml": crdText("as", 9)},
			map[string]string{"a.yaml": crdText("as", 5), "x/a.yaml": described(crdText("as", 5)), "y/a.yaml": described(crdText("as", 5))},
			"as.example.com major, as.example.com patch and 1 more"},
		{"copies of which one changes otherwise",
			map[string]string{"a.yaml": described(crdText("as", 9)), "x/a.yaml": crdText("as", 9)},
			map[string]string{"a.yaml": crdText("as", 9), "x/a.yaml": crdText("as", 5)},
			"as.example.com patch, as.example.com major"},
		{"a copy is gone",
			map[string]string{"a.yaml": crdText("as", 9), "chart/b.yaml": crdText("as", 9)},
			map[string]string{"a.yaml": crdText("as", 9)},
			"as.example.com none"},
		{"a copy more",
			map[string]string{"a.yaml": crdText("as", 9)},
			map[string]string{"a.yaml": crdText("as", 9), "chart/b.yaml": crdText("as", 5)},
			"as.example.com major"},
		{"a copy more, of the longer one",
			map[string]string{"x/a.yaml": crdText("as", 9), "y/a.yaml": crdText("as", 900_000)},
			map[string]string{"x/a.yaml": crdText("as", 9), "y/a.yaml": crdText("as", 900_000), "z/a.yaml": crdText("as", 800_000)},
			"as.example.com major"},
		{"a copy more, which says the same as another",
			map[string]string{"x/a.yaml": crdText("as", 9), "y/b.yaml": crdText("as", 5)},
			map[string]string{"x/a.yaml": crdText("as", 9), "y/b.yaml": crdText("as", 5), "z/a.yaml": "# of y\n" + crdText("as", 5)},
			"as.example.com none"},
		{"a release is gone",
			map[string]string{"a.yaml": crdText("as", 9), "releases/1.0/a.yaml": crdText("as", 5)},
			map[string]string{"a.yaml": crdText("as", 9)},
			"as.example.com none"},
		{"a release more",
			map[string]string{"a.yaml": crdText("as", 9)},
			map[string]string{"a.yaml": crdText("as", 9), "releases/1.0/b.yaml": crdText("as", 5)},
			"as.example.com none"},
		{"a release of both sides changes",
			map[string]string{"a.yaml": crdText("as", 9), "releases/1.0/b.yaml": crdText("as", 9)},
			map[string]string{"a.yaml": crdText("as", 9), "releases/1.0/b.yaml": crdText("as", 5)},
			"as.example.com major"},
		{"a release more where there is nothing else",
			map[string]string{"1.0/a.yaml": crdText("as", 9)},
			map[string]string{"1.0/a.yaml": crdText("as", 9), "1.1/a.yaml": crdText("as", 5)},
			"as.example.com major"},
		{"only a release is left",
			map[string]string{"a.yaml": crdText("as", 9), "releases/1.0/b.yaml": crdText("as", 9)},
			map[string]string{"releases/1.0/b.yaml": crdText("as", 9)},
			"as.example.com major"},
		{"the newest of the releases is gone",
			map[string]string{"1.0/a.yaml": crdText("as", 9), "1.1/b.yaml": crdText("as", 9)},
			map[string]string{"1.0/a.yaml": crdText("as", 9)},
			"as.example.com none"},
		{"files of one name, some more than before",
			map[string]string{"b/a.yaml": crdText("as", 9), "c/a.yaml": crdText("bs", 5)},
			map[string]string{"a/a.yaml": crdText("cs", 3), "b/a.yaml": crdText("as", 9), "c/a.yaml": crdText("bs", 5)},
			"as.example.com none, bs.example.com none, cs.example.com minor"},
		{"another copy of a CRD that moved, and a release of it",
			map[string]string{"x/a.yaml": crdText("as", 9), "releases/1.0/b.yaml": crdText("as", 2)},
			map[string]string{"y/b.yaml": crdText("as", 5)},
			"as.example.com major"},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, new := folder(t, c.old), folder(t, c.new)
			got, err := run(t, old, new)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, d := range got {
				verdict := d.Verdict
				if verdict == "" {
					verdict = "none"
				}
				if d.Repeated > 0 {
					verdict += fmt.Sprintf(" and %d more", d.Repeated)
				}
				names = append(names, d.Name+" "+verdict)
			}
			have := map[string]int{}
			for _, n := range names {
				have[n]++
			}
			for _, n := range strings.Split(c.want, ", ") {
				have[n]--
			}
			for n, times := range have {
				if times != 0 {
					t.Errorf("got %s, want %s: %s", strings.Join(names, ", "), c.want, n)
					break
				}
			}
		})
	}
}

// TestUnreadable: what cannot be compared must not pass as unchanged.
func TestUnreadable(t *testing.T) {
	good := folder(t, map[string]string{"a.yaml": crdText("as", 9)})
	bad := folder(t, map[string]string{"a.yaml": crdText("as", 9) + "---\nkind: CustomResourceDefinition\nmetadata: [\n"})
	for _, sides := range [...][2]string{{good, bad}, {bad, good}} {
		if _, err := run(t, sides[0], sides[1]); err == nil || !strings.Contains(err.Error(), "a.yaml:") {
			t.Errorf("the error is %v", err)
		}
	}
}

// TestPlaces has the lines of both files, and the values there.
func TestPlaces(t *testing.T) {
	got, err := run(t, folder(t, map[string]string{"a.yaml": "# a comment\n" + crdText("as", 9)}), folder(t, map[string]string{"a.yaml": crdText("as", 5)}))
	if err != nil || len(got) != 1 || len(got[0].Changes) != 1 {
		t.Fatalf("got %+v, %v", got, err)
	}
	c := got[0].Changes[0]
	if c.Old == nil || c.New == nil || c.Old.Line != c.New.Line+1 || !strings.Contains(c.Old.Text, "maxLength: 9") || !strings.Contains(c.New.Text, "maxLength: 5") {
		t.Errorf("places %+v and %+v", c.Old, c.New)
	}
	if fmt.Sprint(c.Before, c.After) != "9 5" || c.Code != "bounds-tightened" || c.Field != "spec.name" {
		t.Errorf("the change is %+v", c)
	}
	if c.Witness == nil || !c.Witness.OldAnswer.Accepted || c.Witness.NewAnswer.Accepted {
		t.Errorf("the witness is %+v", c.Witness)
	}
}

func run(t *testing.T, old, new string) ([]report.CRDDiff, error) {
	t.Helper()
	var got []report.CRDDiff
	err := diffrun.New(kube.Latest, diffrun.Options{}).Run(context.Background(),
		diffrun.Side{List: files.Expand([]string{old}, files.CRDs)}, diffrun.Side{List: files.Expand([]string{new}, files.CRDs)}, nil,
		func(d report.CRDDiff) error {
			got = append(got, d)
			return nil
		})
	return got, err
}

func folder(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// described is a CRD with a description.
func described(text string) string {
	return strings.Replace(text, "openAPIV3Schema:\n", "openAPIV3Schema:\n        description: more\n", 1)
}

// crdText is a CRD of a plural, with a string of some length.
func crdText(plural string, maxLength int) string {
	return fmt.Sprintf(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: %[1]s.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: %[1]s, kind: %[2]s}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              name:
                type: string
                maxLength: %[3]d
`, plural, strings.ToUpper(plural[:1])+plural[1:], maxLength)
}
