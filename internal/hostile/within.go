package hostile

import (
	"sync"

	"github.com/crdtool/crdtool/internal/source"
)

// isRead reports whether a CRD is read, and not left out for its rules.
func isRead(text string) bool { return len(source.Read("crd.yaml", []byte(New(text))).Documents) > 0 }

// within is a family that grows up to the most CEL that is read: beyond that it would only show how
// soon a CRD is left out.
func within(f Family) Family {
	crd := f.CRD
	most := sync.OnceValue(func() int {
		low, high := 0, 8
		for high < 1<<16 && isRead(crd(high)) {
			low, high = high, 2*high
		}
		for high-low > 1 {
			if middle := (low + high) / 2; isRead(crd(middle)) {
				low = middle
			} else {
				high = middle
			}
		}
		return low
	})
	f.CRD = func(n int) string {
		if text := crd(n); isRead(text) {
			return text
		}
		return crd(most())
	}
	return f
}
