package celrun

import (
	"math"
	"strings"

	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
)

// maxMade limits the bytes of strings and lists that one call makes. Go ends a process that requests more memory than
// there is, so that such a call must not begin; limitMemory of crdtool ends a run whose calls make too much together. A
// server has no such limit and runs out of memory.
const maxMade = 1 << 30

// bytesOfValue is the size of a value in a list.
const bytesOfValue = 16

// A resultSize returns how many bytes a call with these arguments would make.
type resultSize func(frame *interpreter.ExecutionFrame, args []ref.Val) (bytes int)

// resultSizes has the functions whose results may be much larger than their costs, by their names in the text or in
// cel-go.
var resultSizes = map[string]resultSize{
	"replace":     replaced,
	"join":        joined,
	"format":      formatted,
	"lists.range": ranged,
	"flatten":     flattened,
	"reverse":     copied,
	"slice":       copied,
	"sort":        copied,
	"distinct":    copied,
	"split":       split,
	operators.Add: added,
}

func replaced(_ *interpreter.ExecutionFrame, args []ref.Val) int {
	s, ok1 := args[0].(types.String)
	old, ok2 := args[1].(types.String)
	with, ok3 := args[2].(types.String)
	if !ok1 || !ok2 || !ok3 || len(with) <= len(old) {
		return 0
	}
	times := strings.Count(string(s), string(old))
	if len(args) == 4 {
		if limit, ok := args[3].(types.Int); ok && limit >= 0 {
			times = min(times, int(limit))
		}
	}
	return product(times, len(with)-len(old)) + len(s)
}

func joined(_ *interpreter.ExecutionFrame, args []ref.Val) int {
	list, ok := args[0].(traits.Lister)
	if !ok {
		return 0
	}
	made := 0
	if len(args) == 2 {
		if between, ok := args[1].(types.String); ok {
			made = product(length(list), len(between))
		}
	}
	for i := range length(list) {
		if s, ok := list.Get(types.Int(i)).(types.String); ok {
			if made += len(s); made > maxMade {
				break
			}
		}
	}
	return made
}

// formatted counts each value of the list once, as the function does, and the precision of numbers.
func formatted(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	s, ok := args[0].(types.String)
	if !ok || len(args) < 2 {
		return 0
	}
	w := walk{frame: frame, quotes: true}
	w.value(args[1])
	made := len(s) + w.bytes + product(w.values, bytesOfValue)
	for _, digits := range strings.Split(string(s), "%.")[1:] {
		precision := 0
		for _, c := range []byte(digits) {
			if c < '0' || c > '9' || precision > maxMade {
				break
			}
			precision = precision*10 + int(c-'0')
		}
		if made += precision; made > maxMade {
			break
		}
	}
	return made
}

func ranged(_ *interpreter.ExecutionFrame, args []ref.Val) int {
	n, ok := args[0].(types.Int)
	if !ok || n < 0 {
		return 0
	}
	return product(int(n), bytesOfValue)
}

func flattened(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	w := walk{frame: frame}
	w.value(args[0])
	return product(w.values, bytesOfValue)
}

func copied(_ *interpreter.ExecutionFrame, args []ref.Val) int {
	if list, ok := args[0].(traits.Lister); ok {
		return product(length(list), bytesOfValue)
	}
	return 0
}

func split(_ *interpreter.ExecutionFrame, args []ref.Val) int {
	s, ok1 := args[0].(types.String)
	by, ok2 := args[1].(types.String)
	if !ok1 || !ok2 {
		return 0
	}
	return product(strings.Count(string(s), string(by))+1, 2*bytesOfValue)
}

// added is for lists, whose cost does not depend on their lengths. The cost of strings does.
func added(_ *interpreter.ExecutionFrame, args []ref.Val) int {
	a, ok1 := args[0].(traits.Lister)
	b, ok2 := args[1].(traits.Lister)
	if !ok1 || !ok2 {
		return 0
	}
	if _, grows := a.(traits.MutableLister); grows {
		return 0 // the step of map and filter, whose cost depends on the added items
	}
	return product(length(a)+length(b), bytesOfValue)
}

// walk counts the values inside a value. A value at several places counts at each, as it is visited there.
type walk struct {
	frame         *interpreter.ExecutionFrame
	values, bytes int
	quotes        bool // strings and keys of maps are quoted
}

// manyValues is the number of values between two checks of the context.
const manyValues = 4096

func (w *walk) value(v ref.Val) {
	w.values++
	if w.values%manyValues == 0 {
		endIfDone(w.frame)
	}
	switch v := v.(type) {
	case types.String:
		w.text(string(v))
	case types.Bytes:
		w.bytes += len(v)
	case traits.Lister:
		for i := range length(v) {
			w.value(v.Get(types.Int(i)))
		}
	case traits.Mapper:
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			if s, ok := key.(types.String); ok && w.quotes {
				w.text(string(s))
			}
			w.value(v.Get(key))
		}
	}
}

// text counts a string. Quoting makes escaped characters longer.
func (w *walk) text(s string) {
	w.bytes += len(s)
	if !w.quotes || w.bytes > maxMade {
		return
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ':
			w.bytes += 3
		case c == '"' || c == '\\' || c == 0x7f:
			w.bytes++
		case c >= 0x80:
			w.bytes += 2 // if the character is not printable
		}
	}
}

func length(v traits.Sizer) int {
	n, _ := v.Size().(types.Int)
	return int(n)
}

// product multiplies, up to a limit that is too large for any result.
func product(a, b int) int {
	const most = min(1<<40, math.MaxInt/2) // two products can be added
	if a > 0 && b > most/a {
		return most
	}
	return a * b
}
