package server_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
)

const lampSuite = `apiVersion: crdtool/v1
kind: TestSuite
name: lamps
tests:
- name: too bright
  create:
    apiVersion: example.com/v1
    kind: Lamp
    metadata: {name: a}
    spec: {watts: 600}
  refused: should be less than or equal to 100
- name: red
  create:
    apiVersion: example.com/v1
    kind: Lamp
    metadata: {name: a}
    spec: {watts: 60, color: red}
`

// TestSuites: errors of a suite are shown while it is edited, and failures of its tests once it is saved. They follow the
// CRD that is being edited.
func TestSuites(t *testing.T) {
	c := editor.Start(t, project(t, map[string]string{".crdtool.yaml": "profile: server\n", "crds/lamps.yaml": lampCRD, "test/lamps.yaml": lampSuite}), "{}")
	c.Open("test/lamps.yaml")
	expect(t, c, "test/lamps.yaml", "")
	invalid := strings.Replace(lampSuite, "name: lamps", "nam: lamps", 1)
	c.Change("test/lamps.yaml", protocol.TextDocumentContentChangeEvent{Text: invalid})
	expect(t, c, "test/lamps.yaml", "3:1 1 a suite has no field \"nam\"; did you mean \"name\"? []\n")

	failing := strings.Replace(lampSuite, "600}", "60}", 1)
	c.Change("test/lamps.yaml", protocol.TextDocumentContentChangeEvent{Text: failing})
	expect(t, c, "test/lamps.yaml", "")
	c.Save("test/lamps.yaml", failing)
	c.WaitFor("test/lamps.yaml", func(list []protocol.Diagnostic) bool {
		return strings.HasPrefix(editor.LinesOf(list), "11:1 1 too bright: expected refused")
	})
	c.Open("crds/lamps.yaml", strings.Replace(lampCRD, "enum: [red, green]", "enum: [blue, green]", 1))
	c.WaitFor("test/lamps.yaml", func(list []protocol.Diagnostic) bool {
		return strings.Contains(editor.LinesOf(list), " red: expected accepted, got refused")
	})
}
