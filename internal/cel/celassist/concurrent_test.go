package celassist

import (
	"sync"
	"testing"

	"github.com/crdtool/crdtool/kube"
)

// TestAssistantIsConcurrent uses one assistant for several schemas at a time, from its first answer on.
func TestAssistantIsConcurrent(t *testing.T) {
	a := New([]kube.Version{kube.Latest})
	tree := sampleTree(t)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			s := a.Schema(tree)
			for _, text := range seeds {
				askAll(t, s.Expression(text, Place{}), len(text)/2)
			}
		})
	}
	wait.Wait()
}
