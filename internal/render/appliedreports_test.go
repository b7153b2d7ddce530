package render

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/apply"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// applied is a run over objects with something of everything: one that is
// accepted with a warning, two of one name that are refused by keywords, one that is
// refused by a rule, one without a CRD, and a file that is no YAML.
func applied(t *testing.T) *report.Report {
	t.Helper()
	crds := apply.NewCRDs(kube.Latest)
	if err := crds.Add(source.Read("crds/lamps.yaml", []byte(lamps))); err != nil {
		t.Fatal(err)
	}
	const head = "apiVersion: example.com/v1\nkind: Lamp\n"
	live := apply.NewLive(crds, "")
	if err := live.Add(source.Read("live.yaml", []byte(head+"metadata: {name: live, namespace: default}\nspec: {room: hall, colour: white}\n"))); err != nil {
		t.Fatal(err)
	}
	runner := apply.New(crds, apply.Options{FieldValidation: "Warn", Live: live})
	out := new(report.Report)
	for _, f := range []struct{ name, text string }{
		{"objects/a.yaml", head + "metadata: {name: good}\nspec:\n  room: hall\n  color: red\n"},
		{"objects/b.yaml", head + "metadata: {name: bad}\nspec:\n  room: hall\n  bulbs: 0\n---\n" + head + "metadata: {name: bad}\nspec:\n  room: HALL\n---\napiVersion: foreign.io/v1\nkind: Zebra\n"},
		{"objects/c.yaml", head + "metadata: {name: live}\nspec:\n  room: hall\n"},
		{"objects/d.yaml", "a: [1\n"},
	} {
		r := runner.File(source.Read(f.name, []byte(f.text)))
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
	about.Command, about.Rules, about.Objects = "apply-dry", nil, code.ObjectChecks()
	for name, write := range map[string]Writer{
		"github.txt": GitHub, "gitlab.json": GitLab, "junit.xml": JUnit, "markdown.md": Markdown, "sarif.json": SARIF,
	} {
		var b bytes.Buffer
		if err := write(&b, r, about); err != nil {
			t.Fatal(err)
		}
		checkGolden(t, "applied-"+name, b.Bytes())
	}
}

// Each result of SARIF leads to the description of its rule.
func TestAppliedSARIFDescribesItsRules(t *testing.T) {
	about := aboutTest(t)
	about.Command, about.Rules, about.Objects = "apply-dry", nil, code.ObjectChecks()
	var b bytes.Buffer
	if err := SARIF(&b, applied(t), about); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	for _, r := range run.Results {
		if r.RuleIndex == nil || run.Tool.Driver.Rules[*r.RuleIndex].ID != r.RuleID {
			t.Errorf("%s is not described", r.RuleID)
		}
	}
	for _, rule := range run.Tool.Driver.Rules {
		if about.ofObjects(rule.ID) != strings.HasSuffix(rule.HelpURI, "apply-dry.md#findings") {
			t.Errorf("%s is documented at %s", rule.ID, rule.HelpURI)
		}
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
