package lint

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
)

// TestStrictReportsNestedDefaults reports defaults that an absent object leaves out, and that a
// default of the object makes apply.
func TestStrictReportsNestedDefaults(t *testing.T) {
	text := rules.Document("injector:\n  type: object\n  required: [enable]\n  properties: {enable: {type: boolean, default: true}}\n")
	got := linterFor(t, rules.Find("default-under-absent")).File(source.Read("crd.yaml", []byte(text)), Options{Rules: rules.Of(rules.Strict)})
	for _, f := range got.Findings {
		if f.Rule == "default-under-absent" && strings.HasSuffix(f.Help, `add to the object: default: {"enable":true}`) {
			return
		}
	}
	t.Errorf("found: %s", listed(got.Findings))
}
