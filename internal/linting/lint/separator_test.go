package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestMissingSeparator: two objects without a line between them are one finding for each that begins within
// another, and no fix removes the head of the second.
func TestMissingSeparator(t *testing.T) {
	const crd = mergeKeyCRD + "          a: {type: string}\n"
	other := strings.Replace(crd, "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n", "kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\n", 1)
	crdLines := strings.Count(crd, "\n")
	for _, c := range []struct {
		name, text string
		lines      []int
	}{
		{"two", crd + crd, []int{crdLines + 1}},
		{"three", crd + other + crd, []int{crdLines + 1, 2*crdLines + 1}},
		{"with comments", crd + "# the next\n\n" + other, []int{crdLines + 3}},
		{"without a kind", crd + strings.Replace(crd, "kind: CustomResourceDefinition\n", "", 1), []int{crdLines + 1}},
		{"one", crd, nil},
		{"with a line between them", crd + "---\n" + crd, nil},
	} {
		f := source.Read("crd.yaml", []byte(c.text))
		var lines []int
		for _, found := range New(kube.Latest).File(f, Options{}).Findings {
			lines = append(lines, found.Line)
			if want := fmt.Sprintf("\"---\" is missing before line %d", found.Line); !strings.HasPrefix(found.Message, want) || found.Fix != nil {
				t.Errorf("%s: line %d: %s (fix: %v)", c.name, found.Line, found.Message, found.Fix)
			}
		}
		if fmt.Sprint(lines) != fmt.Sprint(c.lines) {
			t.Errorf("%s: findings at lines %v, want %v", c.name, lines, c.lines)
		}
	}
	// A single field that stands twice is that.
	twice := New(kube.Latest).File(source.Read("crd.yaml", []byte(crd+"kind: CustomResourceDefinition\n")), Options{})
	if len(twice.Findings) != 1 || !strings.HasPrefix(twice.Findings[0].Message, `field "kind" is set twice`) {
		t.Errorf("a second kind: %v", twice.Findings)
	}
}
