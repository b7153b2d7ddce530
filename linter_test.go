package crdtool_test

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/report"
)

// gizmos has one finding of the default profile: an enum that lists a value twice.
const gizmos = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gizmos.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: gizmos, kind: Gizmo}
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
              level: {type: string, enum: [low, low]}
`

// A linter and a cluster for several versions say what each of them makes of CRDs and
// objects.
func TestSeveralVersions(t *testing.T) {
	isIP := strings.Replace(gizmos, "enum: [low, low]", "maxLength: 40, x-kubernetes-validations: [{rule: isIP(self), message: no address}]", 1)
	for _, opts := range []crdtool.LintOptions{{KubeVersions: "1.30-1.32"}, {Config: []byte("kubeVersions: 1.30-1.32")}} {
		opts.Profile = "server"
		r := newLinter(t, opts).Lint("gizmos.yaml", []byte(isIP))
		if s := r.Documents[0].Support; !slices.Equal(r.KubeVersions, []string{"1.30", "1.31", "1.32"}) || s == nil || s.Least != "1.31" || len(s.Outcomes) != 3 {
			t.Errorf("%+v: versions %v, support %+v", opts, r.KubeVersions, s)
		}
		if len(r.Findings) != 1 || !slices.Equal(r.Findings[0].KubeVersions, []string{"1.30"}) {
			t.Errorf("%+v finds %+v", opts, r.Findings)
		}
	}
	r := newLinter(t, crdtool.LintOptions{KubeVersion: "1.31", Config: []byte("kubeVersions: 1.30-1.32")}).Lint("gizmos.yaml", []byte(isIP))
	if r.KubeVersions != nil || r.Documents[0].Support != nil || !r.Documents[0].APIServer.Accepted {
		t.Errorf("of one version: %+v", r)
	}
	if r := newLinter(t, crdtool.LintOptions{KubeVersions: "1.30"}).Lint("gizmos.yaml", []byte(isIP)); !slices.Equal(r.KubeVersions, []string{"1.30"}) || r.Documents[0].Support == nil {
		t.Errorf("of a list of one version: %+v", r)
	}
	for _, opts := range []crdtool.LintOptions{{KubeVersions: "1.30-1.29"}, {KubeVersion: "1.30", KubeVersions: "all"}} {
		if _, err := crdtool.NewLinter(opts); err == nil {
			t.Errorf("%+v is taken", opts)
		}
	}

	cluster, err := crdtool.NewCluster(crdtool.ClusterOptions{}, []byte(isIP))
	if err != nil {
		t.Fatal(err)
	}
	object := []byte("apiVersion: example.com/v1\nkind: Gizmo\nmetadata: {name: a}\nspec: {level: 10.0.0.1}\n")
	for versions, want := range map[string][]report.Verdict{
		"":          nil,
		"1.31":      nil,
		"1.30-1.32": {report.Untried, report.Created, report.Created},
		"1.30,1.37": {report.Untried, report.Created},
	} {
		all, err := cluster.Apply(t.Context(), "a.yaml", object, crdtool.ApplyOptions{KubeVersions: versions})
		if err != nil || len(all.Results) != 1 {
			t.Fatalf("%s: %v, %+v", versions, err, all)
		}
		var got []report.Verdict
		if s := all.Results[0].Servers; s != nil {
			got = s.Verdicts
		}
		if !slices.Equal(got, want) || len(all.KubeVersions) != len(want) {
			t.Errorf("%s: %v of %v, want %v", versions, got, all.KubeVersions, want)
		}
	}
	if _, err := cluster.Apply(t.Context(), "a.yaml", object, crdtool.ApplyOptions{KubeVersions: "1.5-"}); err == nil {
		t.Error("versions that there are none of are taken")
	}
}

func newLinter(t *testing.T, opts crdtool.LintOptions) *crdtool.Linter {
	t.Helper()
	l, err := crdtool.NewLinter(opts)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func ruleIDs(r *report.Report) (ids []string) {
	for i := range r.Findings {
		ids = append(ids, r.Findings[i].Rule)
	}
	return ids
}

// The Linter reports what the command does, by the same profile.
func TestLinterHasOurRules(t *testing.T) {
	for _, c := range []struct {
		opts crdtool.LintOptions
		want bool
	}{
		{crdtool.LintOptions{}, true},
		{crdtool.LintOptions{Profile: "server"}, false},
		{crdtool.LintOptions{Profile: "server", Rules: map[string]string{"repeated-entry": "on"}}, true},
		{crdtool.LintOptions{Rules: map[string]string{"repeated-entry": "off"}}, false},
		{crdtool.LintOptions{Config: []byte("rules: {repeated-entry: off}")}, false},
		{crdtool.LintOptions{Config: []byte("ignore: [{crds: [gizmos.example.com], reason: test}]")}, false},
		{crdtool.LintOptions{Config: []byte("profile: server"), Profile: "strict"}, true},
	} {
		r := newLinter(t, c.opts).Lint("gizmos.yaml", []byte(gizmos))
		if got := slices.Contains(ruleIDs(r), "repeated-entry"); got != c.want {
			t.Errorf("%+v: found %v", c.opts, ruleIDs(r))
		}
		if len(r.Documents) != 1 || !r.Documents[0].APIServer.Accepted || r.Summary.CRDs != 1 {
			t.Errorf("%+v: %+v", c.opts, r)
		}
	}
	r := newLinter(t, crdtool.LintOptions{Rules: map[string]string{"repeated-entry": "error"}}).Lint("gizmos.yaml", []byte(gizmos))
	if r.Summary.Errors == 0 {
		t.Errorf("as an error: %+v", r.Summary)
	}
}

func TestLintOptionsThatCanNotBe(t *testing.T) {
	for want, opts := range map[string]crdtool.LintOptions{
		"1.5":                          {KubeVersion: "1.5"},
		`unknown profile "all"`:        {Profile: "all"},
		`"nothing"`:                    {Rules: map[string]string{"nothing": "on"}},
		`unknown value "maybe"`:        {Rules: map[string]string{"repeated-entry": "maybe"}},
		"a check of kube-apiserver":    {Rules: map[string]string{"names": "off"}},
		`FieldValidation is "strict"`:  {FieldValidation: "strict"},
		".crdtool.yaml:1:1":            {Config: []byte("profil: strict")},
		"both ConfigFile and Config":   {Config: []byte("{}"), ConfigFile: "x"},
		"Stored[0]:":                   {Stored: [][]byte{[]byte("a: [")}},
		`"gizmos.example.com" is in`:   {Stored: [][]byte{[]byte(gizmos), []byte(gizmos)}},
		"no such file or directory: n": {StoredFiles: []string{"nowhere.yaml"}},
	} {
		_, err := crdtool.NewLinter(opts)
		if want, _, _ = strings.Cut(want, ": n"); err == nil {
			t.Errorf("%+v: no error", opts)
		} else if !strings.Contains(err.Error(), want) && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%+v: error %v, want %s", opts, err, want)
		}
	}
}

// Files of different releases are not copies of each other.
func TestCopiesOfReleases(t *testing.T) {
	changed := strings.Replace(gizmos, "low, low", "low, high", 1)
	for _, c := range []struct {
		files map[string]string
		want  bool
	}{
		{map[string]string{"releases/gizmo-1.0.0.yaml": gizmos, "releases/gizmo-1.1.0-rc1.yaml": changed, "crds/gizmo.yaml": changed}, false},
		{map[string]string{"releases/gizmo-1.0.0.yaml": gizmos, "bundle/1.0.0/gizmo.yaml": changed}, true},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		r, err := newLinter(t, crdtool.LintOptions{Profile: "strict"}).LintFiles(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(ruleIDs(r), "crd-copies") != c.want {
			t.Errorf("%v: %v", slices.Collect(maps.Keys(c.files)), ruleIDs(r))
		}
	}
}

// CRDs of all files are checked together, and a path that cannot be read hides no
// other.
func TestLintFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.yaml": gizmos, "b.yaml": strings.Replace(gizmos, "low, low", "low, high", 1), "c.txt": gizmos, "skip/d.yaml": gizmos,
		".crdtool.yaml": "exclude: [skip]\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file, err := crdtool.FindConfig(filepath.Join(dir, "skip"))
	if err != nil || file == "" {
		t.Fatalf("%q, %v", file, err)
	}
	l := newLinter(t, crdtool.LintOptions{ConfigFile: file, Profile: "strict"})
	r, err := l.LintFiles(t.Context(), dir, filepath.Join(dir, "e.yaml"))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing path: %v", err)
	}
	if r.Summary.CRDs != 2 || !slices.Contains(ruleIDs(r), "crd-copies") {
		t.Errorf("%+v: %v", r.Summary, ruleIDs(r))
	}
	order := slices.IsSortedFunc(r.Findings, func(a, b report.Finding) int { return strings.Compare(a.File, b.File) })
	if !order {
		t.Errorf("findings are not in the order of the files: %+v", r.Findings)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.LintFiles(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done: %v", err)
	}
	if _, err := l.CostFiles(ctx, crdtool.CostOptions{}, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done: %v", err)
	}
}

func TestLinterFixes(t *testing.T) {
	fixed := newLinter(t, crdtool.LintOptions{}).Fix("gizmos.yaml", []byte(gizmos))
	if fixed.Made != 1 || strings.Contains(string(fixed.Text), "[low, low]") || len(fixed.Report.Findings) > 0 {
		t.Errorf("%d made, left %v:\n%s", fixed.Made, ruleIDs(fixed.Report), fixed.Text)
	}
}

func TestLinterCosts(t *testing.T) {
	l := newLinter(t, crdtool.LintOptions{})
	c, err := l.CostFiles(t.Context(), crdtool.CostOptions{Suggest: true}, "examples/listeners.yaml")
	if err != nil || len(c.Expressions) == 0 || len(c.CRDs) == 0 {
		t.Fatalf("%v, %+v", err, c)
	}
	bounds := 0
	for _, x := range c.Expressions {
		bounds += len(x.Bounds)
		if (x.Suggestion == "") != (len(x.Bounds) == 0) {
			t.Errorf("%q and %+v", x.Suggestion, x.Bounds)
		}
	}
	if bounds == 0 {
		t.Error("no bounds are suggested")
	}
}

// An object among the stored CRDs that has the name of one is skipped.
func TestLintOldWithOtherObjects(t *testing.T) {
	const object = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: gizmos.example.com}\n"
	changed := strings.Replace(gizmos, "Namespaced", "Cluster", 1)
	r := newLinter(t, crdtool.LintOptions{Profile: "server", Stored: [][]byte{[]byte(gizmos + object)}}).Lint("new.yaml", []byte(changed))
	if got := ruleIDs(r); len(got) != 1 || got[0] != "immutable" {
		t.Errorf("the scope has changed, but the findings are %v", got)
	}
}
