package main

import (
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestLintCopies holds that copies of a CRD that differ are told of in one line, and
// copies that are only written differently are not.
func TestLintCopies(t *testing.T) {
	things, gears := crd("things"), crd("gears")
	longer := func(crd string) string { return strings.Replace(crd, "format: date}", "maxLength: 9}", 1) }
	if longer(things) == things {
		t.Fatal("there is no copy that differs")
	}
	item, err := yaml.YAMLToJSON([]byte(things))
	if err != nil {
		t.Fatal(err)
	}
	asList := `{"apiVersion": "v1", "kind": "List", "items": [` + string(item) + "]}"
	same := map[string]string{"config/a.yaml": things, "chart/a.yaml": "# Made from config.\n" + things, "list.json": asList, "config/b.yaml": gears}
	for _, test := range []struct {
		name  string
		more  map[string]string
		flags []string
		want  string
	}{
		{"the same", nil, nil, ""},
		{"one", map[string]string{"old/a.yaml": longer(things)}, nil,
			"things.example.com differs between config/a.yaml and old/a.yaml; --enable crd-copies names each"},
		{"two", map[string]string{"old/a.yaml": longer(things), "old/b.yaml": longer(gears)}, nil,
			"2 CRDs have copies that differ, such as things.example.com in config/a.yaml and old/a.yaml; --enable crd-copies names each"},
		{"named each", map[string]string{"old/a.yaml": longer(things)}, []string{"--enable", "crd-copies"}, ""},
		{"another release", map[string]string{"releases/things-1.2.0.yaml": longer(things), "releases/things-1.3.0.yaml": things}, nil, ""},
		{"the same release twice", map[string]string{"releases/1.2.0/a.yaml": longer(things), "chart/1.2.0.yaml": things}, nil,
			"things.example.com differs between chart/1.2.0.yaml and releases/1.2.0/a.yaml; --enable crd-copies names each"},
		{"of a version that no server takes", map[string]string{"old/a.yaml": strings.Replace(longer(things), "apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1", 1)}, nil, ""},
		{"quiet", map[string]string{"old/a.yaml": longer(things)}, []string{"--quiet"}, ""},
		{"JSON", map[string]string{"old/a.yaml": longer(things)}, []string{"--format", "json"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{}
			for _, some := range []map[string]string{same, test.more} {
				for name, text := range some {
					files[name] = text
				}
			}
			args := append([]string{"lint", "--fail-on", "never", "."}, test.flags...)
			got := inProcess(t, folder(t, files), args...)
			var line string
			for l := range strings.Lines(got.stdout) {
				if strings.Contains(l, "differs between") || strings.Contains(l, "copies that differ") {
					line += l
				}
			}
			if strings.TrimSpace(line) != test.want {
				t.Errorf("%q, want %q:\n%s", line, test.want, got.stdout)
			}
		})
	}
}

// TestTextWithoutFindings: texts keep leading to their findings when others are left out.
func TestTextWithoutFindings(t *testing.T) {
	text := fileText{{index: 0}, {index: 2}, {index: 3}, {index: 5}, {index: -1}}
	var got []int
	for _, f := range text.without([]int{0, 1, 3}) {
		got = append(got, f.index)
	}
	if want := []int{0, 2, -1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
