package render

import (
	"bytes"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// applied is a run over objects with something of everything: one that is
// accepted with a warning, two of one name that are refused by keywords, one that is
// refused by a rule, one without a CRD, a file that is no YAML, and an object with fields
// of other managers.
func applied(t *testing.T) *report.Report {
	t.Helper()
	crds := apply.NewCRDs(kube.Latest, false)
	if err := crds.Add(source.Read("crds/lamps.yaml", []byte(lamps))); err != nil {
		t.Fatal(err)
	}
	const head = "apiVersion: example.com/v1\nkind: Lamp\n"
	live := apply.NewLive(crds, "")
	if err := live.Add(source.Read("live.yaml", []byte(head+"metadata: {name: live, namespace: default}\nspec: {room: hall, colour: white}\n"))); err != nil {
		t.Fatal(err)
	}
	runner := apply.New(crds, apply.RunOptions{FieldValidation: "Warn", Live: live})
	serverSide := apply.New(crds, apply.RunOptions{
		Live: liveObjects(t, crds, lampOf), Command: apply.Command{Verb: apply.VerbApply, ServerSide: true, Manager: "argocd-controller"},
	})
	out := new(report.Report)
	for _, f := range []struct{ name, text string }{
		{"objects/a.yaml", head + "metadata: {name: good}\nspec:\n  room: hall\n  color: red\n"},
		{"objects/b.yaml", head + "metadata: {name: bad}\nspec:\n  room: hall\n  bulbs: 0\n---\n" + head + "metadata: {name: bad}\nspec:\n  room: HALL\n---\napiVersion: foreign.io/v1\nkind: Zebra\n"},
		{"objects/c.yaml", head + "metadata: {name: live}\nspec:\n  room: hall\n"},
		{"objects/d.yaml", "a: [1\n"},
		{"server-side/e.yaml", lamp("spec:\n  room: study\n  bulbs: 2\n  note: mine\n")},
	} {
		run := runner
		if f.name == "server-side/e.yaml" {
			run = serverSide
		}
		r := run.File(source.Read(f.name, []byte(f.text)))
		whole := r.Whole()
		out.Documents = append(out.Documents, whole.Documents...)
		out.Findings = append(out.Findings, whole.Findings...)
		out.Summary.Add(whole.Summary)
	}
	return out
}

func TestAppliedReportsGolden(t *testing.T) {
	r := applied(t)
	about := aboutTest(t)
	about.Command, about.Rules, about.Objects = "apply-dry", nil, true
	for name, write := range map[string]Writer{
		"github.txt": GitHub, "gitlab.json": GitLab, "junit.xml": JUnit, "markdown.md": Markdown, "sarif.json": SARIF,
	} {
		var b bytes.Buffer
		if err := write(&b, r, about); err != nil {
			t.Fatal(err)
		}
		if name == "sarif.json" {
			checkSARIF(t, "applied-"+name, b.Bytes(), len(rules.ServerRules())+len(rules.CommentRules()))
			continue
		}
		checkGolden(t, "applied-"+name, b.Bytes())
	}
}

func TestWriters(t *testing.T) {
	own := 0
	for _, format := range Formats() {
		if WriterOf(format) == nil {
			own++
		}
	}
	if own != 2 || Formats()[0] != "text" {
		t.Errorf("%q: %d of them are a command's own, want text and json", Formats(), own)
	}
}
