package celrule

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
)

// TestNestsOfOlderServers compiles nested expressions by the checker that servers had until Kubernetes 1.28.
func TestNestsOfOlderServers(t *testing.T) {
	v, err := kube.ParseVersion("1.27")
	if err != nil {
		t.Fatal(err)
	}
	of := behaviour.Of(v).CEL
	b, err := newBase(of, of.Stored, present(of.Stored))
	if err != nil {
		t.Fatal(err)
	}
	s := mustScope(t, b, Decl(sampleSchema(), false), false)
	maps := strings.Repeat("{'a': ", 10) + "self.a" + strings.Repeat("}", 10)
	for text, good := range map[string]bool{
		maps + strings.Repeat("['a']", 10) + " > 1": true,
		maps + " == 1": false,
		strings.Repeat("self.l != [] && ", 300) + "true": true,
	} {
		x, err := b.compile(text, &ruleKind, s)
		if err != nil || (x.Error == nil) != good {
			t.Errorf("%.60s: %v, %v", text, x, err)
		}
	}
}
