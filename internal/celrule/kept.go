package celrule

import "github.com/crdtool/crdtool/internal/recent"

// kept are expressions that were compiled, of this turn and of the one before. CRDs of a
// folder have rules in common, and versions of a CRD have most.
type kept struct {
	expressions      recent.Map[cacheKey, *Expression]
	size, sizeBefore int // of their texts
}

const (
	// manyKept is how many expressions begin a new turn with the next schema: more than a
	// CRD has that somebody wrote.
	manyKept = 1 << 10
	// These bound what is kept of a CRD with more.
	mostKept     = 1 << 14
	mostKeptText = 1 << 20
)

// find returns an expression, nil if there is none.
func (k *kept) find(key cacheKey) *Expression {
	_, before := k.expressions.Len()
	x, _ := k.expressions.Find(key)
	if _, left := k.expressions.Len(); left < before {
		k.size += len(key.text)
		k.sizeBefore -= len(key.text)
	}
	return x
}

// full reports whether nothing more is kept.
func (k *kept) full() bool {
	now, _ := k.expressions.Len()
	return now >= mostKept || k.size >= mostKeptText
}

// keep adds an expression, unless there are too many.
func (k *kept) keep(key cacheKey, x *Expression) bool {
	if k.full() {
		return false
	}
	k.expressions.Keep(key, x)
	k.size += len(key.text)
	if now, before := k.expressions.Len(); now+before > mostKept || k.size+k.sizeBefore > mostKeptText {
		k.expressions.Forget()
		k.sizeBefore = 0
	}
	return true
}

// next begins a new turn, if there are many expressions of this one.
func (k *kept) next() bool {
	if !k.expressions.Turn(manyKept) {
		return false
	}
	k.size, k.sizeBefore = 0, k.size
	return true
}
