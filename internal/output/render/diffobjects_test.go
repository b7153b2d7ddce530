package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/report"
)

// withObjects is diffed with objects that meet everything, and text that has to be escaped.
func withObjects() *report.Diff {
	d := diffed()
	d.Objects = &report.DiffObjects{
		Files: 2, Objects: 30, Unchanged: 1, Gone: 1, Refused: 2, Stuck: 3, Ratcheted: 4, Pruned: 5, Defaulted: 6, RefusedBefore: 7, Untried: 1, NotCompared: 2,
		Kinds:     []report.DiffObjectKind{{Group: "other.com", Kind: "Other", Count: 2}},
		Unread:    []string{"a.yaml: it is \x1b[31m"},
		Manifests: []report.DiffManifest{{File: "o/@me.yaml", Diff: "--- a\n+++ b\n@@ -1 +1 @@\n-```\x1b[31m\n+b\n"}},
	}
	for i, effect := range report.DiffEffects() {
		d.Objects.Causes = append(d.Objects.Causes, report.DiffCause{
			Effect: effect, CRD: "things.example.com", Kind: "Thing", Version: "v1", Field: "spec.hosts[*]", Change: "enum-narrowed", Message: "no <b>\x1b[31m @me", Count: i + 1,
			Objects: []report.DiffObject{{Namespace: "a", Name: "b", File: "o/@me.yaml", Line: 3, Column: 5, Message: "another"}, {Name: "<c>", File: "o/b.yaml", Line: 1, Column: 1}},
		})
	}
	for i := range 20 {
		d.Objects.Causes[0].Objects = append(d.Objects.Causes[0].Objects, report.DiffObject{Name: fmt.Sprint("x", i), File: "o/c.yaml", Line: i + 1, Column: 1})
	}
	d.Objects.Causes = append(d.Objects.Causes, report.DiffCause{
		Effect: "pruned", CRD: "things.example.com", Kind: "Thing", Version: "v1", Message: "7 more values are counted", Count: 1, More: 7,
		Objects: []report.DiffObject{{Name: "b", File: "o/b.yaml", Line: 1, Column: 1}},
	})
	d.Unused = []report.DiffUnused{{File: ".crdtool.yaml", Line: 3, Message: "accepted, but there is no such change: @me"}}
	d.CRDs[0].Changes[0].Ended = "it was accepted until 2001-01-01: <r>"
	return d
}

func TestDiffObjectsJSON(t *testing.T) {
	text, err := json.Marshal(withObjects())
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if err := outputSchema(t, "diff-output.schema.json").Validate(v); err != nil {
		t.Errorf("%#v\n%s", err, text)
	}
}

func TestDiffObjectsText(t *testing.T) {
	var b bytes.Buffer
	text := NewDiffText(false)
	text.MostObjects = 3
	if err := text.Objects(&b, withObjects().Objects); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"30 objects in 2 files: 1 of a version or CRD that is gone, 2 refused as manifests, 3 stuck at the next update, 4 accepted only while what is invalid stays unchanged, 5 losing values, 6 with other values, 1 not tried, 7 refused before as well, 1 unchanged\n",
		"\ngone: Thing v1: spec.hosts[*]: no <b>", "[enum-narrowed] (1 object)\n  o/@me.yaml:3:5  a/b: another\n  o/b.yaml:1:1  <c>\n  o/c.yaml:1:1  x0\n  and 19 more (--max-findings 0 lists all)\n",
		"\npruned: Thing v1: 7 more values are counted (1 object)\n", "# this is not all that has to change\n", "\n2 objects whose CRD is not compared: Other.other.com\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "\x1b") {
		t.Errorf("a terminal would take it for a command: %q", b.String())
	}
}

func TestDiffObjectsMarkdown(t *testing.T) {
	d := withObjects()
	var b bytes.Buffer
	if err := DiffMarkdown(&b, d, aboutDiff(t)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n#### Objects: 30 objects in 2 files: ", "\n<details><summary>1 object</summary>\n", "\n````diff\n--- a\n", "It was accepted until 2001-01-01: ",
		"<details><summary>1 accepted change that there is not</summary>", "2 objects whose CRD is not compared: ",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	for _, not := range []string{"\x1b", "no <b>", " @me"} {
		if strings.Contains(b.String(), not) {
			t.Errorf("%q in\n%s", not, b.String())
		}
	}
	// What is too much for a comment is a line.
	for i := range 3000 {
		d.Objects.Causes = append(d.Objects.Causes, report.DiffCause{Effect: "refused", Kind: "Thing", Version: "v1", Field: fmt.Sprint("spec.a", i), Message: "no"})
	}
	b.Reset()
	if err := DiffMarkdown(&b, d, aboutDiff(t)); err != nil {
		t.Fatal(err)
	}
	if b.Len() > diffMarkdownBytes+1000 || !strings.Contains(b.String(), "\n#### Objects: 30 objects") {
		t.Errorf("%d bytes", b.Len())
	}
}
