package server_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
)

// TestItemsOfExpressionsFitTheText: a rule is completed behind its key, behind a space and in quotes of YAML. Editors drop
// an item whose range is not around the cursor on its line, or whose filter does not begin with the text that it replaces.
func TestItemsOfExpressionsFitTheText(t *testing.T) {
	root := project(t, map[string]string{"crd.yaml": lampCRD})
	c := editor.Start(t, root, `{}`)
	for _, test := range []struct{ rule, label, text string }{
		{"rule: |", "self", "self"},
		{"rule:  |", "self", "self"},
		{"rule: self == |", "oldSelf", "oldSelf"},
		{"rule: | == oldSelf", "self", "self"},
		{"rule: 'self == ''re|''", "'red'", "''red''"},
		{"rule: 'self == |'", "'red'", "''red''"},
		{`rule: "self == \"re|\""`, `"red"`, `\"red\"`},
		{"rule: self == 're| && self != 'a'", "'red'", "'red'"},
		{"rule: self == 'red'\n                  | 'a'", "==", "=="},
	} {
		text := strings.Replace(lampCRD, "enum: [red, green], x-kubernetes-validations: [{rule: self == oldSelf, message: color is immutable}]}",
			"enum: [red, green], x-kubernetes-validations: [{rule: 'true'}]}", 1)
		text = strings.Replace(text, "color: {type: string, enum: [red, green], x-kubernetes-validations: [{rule: 'true'}]}",
			"color:\n                type: string\n                enum: [red, green]\n                x-kubernetes-validations:\n                - "+test.rule, 1)
		at := strings.Index(text, "- "+test.rule) + 2 + strings.IndexByte(test.rule, '|')
		text = text[:at] + text[at+1:]
		l := lines.Of([]byte(text))
		c.Open("crd.yaml", text)
		var list protocol.CompletionList
		c.Call("textDocument/completion", protocol.TextDocumentPositionParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: c.URI("crd.yaml")}, Position: l.Position(at, lines.UTF16),
		}, &list)
		found := false
		for _, i := range list.Items {
			start, end := l.Offset(i.TextEdit.Range.Start, lines.UTF16), l.Offset(i.TextEdit.Range.End, lines.UTF16)
			if start > at || end < at || strings.Contains(text[start:end], "\n") {
				t.Errorf("%q: %s replaces %d to %d at %d", test.rule, i.Label, start, end, at)
			}
			if i.Label != test.label {
				continue
			}
			found = true
			filter := i.FilterText
			if filter == "" {
				filter = i.Label
			}
			if i.TextEdit.NewText != test.text || !strings.HasPrefix(filter, text[start:at]) {
				t.Errorf("%q: %s replaces %q by %s and is filtered by %s, want %s", test.rule, i.Label, text[start:at], i.TextEdit.NewText, filter, test.text)
			}
		}
		if !found {
			t.Errorf("%q: %s is not offered", test.rule, test.label)
		}
		c.Close("crd.yaml")
	}
}
