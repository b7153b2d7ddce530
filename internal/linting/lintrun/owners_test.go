package lintrun

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

func crdOf(group string) string {
	return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: as." + group + "\nspec:\n  group: " + group + "\n  names: {kind: A, plural: as}\n"
}

// TestForeignCRDs: which CRDs a repository makes is told by PROJECT, by Go types, by config/crd and by
// most of the files, in this order.
func TestForeignCRDs(t *testing.T) {
	goTypes := map[string]string{
		"api/v1/groupversion_info.go": "// +groupName=own.dev\npackage v1\n",
		"api/v1/a_types.go":           "package v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\ntype A struct {\n\tmetav1.TypeMeta\n\tmetav1.ObjectMeta\n}\n",
	}
	others := map[string]string{
		"crds/own.yaml": crdOf("own.dev"), "third/a.yaml": crdOf("a.other.io"), "third/b.yaml": crdOf("b.other.io"),
		"third/c.json": `{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","spec":{"group":"c.example.net","names":{}}}`,
	}
	for _, c := range []struct {
		name  string
		more  map[string]string
		paths []string
		want  string // the foreign files
	}{
		{"nothing tells", nil, nil, ""},
		{"PROJECT", map[string]string{"PROJECT": "domain: dev\nresources:\n- {group: own, kind: A}\n- {group: a, domain: other.io, external: true}\n"}, nil, "third/a.yaml third/b.yaml third/c.json"},
		{"PROJECT with types of others", map[string]string{"PROJECT": "domain: dev\nrepo: example.com/own/a\nresources:\n- {group: own, kind: A, path: example.com/own/a/api/v1}\n- {group: a, domain: other.io, kind: B, path: example.com/other/b/api/v1}\n- {group: b, domain: other.io, kind: C}\n"}, nil, "third/a.yaml third/b.yaml third/c.json"},
		{"a sister project in tests", map[string]string{"PROJECT": "domain: dev\nresources: [{group: own, kind: A}]\n", "hack/c.yaml": crdOf("config.own.dev"), "crds/d.yaml": crdOf("more.own.dev")}, nil, "hack/c.yaml third/a.yaml third/b.yaml third/c.json"},
		{"PROJECT of others", map[string]string{"PROJECT": "domain: example.com\nresources: [{group: none, kind: A}]\n"}, nil, ""},
		{"PROJECT that is none", map[string]string{"PROJECT": "domain: [\n"}, nil, ""},
		{"Go", goTypes, nil, "third/a.yaml third/b.yaml third/c.json"},
		{"Go of examples", map[string]string{"examples/v1/doc.go": goTypes["api/v1/groupversion_info.go"], "examples/v1/a.go": goTypes["api/v1/a_types.go"]}, nil, ""},
		{"config/crd", map[string]string{"config/crd/bases/own.yaml": crdOf("more.own.dev")}, nil, "third/a.yaml third/b.yaml third/c.json"},
		{"most files", map[string]string{"crds/x.yaml": crdOf("x.own.dev"), "crds/y.yaml": crdOf("y.own.dev"), "crds/z.yaml": crdOf("z.own.dev")}, nil, "third/a.yaml third/b.yaml third/c.json"},
		{"a shared domain", map[string]string{"PROJECT": "domain: x-k8s.io\nresources: [{group: own, kind: A}]\n", "crds/1.yaml": crdOf("own.x-k8s.io"), "crds/2.yaml": crdOf("cluster.x-k8s.io")}, nil, "crds/2.yaml crds/own.yaml third/a.yaml third/b.yaml third/c.json"},
		{"a bundle with own CRDs", map[string]string{"PROJECT": "domain: dev\nresources: [{group: own, kind: A}]\n", "third/a.yaml": crdOf("a.other.io") + "---\n" + crdOf("own.dev")}, nil, "third/b.yaml third/c.json"},
		{"named files", goTypes, []string{"crds", "third/a.yaml"}, ""},
		{"only others", goTypes, []string{"third"}, ""},
	} {
		dir := t.TempDir()
		all := map[string]string{"go.mod": "module own.dev/a\n"}
		for _, more := range []map[string]string{others, c.more} {
			for name, text := range more {
				all[name] = text
			}
		}
		for name, text := range all {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		paths := []string{dir}
		if c.paths != nil {
			paths = nil
			for _, p := range c.paths {
				paths = append(paths, filepath.Join(dir, p))
			}
		}
		list := files.Expand(paths, files.CRDs)
		strict, usual := rules.Strict, rules.Default
		conf := new(config.Config)
		o := FindOwners(context.Background(), list, origin.New(), conf.Selector(config.Choice{Profile: &usual}))
		var foreign []string
		for _, f := range list.Files {
			if o.Foreign(f.Name) != nil {
				name, _ := filepath.Rel(dir, f.Name)
				foreign = append(foreign, filepath.ToSlash(name))
			}
		}
		slices.Sort(foreign)
		if got := strings.Join(foreign, " "); got != c.want {
			t.Errorf("%s: %q are foreign, want %q", c.name, got, c.want)
		}
		if o := FindOwners(context.Background(), list, origin.New(), conf.Selector(config.Choice{Profile: &strict})); o != nil {
			t.Errorf("%s: the strict profile tells CRDs apart", c.name)
		}
	}
}

// TestGroupsIn: the group is the one next below spec, not one of a schema.
func TestGroupsIn(t *testing.T) {
	for text, want := range map[string]string{
		crdOf("a.example.com"): "a.example.com",
		crdOf("a.example.com") + "  versions:\n  - schema:\n      properties:\n        spec:\n          default:\n            group: b.example.com\n": "a.example.com",
		crdOf("a.example.com") + "---\n" + crdOf("b.example.com"):                                                                                     "a.example.com b.example.com",
		"kind: List\nitems:\n- kind: CustomResourceDefinition\n  spec:\n    group: \"a.example.com\" # here\n    group2: x\n":                         "a.example.com",
		"kind: CustomResourceDefinition\nspec: {group: a.example.com, names: {}}\n":                                                                   "a.example.com",
		"kind: ConfigMap\nspec:\n  group: a.example.com\n":                                                                                            "",
	} {
		if got := strings.Join(groupsIn([]byte(text)), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
