package reports

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/crdtool/crdtool/internal/output/render"
)

const sarifModule = "github.com/owenrumney/go-sarif/v3"

// sarifSchema is OASIS' schema of SARIF 2.1.0, which go-sarif has in its sources
// but does not export: by its own check, what it can't represent goes unseen.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", sarifModule).Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "pkg/report/v210/sarif/schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	spec, ok := file.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	if !ok || spec.Names[0].Name != "schema" {
		t.Fatal("go-sarif has its schema elsewhere now")
	}
	text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema") {
		t.Fatal("go-sarif has another schema now")
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat = true
	if err := c.AddResource("sarif.json", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("sarif.json")
}

func decoded(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSARIFIsValid(t *testing.T) {
	schema := sarifSchema(t)
	all := runs(t)
	if err := schema.Validate(decoded(t, written(t, render.SARIF, all["apply-dry"]))); err != nil {
		t.Errorf("apply-dry: %#v", err)
	}
	text := written(t, render.SARIF, all["lint"])
	if err := schema.Validate(decoded(t, text)); err != nil {
		t.Errorf("%#v", err)
	}
	// The schema is one that sees mistakes.
	for old, bad := range map[string]string{
		`"version": "2.1.0"`: `"version": "2.2.0"`,
		`"startLine": `:      `"startLine": -`,
		`"level": "error"`:   `"level": "fatal"`,
		`"columnKind": `:     `"columnKinds": `,
		`"uri": "`:           `"uri": "%%`,
	} {
		mutant := bytes.Replace(text, []byte(old), []byte(bad), 1)
		if bytes.Equal(mutant, text) {
			t.Errorf("there is no %s", old)
		} else if schema.Validate(decoded(t, mutant)) == nil {
			t.Errorf("%s is valid, too", bad)
		}
	}
}

func TestSARIFIsReadBack(t *testing.T) {
	for command, want := range runs(t) {
		t.Run(command, func(t *testing.T) { readSARIFBack(t, want) })
	}
}

func readSARIFBack(t *testing.T, want run) {
	log, err := sarif.FromBytes(written(t, render.SARIF, want))
	if err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) != len(want.Findings) {
		t.Fatalf("%d results, want %d", len(run.Results), len(want.Findings))
	}
	prints := map[string]bool{}
	related := 0
	for i, r := range run.Results {
		f := &want.Findings[i]
		described := run.Tool.Driver.Rules[r.RuleIndex]
		if *r.RuleID != f.Rule || *described.ID != f.Rule {
			t.Errorf("result %d is of %s, described as %s; want %s", i, *r.RuleID, *described.ID, f.Rule)
		}
		if described.Help.Markdown == nil || described.ShortDescription.Text == nil || described.FullDescription.Text == nil {
			t.Errorf("%s is not described", f.Rule)
		}
		at := r.Locations[0].PhysicalLocation
		name, err := url.PathUnescape(*at.ArtifactLocation.URI)
		if err != nil || !strings.HasSuffix("./"+name, "/"+f.File) && name != f.File {
			t.Errorf("result %d is in %s (%v), want %s", i, name, err, f.File)
		}
		if f.Line > 0 && (*at.Region.StartLine != f.Line || f.Column > 0 && *at.Region.StartColumn != f.Column) {
			t.Errorf("result %d is at %d:%d, want %d:%d", i, *at.Region.StartLine, *at.Region.StartColumn, f.Line, f.Column)
		}
		if !strings.Contains(*r.Message.Text, f.Message[:min(len(f.Message), 100)]) && !strings.Contains(*r.Message.Text, f.ServerMessage[:min(len(f.ServerMessage), 100)]) {
			t.Errorf("result %d says %q, want %q", i, *r.Message.Text, f.Message)
		}
		if len(r.RelatedLocations) != len(f.Related) {
			t.Fatalf("result %d has %d related places, want %d", i, len(r.RelatedLocations), len(f.Related))
		}
		for j, place := range r.RelatedLocations {
			related++
			at, want := place.PhysicalLocation, &f.Related[j]
			name, err := url.PathUnescape(*at.ArtifactLocation.URI)
			if err != nil || !strings.HasSuffix("/"+name, "/"+want.File) || *place.Message.Text == "" ||
				*at.Region.StartLine != want.Line || *at.Region.StartColumn != want.Column {
				t.Errorf("result %d: a related place is in %s at %d:%d, want %+v", i, name, *at.Region.StartLine, *at.Region.StartColumn, want)
			}
		}
		for _, p := range r.PartialFingerprints {
			if prints[p] {
				t.Errorf("two results have the fingerprint %s", p)
			}
			prints[p] = true
		}
	}
	if related == 0 {
		t.Error("no result has a related place")
	}
	if want.Findings[len(want.Findings)-1].Fix == nil {
		return
	}
	fix := run.Results[len(run.Results)-1].Fixes[0]
	change := fix.ArtifactChanges[0]
	if *fix.Description.Text != "mend it" || len(change.Replacements) != 2 || *change.Replacements[0].InsertedContent.Text != "added" ||
		*change.Replacements[1].DeletedRegion.EndLine != 3 {
		t.Error("the fix is not read back as it is")
	}
}

// GitHub's code scanning takes no more than this of a rule, and cuts off or
// refuses the rest.
func TestSARIFIsWithinTheLimitsOfGitHub(t *testing.T) {
	for _, want := range runs(t) {
		withinLimitsOfGitHub(t, want)
	}
}

func withinLimitsOfGitHub(t *testing.T, want run) {
	log, err := sarif.FromBytes(written(t, render.SARIF, want))
	if err != nil {
		t.Fatal(err)
	}
	const longestDescription, mostTags, mostRules = 1024, 20, 25000
	all := log.Runs[0].Tool.Driver.Rules
	if len(all) > mostRules {
		t.Errorf("%d rules", len(all))
	}
	for _, r := range all {
		if n := len(*r.ShortDescription.Text); n > longestDescription {
			t.Errorf("the title of %s has %d characters", *r.ID, n)
		}
		if n := len(*r.FullDescription.Text); n > longestDescription {
			t.Errorf("the description of %s has %d characters", *r.ID, n)
		}
		tags, _ := r.Properties.Properties["tags"].([]any)
		if n := len(r.Properties.Tags) + len(tags); n == 0 || n > mostTags {
			t.Errorf("%s has %d tags", *r.ID, n)
		}
	}
}
