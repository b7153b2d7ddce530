package hostile

import (
	"sync"

	"github.com/crdtool/crdtool/internal/source"
)

// within is a family that grows up to the most CEL that is read: beyond that it would only show how
// soon a CRD is left out.
func within(f Family) Family {
	crd := f.CRD
	most := sync.OnceValue(func() int {
		read := func(n int) bool { return len(source.Read("crd.yaml", []byte(New(crd(n)))).Documents) > 0 }
		low, high := 0, 64
		for ; read(high) && high < 1<<16; high *= 2 {
			low = high
		}
		for high-low > 1 {
			if middle := (low + high) / 2; read(middle) {
				low = middle
			} else {
				high = middle
			}
		}
		return low
	})
	f.CRD = func(n int) string {
		if n > 64 {
			n = min(n, most())
		}
		return crd(n)
	}
	return f
}
