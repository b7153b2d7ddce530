package complete_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/lsp/complete"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/describe"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// TestDamagedText types a CRD and an object with errors in them, and asks for completions and hover texts at each edit:
// nothing panics, and each item replaces text around the cursor.
func TestDamagedText(t *testing.T) {
	w := workspace(t)
	object := "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a, labels: {b: c}}\nspec:\n  image: x # y\n  ports:\n  - name: a\n    port: 1\n  - {name: b, port: 2}\n  template:\n    apiVersion: v1\n    kind: Pod\n    spec: {containers: [{name: c}]}\n  note: |\n    text\n"
	suite := "apiVersion: crdtool/v1\nkind: TestSuite\ntests:\n- name: a\n  steps:\n  - create: {apiVersion: example.com/v1, kind: Widget}\n    refused: {code: 422}\n"
	config := "profile: strict\nrules: {float: off}\nignore:\n- rules: [float]\n  reason: x # crdtool:ignore float x\n"
	r := rand.New(rand.NewPCG(5, 6))
	const marks = "{}[]\"':-#|>&*!?\n\t, \\$."
	answered, slowest := 0, time.Duration(0)
	for range sweep.Times(1_500, 100_000) {
		file := ""
		text := []byte([]string{object, widgets, suite, config}[r.IntN(4)])
		if string(text) == config {
			file = ".crdtool.yaml"
		}
		at := 0
		for range r.IntN(4) {
			at = r.IntN(len(text))
			if r.IntN(2) == 0 {
				text = append(text[:at:at], append([]byte{marks[r.IntN(len(marks))]}, text[at:]...)...)
			} else {
				text = append(text[:at:at], text[min(len(text), at+r.IntN(20)):]...)
			}
		}
		at = min(at+r.IntN(3), len(text))
		start := time.Now()
		p := cursor.At(text, at)
		items := complete.At(p, complete.Options{Kinds: w, File: file, Version: kube.Latest})
		describe.At(p, describe.Options{Kinds: w, File: file, Version: kube.Latest})
		slowest = max(slowest, time.Since(start))
		if len(items) > 0 {
			answered++
		}
		for _, i := range items {
			if i.Replace.Start > at || i.Replace.End < at || i.Label == "" || i.Text == "" {
				t.Fatalf("%+v at %d of %q", i, at, text)
			}
		}
	}
	if answered < 500 {
		t.Errorf("only %d texts have items", answered)
	}
	t.Logf("%d texts have items; the slowest took %v", answered, slowest)
}
