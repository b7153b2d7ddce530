package crdtool_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/crdtool/crdtool"
)

const diffOld, diffNew = "examples/upgrade/released.yaml", "examples/upgrade/next.yaml"

// Texts, files and both compare alike.
func TestDiffSides(t *testing.T) {
	read := func(name string) [][]byte {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return [][]byte{text}
	}
	for name, sides := range map[string][2]crdtool.DiffSide{
		"texts":          {{Texts: read(diffOld)}, {Texts: read(diffNew)}},
		"files":          {{Files: []string{diffOld}}, {Files: []string{diffNew}}},
		"text and file":  {{Texts: read(diffOld)}, {Files: []string{diffNew}}},
		"file and text":  {{Files: []string{diffOld}}, {Texts: read(diffNew)}},
		"beside another": {{Files: []string{diffOld}, Texts: read("examples/widgets.yaml")}, {Files: []string{diffNew, "examples/widgets.yaml"}}},
	} {
		got, err := crdtool.Diff(context.Background(), crdtool.DiffOptions{NoWitnesses: true}, sides[0], sides[1])
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(got.CRDs) != 1 || got.CRDs[0].Verdict != "major" || got.SchemaVersion != 1 || got.Objects != nil {
			t.Errorf("%s: %+v", name, got.Summary)
		}
	}
}

func TestDiffAcceptedUntil(t *testing.T) {
	old, new := crdtool.DiffSide{Files: []string{diffOld}}, crdtool.DiffSide{Files: []string{diffNew}}
	opts := crdtool.DiffOptions{NoWitnesses: true, Config: []byte("diff: {accepted: [{path: '**', reason: r, until: 2030-06-15}]}")}
	for day, want := range map[string]int{"2030-06-15": 0, "2030-06-16": 1} {
		var err error
		if opts.Today, err = time.Parse(time.DateOnly, day); err != nil {
			t.Fatal(err)
		}
		got, err := crdtool.Diff(context.Background(), opts, old, new)
		if err != nil {
			t.Fatal(err)
		}
		if (got.Summary.Breaking > 0) != (want > 0) {
			t.Errorf("%s: %d breaking changes", day, got.Summary.Breaking)
		}
	}
}

func TestDiffErrors(t *testing.T) {
	good := crdtool.DiffSide{Files: []string{diffOld}}
	empty := filepath.Join(t.TempDir(), "a.yaml")
	if err := os.WriteFile(empty, []byte("a: b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		opts     crdtool.DiffOptions
		old, new crdtool.DiffSide
		want     string
	}{
		"version": {crdtool.DiffOptions{KubeVersion: "2.0"}, good, good, "2.0"},
		"profile": {crdtool.DiffOptions{Profile: "strict"}, good, good, "Profile"},
		"config":  {crdtool.DiffOptions{Config: []byte("diff: {promises: {alpha: x}}")}, good, good, ".crdtool.yaml:1:26: diff.promises.alpha: unknown value"},
		"file":    {crdtool.DiffOptions{}, good, crdtool.DiffSide{Files: []string{"none.yaml"}}, "none.yaml"},
		"text":    {crdtool.DiffOptions{}, crdtool.DiffSide{Texts: [][]byte{[]byte("a: b\n c: d\n")}}, good, "old[0]:2: "},
		"object":  {crdtool.DiffOptions{Objects: [][]byte{[]byte("a: b\n c: d\n")}}, good, good, "Objects[0]:2: "},
		"objects": {crdtool.DiffOptions{ObjectFiles: []string{"none.yaml"}}, good, good, "none.yaml"},
		"nothing": {crdtool.DiffOptions{}, crdtool.DiffSide{Files: []string{empty}}, crdtool.DiffSide{}, "no CustomResourceDefinition"},
	} {
		if _, err := crdtool.Diff(context.Background(), c.opts, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
