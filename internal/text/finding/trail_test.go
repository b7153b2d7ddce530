package finding_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

func TestTrailIsPrintedAsItsPath(t *testing.T) {
	var trail finding.Trail
	for i := range 5 {
		for _, name := range []string{"", "a", "a.b"} {
			if got, want := string(trail.AppendServer(nil)), trail.Path().Server(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if got, want := string(trail.AppendServer([]byte("x"))), "x"+trail.Path().Server(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			trail.Enter(name)
		}
		trail.EnterIndex(i)
	}
	for len(trail) > 0 {
		if got, want := string(trail.AppendServer(nil)), trail.Path().Server(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		trail.Leave()
	}
}
