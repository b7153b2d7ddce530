package code_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/codelist"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

func TestCasesAreOfChecks(t *testing.T) {
	checks := sorted(t, code.Checks())
	used := map[string]bool{}
	for _, c := range codelist.All(t) {
		used[c.Rule()] = true
		if !slices.Contains(checks, c.Rule()) {
			t.Errorf("%s: there is no check %q", c, c.Rule())
		}
	}
	for _, id := range checks {
		if !used[id] {
			t.Errorf("check %s has no case", id)
		}
	}
}

// sorted returns the IDs of checks, which are to be in order and documented.
func sorted(t *testing.T, checks []code.Check) []string {
	t.Helper()
	var ids []string
	for _, c := range checks {
		if c.Title == "" || c.Why == "" {
			t.Errorf("%s has no documentation", c.ID)
		}
		ids = append(ids, c.ID)
	}
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) < len(ids) {
		t.Error("the checks are not sorted, or one is there twice")
	}
	return ids
}

// TestCodesAreUnique: each case has a code of its own.
func TestCodesAreUnique(t *testing.T) {
	seen := map[finding.Code]bool{}
	for _, c := range codelist.All(t) {
		if seen[c] {
			t.Errorf("%s is there twice", c)
		}
		seen[c] = true
	}
}

func TestWordsEndWithoutFullStop(t *testing.T) {
	for _, c := range codelist.All(t) {
		w := code.WordsOf(c)
		for _, text := range []string{w.Say, w.Help} {
			for line := range strings.SplitSeq(text, "\n") {
				if strings.HasSuffix(line, ".") || strings.TrimSpace(line) != line {
					t.Errorf("%s: %q", c, line)
				}
			}
		}
	}
}

func TestTexts(t *testing.T) {
	if got := code.NamedPath(`"spec.a" must validate at least one schema (anyOf)`); got != "spec.a" {
		t.Errorf("the path is taken for %q", got)
	}
	if wanted, found := code.TypeError(`spec.i in body must be of type integer: "string"`); wanted != "integer" || found != "string" {
		t.Errorf("wanted %q, found %q", wanted, found)
	}
	for text, want := range map[string][2]string{
		"json: cannot unmarshal string into Go struct field ObjectMeta.labels of type map[string]string":                       {"labels", "map[string]string"},
		"json: cannot unmarshal string into Go struct field ObjectMeta.metadata.labels of type map[string]string":              {"labels", "map[string]string"},
		"json: cannot unmarshal string into Go value of type v1.ObjectMeta":                                                    {"", "v1.ObjectMeta"},
		"json: cannot unmarshal array into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta":                  {"", "v1.ObjectMeta"},
		"json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec of type v1.CustomResourceDefinition": {},
		"unexpected end of JSON input": {},
	} {
		if field, goType := code.MetadataType(text); field != want[0] || goType != want[1] {
			t.Errorf("%s: %q is to be of %q", text, field, goType)
		}
	}
}
