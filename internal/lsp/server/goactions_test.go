package server_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
)

// withCode returns the diagnostics of a document with a code.
func (c *client) withCode(name, code string) (list []protocol.Diagnostic) {
	c.t.Helper()
	for _, d := range c.Diagnostics(name) {
		if d.Code == code {
			list = append(list, d)
		}
	}
	return list
}

// TestFixesInGo: the action changes the marker, and the finding is gone in the CRD that controller-gen would write then.
func TestFixesInGo(t *testing.T) {
	const field = "\tDoors []Door"
	for _, c := range []struct{ name, from, to, code, title, want string }{
		{"misspelt marker", field, "\t// +kubebuilder:validation:MaxItmes=3\n" + field, "marker-ignored", "write +kubebuilder:validation:MaxItems=3", "+kubebuilder:validation:MaxItems=3"},
		{"default", "\tDay   Limits", "\t// +kubebuilder:validation:Enum=red;green\n\t// +kubebuilder:default=gren\n\tColor string `json:\"color,omitempty\"`\n\n\tDay   Limits",
			"default-invalid", `write the default "green"`, "+kubebuilder:default=green"},
		{"budget", `rule="self.replicas <= 3"`, `rule="self.doors.all(a, self.doors.all(b, a.name.size() + b.name.size() < 9))"`, "cel-cost", "write the bounds that fit the budget", "+kubebuilder:validation:MaxItems="},
		{"misspelt value", "\t// +listType=map", "\t// +listType=Map", "marker-invalid", "write +listType=map", "+listType=map"},
		{"no fix", "\t// +listType=map", "\t// +listType=tree", "marker-invalid", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := operator(t)
			text := replaced(t, files[typesFile], c.from, c.to)
			s := start(t, project(t, files), fullClient)
			s.Open(typesFile, text)
			found := s.withCode(typesFile, c.code)
			if len(found) == 0 {
				t.Fatalf("no %s in\n%s", c.code, editor.LinesOf(s.Diagnostics(typesFile)))
			}
			list := s.actionsAt(typesFile, found[0].Range.Start.Line+1)
			if c.title == "" {
				if len(list) > 0 {
					t.Errorf("an action that ends nothing: %q", list[0].Title)
				}
				return
			}
			got, _ := s.edited(typesFile, text, s.choose(list, c.title))
			if !strings.Contains(got, c.want) {
				t.Errorf("no %s in\n%s", c.want, got)
			}
			s.Change(typesFile, protocol.TextDocumentContentChangeEvent{Text: got})
			if left := s.withCode(typesFile, c.code); len(left) > 0 {
				t.Errorf("left: %s", editor.LinesOf(left))
			}
		})
	}
}

// TestUpdatingGo: what was changed in the CRD by hand is written into Go, and the CRD is then what would be generated.
func TestUpdatingGo(t *testing.T) {
	for _, c := range []struct{ name, from, to, title, want string }{
		{"bound", "minimum: 0", "minimum: 1", "update the marker in Go: minimum 1", "+kubebuilder:validation:Minimum=1"},
		{"new keyword", "minimum: 0", "maximum: 9\n                minimum: 0", "update the marker in Go: maximum 9", "+kubebuilder:validation:Maximum=9"},
		{"no keyword", "                minimum: 0\n", "", "update the marker in Go: no minimum", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := operator(t)
			files[shopsFile] = replaced(t, files[shopsFile], c.from, c.to)
			s := start(t, project(t, files), fullClient)
			s.Open(shopsFile)
			found := s.withCode(shopsFile, "stale-crd")
			if len(found) != 1 {
				t.Fatalf("found\n%s", editor.LinesOf(s.Diagnostics(shopsFile)))
			}
			action := s.choose(s.actionsAt(shopsFile, found[0].Range.Start.Line+1), c.title)
			got, _ := s.edited(typesFile, files[typesFile], action)
			if !strings.Contains(got, c.want) || got == files[typesFile] {
				t.Errorf("no %s in\n%s", c.want, got)
			}
			s.Save(typesFile, got)
			s.Notify("workspace/didChangeWatchedFiles", protocol.DidChangeWatchedFilesParams{Changes: []protocol.FileEvent{{URI: s.URI(typesFile), Type: 2}}})
			s.Change(shopsFile, protocol.TextDocumentContentChangeEvent{Text: files[shopsFile]})
			if left := s.withCode(shopsFile, "stale-crd"); len(left) > 0 {
				t.Errorf("left: %s", editor.LinesOf(left))
			}
		})
	}
}

// TestBoundsInGo: the bounds that fit the budget of a generated CRD are written into Go.
func TestBoundsInGo(t *testing.T) {
	files := operator(t)
	const rule = "self.doors.all(a, self.doors.all(b, a.name.size() + b.name.size() < 9))"
	files[typesFile] = replaced(t, files[typesFile], "self.replicas <= 3", rule)
	files[shopsFile] = replaced(t, files[shopsFile], "rule: self.replicas <= 3", "rule: "+rule)
	s := start(t, project(t, files), fullClient)
	s.Open(shopsFile)
	found := s.withCode(shopsFile, "cel-cost")
	if len(found) == 0 {
		t.Fatalf("found\n%s", editor.LinesOf(s.Diagnostics(shopsFile)))
	}
	action := s.choose(s.actionsAt(shopsFile, found[0].Range.Start.Line+1), "write the bounds that fit the budget")
	got, _ := s.edited(typesFile, files[typesFile], action)
	s.Open(typesFile, got)
	if left := s.withCode(typesFile, "cel-cost"); len(left) > 0 || got == files[typesFile] {
		t.Errorf("left %s of\n%s", editor.LinesOf(left), got)
	}
}
