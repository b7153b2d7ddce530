package diffrun

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestRefusedBefore: what the server refuses in the old CRD and in the new one alike is told once, and is no breaking
// change; what it refuses in the new one alone is one.
func TestRefusedBefore(t *testing.T) {
	change := func(edits ...string) *source.Document {
		return source.Read("a.yaml", []byte(strings.NewReplacer(edits...).Replace(manyFieldsText(1, "{type: string}")))).Documents[0]
	}
	good := change()
	const scope, group, kind = "scope: Namespaced", "group: example.com", "kind: Widget,"
	for _, c := range []struct {
		name           string
		old, now       *source.Document
		breaking, same int
		verdict        string
	}{
		{"the same", change(scope, "scope: namespaced"), change(scope, "scope: namespaced", "type: string", "type: string, description: a"), 0, 1, "patch"},
		{"two that are the same", change(scope, "scope: namespaced", group, "group: Example.com"), change(scope, "scope: namespaced", group, "group: Example.com", "type: string", "type: string, description: a"), 0, 1, "patch"},
		{"another as well", change(scope, "scope: namespaced"), change(scope, "scope: namespaced", kind, "kind: widget-,"), 1, 1, "major"},
		{"a new one", good, change(scope, "scope: namespaced"), 1, 0, "major"},
		{"fixed", change(scope, "scope: namespaced"), good, 0, 0, "minor"},
		{"fixed, and another scope", change(group, "group: Example.com"), change(scope, "scope: Cluster"), 1, 0, "major"},
	} {
		out := New(kube.Latest, Options{}).Compare(c.old, c.now)
		breaking, same := 0, 0
		for _, change := range out.Changes {
			switch {
			case change.Code != installRefused:
			case change.Breaking:
				breaking++
			case strings.HasPrefix(change.Message, "the server refuses the CRD, as it refuses the old one: "):
				same++
			}
		}
		if breaking < c.breaking || breaking > 0 != (c.breaking > 0) || same != c.same || c.verdict != "" && out.Verdict != c.verdict {
			t.Errorf("%s: %s, %d refusals are breaking, %d are the same: %+v", c.name, out.Verdict, breaking, same, out.Changes)
		}
	}
}
