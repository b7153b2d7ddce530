package sample

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// maxCandidates limits the values that are tried for a leaf.
const maxCandidates = 200

// leaf returns the nth value that the server's validator accepts. If there are fewer it counts around, and if
// there is none it returns the first value that it tried.
func (b *builder) leaf(sh *shape, t turn) any {
	good := b.leaves(sh, t, t.nth+1)
	return good[t.nth%len(good)]
}

// leaves returns up to n values that fit a leaf; if there are none, the first that was tried.
func (b *builder) leaves(sh *shape, t turn, n int) []any {
	fits := b.fitting(sh)
	var good []any
	var first any
	tried := 0
	b.candidates(sh, t, func(candidate any) bool {
		tried++
		if first == nil {
			first = candidate
		}
		switch {
		case contains(good, candidate):
		case fits(candidate):
			good = append(good, candidate)
		}
		return len(good) < n && tried < maxCandidates
	})
	if len(good) == 0 {
		return []any{first}
	}
	return good
}

// fitting returns a function that reports whether a value fits a shape.
func (b *builder) fitting(sh *shape) func(any) bool {
	takers := make([]*validate.Checker, len(sh.schemas))
	for i, s := range sh.schemas {
		takers[i] = validate.ObjectChecker(s, b.behaviour)
	}
	return func(v any) bool {
		return !slices.ContainsFunc(takers, func(t *validate.Checker) bool { return !t.Accepts(v) })
	}
}

// candidates calls more with values for a leaf, the most plausible first, until it returns false.
func (b *builder) candidates(sh *shape, t turn, more func(any) bool) {
	stopped := false
	give := func(v any) bool {
		stopped = stopped || !more(v)
		return !stopped
	}
	if d := sh.schemas[0].Default; d != nil {
		give(d)
	}
	enum := false
	sh.each(func(s *schema.Schema) {
		for _, v := range s.Enum {
			enum = true
			if v != "" { // the empty string is not plausible
				give(v)
			}
		}
	})
	if enum {
		give("")
		return
	}
	if e := sh.schemas[0].Example(); e != nil {
		give(e)
	}
	switch typ := sh.typ(); typ {
	case "boolean":
		give(true)
		give(false)
	case "integer", "number":
		b.numbers(sh, t, give)
	case intOrString:
		if hasPattern(sh) {
			b.texts(sh, t, give)
		}
		b.numbers(sh, t, give)
		b.texts(sh, t, give)
	default:
		b.texts(sh, t, give)
	}
}

func hasPattern(sh *shape) bool {
	found := false
	sh.each(func(s *schema.Schema) { found = found || s.Pattern != "" })
	return found
}

func contains(list []any, v any) bool {
	for _, have := range list {
		if reflect.DeepEqual(have, v) {
			return true
		}
	}
	return false
}

// numbered returns the ith name of several.
func numbered(name string, i int) string {
	if i == 0 {
		return name
	}
	return name + "-" + strconv.Itoa(i+1)
}
