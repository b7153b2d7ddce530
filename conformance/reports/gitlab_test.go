package reports

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/crdtool/crdtool/internal/output/render"
)

// gitlabSchema says what GitLab documents of Code Quality reports: which fields it
// needs, and which words it takes for a severity. It publishes no schema that is
// as strict.
const gitlabSchema = `{
	"$schema": "http://json-schema.org/draft-07/schema#",
	"type": "array",
	"items": {
		"type": "object",
		"required": ["description", "check_name", "fingerprint", "severity", "location"],
		"properties": {
			"description": {"type": "string", "minLength": 1, "pattern": "^[^\\n\\r]*$"},
			"check_name": {"type": "string", "minLength": 1},
			"fingerprint": {"type": "string", "minLength": 32},
			"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
			"location": {
				"type": "object",
				"required": ["path", "lines"],
				"properties": {
					"path": {"type": "string", "pattern": "^[^/.]"},
					"lines": {
						"type": "object",
						"required": ["begin"],
						"properties": {"begin": {"type": "integer", "minimum": 1}, "end": {"type": "integer", "minimum": 1}}
					}
				}
			}
		}
	}
}`

func TestGitLabIsAsDocumented(t *testing.T) {
	for command, want := range runs(t) {
		t.Run(command, func(t *testing.T) { asGitLabDocuments(t, want) })
	}
}

func asGitLabDocuments(t *testing.T, want run) {
	schema := jsonschema.MustCompileString("gitlab.json", gitlabSchema)
	text := written(t, render.GitLab, want)
	if err := schema.Validate(decoded(t, text)); err != nil {
		t.Errorf("%#v", err)
	}
	if mutant := bytes.Replace(text, []byte(`"critical"`), []byte(`"error"`), 1); schema.Validate(decoded(t, mutant)) == nil {
		t.Error("a severity that GitLab does not know is valid, too")
	}
	var issues []struct {
		CheckName   string `json:"check_name"`
		Fingerprint string
		Location    struct{ Path string }
	}
	if err := json.Unmarshal(text, &issues); err != nil {
		t.Fatal(err)
	}
	if len(issues) != len(want.Findings) {
		t.Fatalf("%d issues, want %d", len(issues), len(want.Findings))
	}
	prints := map[string]bool{}
	for i, issue := range issues {
		if f := &want.Findings[i]; issue.CheckName != f.Rule || path.Base(issue.Location.Path) != path.Base(f.File) {
			t.Errorf("issue %d is %s in %s, want %s in %s", i, issue.CheckName, issue.Location.Path, f.Rule, f.File)
		}
		if strings.Contains(issue.Location.Path, `\`) {
			t.Errorf("issue %d is in %s", i, issue.Location.Path)
		}
		// GitLab shows one of the issues that share a fingerprint.
		if prints[issue.Fingerprint] {
			t.Errorf("two issues have the fingerprint %s", issue.Fingerprint)
		}
		prints[issue.Fingerprint] = true
	}
}
