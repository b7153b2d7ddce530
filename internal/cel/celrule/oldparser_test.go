package celrule

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
)

// notAsOldParser are texts that nobody writes, of which crdtool says something else: what is optional
// has no expression, stands in a condition, or stands in what is optional.
var notAsOldParser = map[string]bool{"[a,?]": true, "{a: b, ?}": true, "a ? [b, ?c] : d": true, "{?a: [?b]}": true}

// TestOlderParser compares the syntax errors of Kubernetes 1.27 with those that its own parser was
// recorded with (conformance/oldparser): how deep an expression may be nested, and what it says of
// optional syntax, which it has not.
func TestOlderParser(t *testing.T) {
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
	file, err := os.Open("testdata/oldparser.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		var recorded struct{ Text, Errors string }
		if err := json.Unmarshal(lines.Bytes(), &recorded); err != nil {
			t.Fatal(err)
		}
		n++
		_, issues, err := b.check(recorded.Text, s)
		if err != nil {
			t.Errorf("%.80q: %v", recorded.Text, err)
			continue
		}
		got := ""
		if issues.Err() != nil {
			got = issues.String()
		}
		if syntax := strings.Contains(got, "Syntax error") || strings.Contains(got, "recursion"); !syntax && recorded.Errors == "" {
			continue // its types may still be wrong
		}
		if (got != recorded.Errors) != notAsOldParser[recorded.Text] {
			t.Errorf("%.80q:\ngot  %.400s\nwant %.400s", recorded.Text, got, recorded.Errors)
		}
	}
	if err := lines.Err(); err != nil || n < 300 {
		t.Errorf("%d texts were compared: %v", n, err)
	}
}
