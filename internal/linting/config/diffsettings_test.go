package config

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
)

func TestPromises(t *testing.T) {
	c, wrong := Read(source.Read(Name, []byte(`diff:
  promises:
    alpha: none
    beta: minor
    crds:
      as.example.com: {stable: minor}
      "*.example.com": {alpha: major, stable: none}
`)))
	if c == nil {
		t.Fatal(wrong)
	}
	for _, p := range []struct {
		crd, version string
		want         upgrade.Verdict
	}{
		{"x.other.com", "v1alpha1", upgrade.Patch}, {"x.other.com", "v1beta1", upgrade.Minor}, {"x.other.com", "v1", upgrade.Major},
		{"as.example.com", "v1", upgrade.Minor}, {"as.example.com", "v1alpha1", upgrade.Patch},
		{"bs.example.com", "v1", upgrade.Patch}, {"bs.example.com", "v2alpha1", upgrade.Major}, {"bs.example.com", "v2beta1", upgrade.Minor},
	} {
		if got := c.Diff.Promises.Of(p.crd, p.version); got != p.want {
			t.Errorf("%s %s: %s, want %s", p.crd, p.version, got, p.want)
		}
	}
	none := Default().Diff.Promises
	for version, want := range map[string]upgrade.Verdict{"v1alpha1": upgrade.Minor, "v1beta1": upgrade.Major, "v1": upgrade.Major, "odd": upgrade.Major} {
		if got := none.Of("a", version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

func TestWrongDiff(t *testing.T) {
	for text, want := range map[string]string{
		"accepted: [{code: enum-narrowed}]":                             "an accepted change needs a reason",
		"accepted: [{code: nothing-at-all-known, reason: r}]":           `unknown code "nothing-at-all-known"; docs/changes.md lists them`,
		"accepted: [{crd: a, reason: r}]":                               "set code or path",
		"accepted: [{path: 'spec.[', reason: r}]":                       "is not a field such as",
		"accepted: [{code: enum-narrowed, crd: '[', reason: r}]":        "is not a glob of names of CRDs",
		"accepted: [{code: enum-narrowed, reason: r, until: 31.12.30}]": `"31.12.30" is not a day`,
		"accepted: [{code: enum-narrowed, reason: r, untill: a}]":       `did you mean "until"?`,
		"accepted: {code: enum-narrowed}":                               "must be a list",
		"promises: {gamma: none}":                                       `unknown key "gamma"`,
		"promises: {alpha: patch}":                                      `unknown value "patch"; supported are none, minor, major`,
		"promises: {crds: [a]}":                                         "crds must be a mapping",
		"promises: {crds: {a: {alpha: any}}}":                           `unknown value "any"`,
	} {
		c, found := Read(source.Read(Name, []byte("diff:\n  "+text+"\n")))
		if c != nil || len(found) != 1 || !strings.Contains(found[0].Message, want) || found[0].Pos.Line != 2 {
			t.Errorf("%s: %+v, want %s in line 2", text, found, want)
		}
	}
}
