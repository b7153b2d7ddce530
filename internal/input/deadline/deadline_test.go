package deadline

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestRun(t *testing.T) {
	for _, limit := range []time.Duration{0, time.Hour} {
		if got, err := Run(limit, "a.yaml", func(w *Watch) int { w.Begin("a.yaml", 3); return 7 }); got != 7 || err != nil {
			t.Errorf("with the limit %v: %d, %v", limit, got, err)
		}
	}
}

// TestRunEnds: Run gives up at the document that takes too long, and the work can tell.
func TestRunEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var before, after bool
		_, err := Run(time.Minute, "a.yaml", func(w *Watch) int {
			w.Begin("a.yaml", 12)
			before = w.GivenUp()
			time.Sleep(time.Hour)
			after = w.GivenUp()
			return 0
		})
		var exceeded *Exceeded
		if !errors.As(err, &exceeded) || exceeded.At != "a.yaml:12" || exceeded.Limit != time.Minute {
			t.Errorf("%v", err)
		}
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if before || !after {
			t.Errorf("given up: %v before the limit, %v after it", before, after)
		}
	})
}

// TestEachDocumentHasTheTime: many documents together may take longer than one.
func TestEachDocumentHasTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, err := Run(time.Minute, "a.yaml", func(w *Watch) int {
			for i := range 8 {
				w.Begin("a.yaml", i)
				time.Sleep(50 * time.Second)
			}
			return 0
		})
		if err != nil {
			t.Error(err)
		}
	})
}
