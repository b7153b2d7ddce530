package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestSameCounts: the summary of the text, that of JSON and the failures of JUnit count alike.
func TestSameCounts(t *testing.T) {
	dir := folder(t, map[string]string{
		"crds/lamps.yaml": lamps,
		"a.yaml": lamp("good", "{colour: white}") + "---\n" + lamp("bad", "{colour: green}") + "---\n" + lamp("worse", "{colour: blue, watts: 1}") +
			"---\napiVersion: zoo.example.com/v1\nkind: Zebra\nmetadata: {name: a}\n---\napiVersion: zoo.example.com/v1\nkind: Zebra\nmetadata: {name: b}\n",
		"broken.yaml":    "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: [\n",
		"bad/scope.yaml": badScope("one") + "---\n" + badScope("two"),
		"bad/good.yaml":  ownKind("three"),
	})
	for _, test := range []struct {
		args    string
		refused int // objects that fail once each, however many errors they have
		errors  int // beside them
		text    string
	}{
		{"apply-dry --crds crds a.yaml broken.yaml", 2, 3, "3 objects: 2 refused, 1 created; 2 objects without a CRD"},
		{"lint bad", 0, 2, "2 errors in 2 of 3 CRDs"},
		{"lint bad broken.yaml", 0, 3, "3 errors in 2 of 3 CRDs"},
	} {
		args := strings.Fields(test.args)
		text := inProcess(t, dir, args...)
		if !strings.Contains(text.stdout, test.text) {
			t.Errorf("%s: no %q in\n%s", test.args, test.text, text.stdout)
		}
		var out struct {
			Findings []any          `json:"findings"`
			Summary  map[string]any `json:"summary"`
		}
		asJSON := inProcess(t, dir, append(args, "--format", "json")...)
		if err := json.Unmarshal([]byte(asJSON.stdout), &out); err != nil {
			t.Fatal(err)
		}
		if len(out.Findings) != test.errors || test.refused > 0 && out.Summary["refused"] != float64(test.refused) {
			t.Errorf("%s: %d findings, %v", test.args, len(out.Findings), out.Summary)
		}
		junit := inProcess(t, dir, append(args, "--format", "junit")...).stdout
		want := test.refused + test.errors
		if strings.Count(junit, "<failure ") != want || !strings.Contains(junit, fmt.Sprintf(`failures="%d"`, want)) {
			t.Errorf("%s: want %d failures:\n%s", test.args, want, junit)
		}
	}
}
