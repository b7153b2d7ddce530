package witness

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// base is an object with a value at a place, to make others from. Where the CRD of now
// refuses it for the sake of another change, as where the value of an enum is gone that a
// required field has in it, it is made from an object that both accept, if there is one:
// what is refused for another change shows nothing of this one.
func (x *differing) base(held []finding.Segment) map[string]any {
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

// ofBoth takes as much of an object from now's CRD as that has of the way to the place, and
// the rest from the first; the value at the place at least if it is to be refused.
func (x *differing) ofBoth(first map[string]any, held []finding.Segment, refused bool) map[string]any {
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
