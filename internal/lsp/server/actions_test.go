package server_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
)

// fullClient has the abilities of Visual Studio Code that code actions use.
const fullClient = `{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}},
	"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit"]}}}}`

// rowCRD has a rule without bounds, whose cost is over the limit, a deprecated field and a default.
const rowCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: rows.example.com
spec:
  group: example.com
  names: {kind: Row, listKind: RowList, plural: rows, singular: row}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [names]
            properties:
              names:
                type: array
                items: {type: string}
                x-kubernetes-validations:
                - rule: self.all(a, self.all(b, a.size() + b.size() < 9))
                  message: names are short
              old: {type: string, description: "The old name. Deprecated: use names."}
              size: {type: integer, default: 3}
          status: {type: object, properties: {ready: {type: boolean}}}
    subresources: {status: {}}
`

// A client chooses actions.
type client struct {
	*editor.Client
	t *testing.T
}

func start(t *testing.T, root, capabilities string) *client {
	return &client{editor.Start(t, root, capabilities), t}
}

// actionsAt returns the actions at a line of a document, from 1.
func (c *client) actionsAt(name string, line uint32, only ...string) []protocol.CodeAction {
	c.t.Helper()
	at := protocol.Position{Line: line - 1, Character: 8}
	var list []protocol.CodeAction
	c.Call("textDocument/codeAction", protocol.CodeActionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: c.URI(name)}, Range: protocol.Range{Start: at, End: at},
		Context: protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{}, Only: only},
	}, &list)
	return list
}

// choose returns the edit of the action whose title begins with a text.
func (c *client) choose(list []protocol.CodeAction, title string) *protocol.CodeAction {
	c.t.Helper()
	var titles []string
	for i := range list {
		a := &list[i]
		if !strings.HasPrefix(a.Title, title) {
			titles = append(titles, a.Title)
			continue
		}
		if a.Edit == nil {
			c.Call("codeAction/resolve", a, a)
		}
		return a
	}
	c.t.Fatalf("no action %q, only %q", title, titles)
	return nil
}

// edited applies the edits of an action to the text of a file. created are the files that it creates.
func (c *client) edited(name, text string, a *protocol.CodeAction) (edited string, created []string) {
	c.t.Helper()
	if a.Edit == nil {
		c.t.Fatalf("%q has no edit", a.Title)
	}
	of := a.Edit.Changes[c.URI(name)]
	for _, change := range a.Edit.DocumentChanges {
		encoded, err := json.Marshal(change)
		if err != nil {
			c.t.Fatal(err)
		}
		var both struct {
			protocol.TextDocumentEdit
			Kind, URI string
		}
		if err := json.Unmarshal(encoded, &both); err != nil {
			c.t.Fatal(err)
		}
		if both.Kind == "create" {
			created = append(created, filepath.Base(both.URI))
		}
		if both.TextDocument.URI == c.URI(name) {
			of = append(of, both.Edits...)
		}
	}
	l := lines.Of([]byte(text))
	var edits []edit.Edit
	for _, e := range of {
		edits = append(edits, edit.Edit{Start: l.Offset(e.Range.Start, lines.UTF16), End: l.Offset(e.Range.End, lines.UTF16), Text: e.NewText})
	}
	edit.Sort(edits)
	return string(edit.Apply([]byte(text), edits)), created
}

// TestFixesOfObjects makes the fix that is preferred, in both forms of edits.
func TestFixesOfObjects(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		line           uint32
	}{
		{"a misspelt field", "colour: red", "color: red", 7},
		{"a misspelt value", "color: gren", "color: green", 7},
		{"a misspelt kind", "", "", 2},
		{"another version", "", "", 1},
		{"a quoted number", "watts: '60'", "watts: 60", 6},
	} {
		for _, client := range []string{"{}", fullClient} {
			t.Run(c.name, func(t *testing.T) {
				text := strings.Replace(lamp, "  "+c.to+"\n", "  "+c.from+"\n", 1)
				want := lamp
				switch c.name {
				case "a misspelt kind":
					text = strings.Replace(lamp, "kind: Lamp", "kind: Lmap", 1)
				case "another version":
					text = strings.Replace(lamp, "example.com/v1", "example.com/v2", 1)
				}
				if c.name == "a misspelt value" {
					text, want = strings.Replace(lamp, "color: red", c.from, 1), strings.Replace(lamp, "color: red", c.to, 1)
				}
				s := start(t, project(t, map[string]string{"crds/lamps.yaml": lampCRD, "lamp.yaml": text}), client)
				s.Open("lamp.yaml")
				s.Diagnostics("lamp.yaml")
				list := s.actionsAt("lamp.yaml", c.line)
				i := slices.IndexFunc(list, func(a protocol.CodeAction) bool { return a.IsPreferred })
				if i < 0 {
					t.Fatalf("nothing is preferred of %+v", list)
				}
				if got, _ := s.edited("lamp.yaml", text, &list[i]); got != want {
					t.Errorf("%q makes\n%s", list[i].Title, got)
				}
			})
		}
	}
}

// TestMissingFields: a field is added where it belongs, with a value that the schema accepts.
func TestMissingFields(t *testing.T) {
	text := "apiVersion: example.com/v1\nkind: Lamp\nmetadata:\n  name: desk\nspec:\n  color: red\n"
	s := start(t, project(t, map[string]string{"crds/lamps.yaml": lampCRD, "lamp.yaml": text}), fullClient)
	s.Open("lamp.yaml")
	got, _ := s.edited("lamp.yaml", text, s.choose(s.actionsAt("lamp.yaml", 5), `add the required field "watts"`))
	if !strings.HasPrefix(got, text+"  watts: ") {
		t.Errorf("got\n%s", got)
	}
}

// TestActionsOfCRDs: bounds that fit the budget, a comment, all fixes, a sample and a test.
func TestActionsOfCRDs(t *testing.T) {
	crd := strings.Replace(rowCRD, "names: {kind: Row, listKind: RowList, plural: rows, singular: row}", "names: {kind: Row, listKind: RowList, plural: rows, singular: Row}", 1)
	s := start(t, project(t, map[string]string{"crds/rows.yaml": crd}), fullClient)
	s.Open("crds/rows.yaml")
	found := s.Diagnostics("crds/rows.yaml")
	var cost uint32
	for _, d := range found {
		if strings.HasPrefix(d.Code, "cel-cost") {
			cost = d.Range.Start.Line + 1
		}
	}
	bounds := s.choose(s.actionsAt("crds/rows.yaml", cost, "quickfix"), "write the bounds that fit the budget")
	got, _ := s.edited("crds/rows.yaml", crd, bounds)
	if !strings.Contains(got, "maxItems: ") {
		t.Errorf("no bounds in\n%s", got)
	}
	s.Change("crds/rows.yaml", protocol.TextDocumentContentChangeEvent{Text: got})
	fixed, _ := s.edited("crds/rows.yaml", got, s.choose(s.actionsAt("crds/rows.yaml", 7, "source.fixAll"), "make all fixes"))
	if !strings.Contains(fixed, "singular: row}") {
		t.Errorf("the fix of lint is not in\n%s", fixed)
	}
	s.Change("crds/rows.yaml", protocol.TextDocumentContentChangeEvent{Text: fixed})
	for _, d := range s.Diagnostics("crds/rows.yaml") {
		if strings.HasPrefix(d.Code, "cel-cost") || d.Severity == protocol.SeverityError {
			t.Errorf("left: %s", editor.LineOf(&d))
		}
	}
	sample := s.choose(s.actionsAt("crds/rows.yaml", 7), "write a sample of Row")
	if _, created := s.edited("crds/rows.yaml", fixed, sample); !slices.Equal(created, []string{"example_v1_row.yaml"}) {
		t.Errorf("created %q", created)
	}
	rule := uint32(strings.Count(fixed[:strings.Index(fixed, "- rule: self.all")], "\n") + 1)
	test := s.choose(s.actionsAt("crds/rows.yaml", rule), "generate a test of this rule")
	if _, created := s.edited("crds/rows.yaml", fixed, test); !slices.Equal(created, []string{"rows.example.com.test.yaml"}) {
		t.Errorf("created %q", created)
	}
}

// TestIgnoring: the comment ends the finding.
func TestIgnoring(t *testing.T) {
	crd := lampCRD
	s := start(t, project(t, map[string]string{"crds/lamps.yaml": crd}), "{}")
	s.Open("crds/lamps.yaml")
	text := editor.LinesOf(s.Diagnostics("crds/lamps.yaml"))
	for _, d := range s.Diagnostics("crds/lamps.yaml") {
		if d.Code != "transition-bypass" {
			continue
		}
		got, _ := s.edited("crds/lamps.yaml", crd, s.choose(s.actionsAt("crds/lamps.yaml", d.Range.Start.Line+1), "ignore transition-bypass"))
		s.Change("crds/lamps.yaml", protocol.TextDocumentContentChangeEvent{Text: got})
		if after := editor.LinesOf(s.Diagnostics("crds/lamps.yaml")); strings.Contains(after, "[transition-bypass]") {
			t.Errorf("left:\n%s", after)
		}
		return
	}
	t.Fatalf("no finding of transition-bypass in\n%s", text)
}

// TestDecorations: hints are sent only if they are switched on; deprecated and dropped fields have tags.
func TestDecorations(t *testing.T) {
	row := "apiVersion: example.com/v1\nkind: Row\nmetadata:\n  name: a\nspec:\n  names: [a]\n  old: b\nstatus:\n  ready: true\n"
	crd := strings.Replace(strings.Replace(rowCRD, "type: array", "type: array\n                maxItems: 10", 1), "items: {type: string}", "items: {type: string, maxLength: 20}", 1)
	s := start(t, project(t, map[string]string{"crds/rows.yaml": crd, "row.yaml": row}), "{}")
	s.Open("row.yaml")
	var tags []string
	for _, d := range s.Diagnostics("row.yaml") {
		if d.Severity == protocol.SeverityHint {
			tags = append(tags, editor.LineOf(&d))
		}
	}
	want := []string{"7:3 4 Deprecated: use names. []", "8:1 4 the server drops it: "}
	if len(tags) != 2 || tags[0] != want[0] || !strings.HasPrefix(tags[1], want[1]) {
		t.Errorf("tags %q, want %q", tags, want)
	}
	hints := func(name string) (all []string) {
		var list []protocol.InlayHint
		s.Call("textDocument/inlayHint", protocol.RangeParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: s.URI(name)}, Range: protocol.Range{End: protocol.Position{Line: 1000}},
		}, &list)
		for _, h := range list {
			all = append(all, h.Label)
		}
		return all
	}
	if got := hints("row.yaml"); len(got) > 0 {
		t.Errorf("hints that are not switched on: %q", got)
	}
	s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"crdtool": map[string]any{"inlayHints": true}}})
	if got := hints("row.yaml"); !slices.Equal(got, []string{"+ size: 3"}) {
		t.Errorf("hints %q", got)
	}
	s.Open("crds/rows.yaml")
	if got := hints("crds/rows.yaml"); len(got) != 1 || !strings.HasSuffix(got[0], " % of the limit") {
		t.Errorf("hints %q", got)
	}
	document := protocol.DocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: s.URI("crds/rows.yaml")}}
	var tokens protocol.SemanticTokens
	s.Call("textDocument/semanticTokens/full", document, &tokens)
	if len(tokens.Data) < 5*10 || len(tokens.Data)%5 != 0 {
		t.Errorf("%d numbers of tokens", len(tokens.Data))
	}
	var folds []protocol.FoldingRange
	s.Call("textDocument/foldingRange", document, &folds)
	if len(folds) == 0 {
		t.Error("no folds")
	}
}
