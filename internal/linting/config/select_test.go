package config

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

func read(t *testing.T, text string) *Config {
	t.Helper()
	c, found := Read(source.Read("repo/"+Name, []byte(text)))
	if c == nil {
		t.Fatal(found)
	}
	return c
}

// is tells whether a rule is on, and its severity.
func is(s *rules.Selection, id string) (on bool, severity finding.Severity) {
	i := slices.IndexFunc(s.Active, func(a rules.Active) bool { return a.ID == id })
	if i < 0 {
		return false, 0
	}
	return true, s.Active[i].Severity
}

func TestSelector(t *testing.T) {
	c := read(t, `
rules:
  float: {severity: error, exclude: ["old/**"]}
  pattern-alternation: off
  unknown-format: {severity: info, paths: ["new/*"]}
`)
	strict := rules.Strict
	for _, x := range []struct {
		choice Choice
		file   string
		float  bool
		alter  bool
		format bool // set to info
	}{
		{Choice{}, "repo/a.yaml", true, false, false},
		{Choice{}, "repo/new/a.yaml", true, false, true},
		{Choice{}, "repo/new/b/a.yaml", true, false, true}, // the glob matches the folder
		{Choice{}, "repo/old/b/a.yaml", false, false, false},
		{Choice{}, "other/old/a.yaml", true, false, false},
		{Choice{Profile: &strict}, "repo/a.yaml", true, false, false},
		{Choice{Enable: []string{"pattern-alternation"}, Disable: []string{"float"}}, "repo/a.yaml", false, true, false},
	} {
		s := c.Selector(x.choice).For(x.file)
		if on, severity := is(s, "float"); on != x.float || on && severity != finding.Error {
			t.Errorf("%s %+v: float is %t, %s", x.file, x.choice, on, severity)
		}
		if on, _ := is(s, "pattern-alternation"); on != x.alter {
			t.Errorf("%s %+v: pattern-alternation is %t", x.file, x.choice, on)
		}
		if set, ok := s.Server["unknown-format"]; ok != x.format || ok && (set.Off || set.Severity != finding.Info) {
			t.Errorf("%s %+v: unknown-format is set to %+v", x.file, x.choice, set)
		}
	}
	s := c.Selector(Choice{})
	if s.For("repo/a.yaml") != s.For("repo/b.yaml") {
		t.Error("files to which the same globs apply have selections of their own")
	}
}

func TestGlobs(t *testing.T) {
	for _, x := range []struct {
		glob, name string
		want       bool
	}{
		{"a.yaml", "a.yaml", true},
		{"a.yaml", "b/a.yaml", false},
		{"**/a.yaml", "a.yaml", true},
		{"**/a.yaml", "b/c/a.yaml", true},
		{"**/**/a.yaml", "b/c/a.yaml", true},
		{"vendor", "vendor/x/a.yaml", true},
		{"vendor/", "vendor/x/a.yaml", true},
		{"vendor/**", "vendor/x/a.yaml", true},
		{"vendor/*", "vendors/a.yaml", false},
		{"*/crd/*.yaml", "config/crd/a.yaml", true},
		{"*/crd/*.yaml", "config/crd/a.json", false},
		{"**", "a", true},
	} {
		if got := matches(x.glob, x.name); got != x.want {
			t.Errorf("%s matches %s: %t", x.glob, x.name, got)
		}
	}
}

func TestIgnores(t *testing.T) {
	const hosts = "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[hosts].items.properties[name]"
	f := &report.Finding{Rule: "float", File: "repo/config/a.yaml", CRD: "widgets.example.com", Path: hosts + ".type"}
	for text, want := range map[string]bool{
		"rules: [float]":                       true,
		"rules: [phase]":                       false,
		"crds: [widgets.example.com]":          true,
		"crds: ['*.example.com']":              true,
		"crds: ['*.example.org']":              false,
		"fields: ['spec.hosts[*].name']":       true,
		"fields: ['spec.hosts']":               true,
		"fields: ['spec.host']":                false,
		"fields: ['**.name']":                  true,
		"fields: ['status']":                   false,
		"paths: ['config/*.yaml']":             true,
		"paths: ['deploy/**']":                 false,
		"rules: [float], fields: ['status']":   false,
		"rules: [float], crds: ['*.example*']": true,
	} {
		c := read(t, "ignore: [{"+text+", reason: x}]")
		if got := c.Ignores(f); got != want {
			t.Errorf("%s: skipped %t", text, got)
		}
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	if path, err := Find(deep); err != nil || path != "" {
		t.Errorf("found %q, %v where there is none", path, err)
	}
	for _, name := range []string{filepath.Join(dir, ".crdtool.yml"), filepath.Join(dir, "a", Name)} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		path, err := Find(deep)
		if err != nil || !same(path, name) {
			t.Errorf("found %q, %v, want %s", path, err, name)
		}
	}
	t.Chdir(deep)
	if path, err := Find("."); err != nil || path != filepath.Join("..", Name) {
		t.Errorf("found %q, %v", path, err)
	}
}

func same(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}
