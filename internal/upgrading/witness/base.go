package witness

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// base returns an object with a value at a place, from which others are made. The new CRD may refuse it because of
// another change, such as a removed enum value of a required field. Such a refusal shows nothing about this
// change, so base then tries to make an object that both CRDs accept.
func (x *differSearch) base(held []finding.Segment) map[string]any {
	first := x.p.holding(x.Version, held)
	if first == nil {
		return nil
	}
	after := x.now.createSilently(first)
	if after.APIServer.Accepted || after.Stopped != nil || x.refusedAlone(after) {
		return first
	}
	if o := x.ofBoth(first, held, x.refused(after)); o != nil {
		return o
	}
	return first
}

// ofBoth takes as much of an object of the new CRD as that has on the path to the place, and the rest from first.
// If the value at the place is to be refused, it comes from first.
func (x *differSearch) ofBoth(first map[string]any, held []finding.Segment, refused bool) map[string]any {
	n := len(held)
	if refused && n > 0 {
		n--
	}
	for ; n >= 0; n-- {
		o := x.now.holding(x.Version, held[:n])
		if o == nil {
			continue
		}
		if n < len(held) {
			v, there := jsonvalue.At(first, held[:n+1])
			o = runtime.DeepCopyJSON(o)
			if !there || !jsonvalue.Set(o, held[:n+1], v) {
				return nil
			}
		}
		if !accepted(x.p.create(o)) {
			return nil
		}
		if after := x.now.createSilently(o); accepted(after) || x.refusedAlone(after) {
			return o
		}
		return nil
	}
	return nil
}
