package deadline

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestRun(t *testing.T) {
	for _, limit := range []time.Duration{0, time.Hour} {
		if got, err := Run(limit, "a.yaml", func(w *Watch) int { w.Begin("a.yaml", 3); return 7 }); got != 7 || err != nil {
			t.Errorf("with the limit %v: %d, %v", limit, got, err)
		}
	}
}

// TestRunEnds: the work is given up at the document that takes too long, and not for those before.
func TestRunEnds(t *testing.T) {
	stop := make(chan bool)
	defer close(stop)
	_, err := Run(time.Millisecond, "a.yaml", func(w *Watch) int {
		w.Begin("a.yaml", 12)
		<-stop
		return 0
	})
	var exceeded *Exceeded
	if !errors.As(err, &exceeded) || exceeded.At != "a.yaml:12" && exceeded.At != "a.yaml:1" || !strings.Contains(err.Error(), "--document-timeout") {
		t.Errorf("%v", err)
	}
}

// TestEachDocumentHasTheTime: many documents together may take longer than one.
func TestEachDocumentHasTheTime(t *testing.T) {
	const limit = 300 * time.Millisecond
	_, err := Run(limit, "a.yaml", func(w *Watch) int {
		for i := range 8 {
			w.Begin("a.yaml", i)
			time.Sleep(limit / 6)
		}
		return 0
	})
	if err != nil {
		t.Error(err)
	}
}
