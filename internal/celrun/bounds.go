package celrun

import (
	"math"
	"strings"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
	celconfig "k8s.io/apiserver/pkg/apis/cel"

	"github.com/crdtool/crdtool/internal/regexshape"
)

const (
	// maxMade is how many bytes of strings and lists one evaluation makes by functions whose cost
	// does not say how much they make. It keeps the memory of the process bounded: a server has no
	// such limit, and runs out of memory.
	maxMade = 1 << 30
	// The limits of an evaluation in a search (Used.Search): what it makes, how many bytes of long
	// strings, lists and maps the rules of an object look at, and how many values one call looks at.
	maxSearchMade   = 64 << 20
	maxSearchLooked = 256 << 20
	maxSearchValues = 4 << 20
	// longText is the length of strings that are counted. An item of a list or a map counts
	// bytesOfItem where it is made ready to be read, and bytesOfCompared where it is read: that
	// takes as long.
	longText        = 4 << 10
	bytesOfItem     = 32
	bytesOfCompared = 64
	// bytesOfPatternStep is for a step of a regular expression at a byte of a text. CEL goes by the
	// length of the expression, which says little of how many steps there are.
	bytesOfPatternStep = 2
	// bytesOfMatch is for each of all matches of a regular expression, of which there may be as many
	// as the text has bytes.
	bytesOfMatch = 128
	// bytesOfFormatted is for each value that is written as a text, bytesOfFraction for one with a
	// fraction.
	bytesOfFormatted = 256
	bytesOfFraction  = 8 << 10
)

// bytesOfValue is the size of a value in a list.
const bytesOfValue = 16

// UsedName is the variable that counts what an evaluation takes. Its value is a *Used.
const UsedName = "@used"

// Used is what evaluations take that does not show in what they cost.
type Used struct {
	// Made are the bytes that one evaluation makes, and Looked those that the rules of an object
	// look at.
	Made, Looked int64
	// Search ends evaluations that take long: they are those of a search, which tries many values.
	// The evaluations of a user's objects end by what they cost alone, as on a server.
	Search bool

	read map[string]bool // what the evaluation compiled or read, see reads
}

// Begin begins another evaluation for the same object.
func (u *Used) Begin() { u.Made, u.read = 0, nil }

// reads counts the bytes that it takes to compile or read something, once in an evaluation. It does
// so also where that is cached: what an evaluation takes must not depend on others.
func (u *Used) reads(name string, bytes int) {
	if u == nil || u.read[name] {
		return
	}
	if u.read == nil {
		u.read = map[string]bool{}
	}
	u.read[name] = true
	u.looksAt(bytes)
}

// looksAt counts the bytes that a call looks at. It ends the evaluation of a search that looks at
// too many. A nil Used counts nothing.
func (u *Used) looksAt(bytes int) {
	if u == nil {
		return
	}
	u.Looked += int64(bytes)
	if u.Search && u.Looked > maxSearchLooked {
		stop("the rules look at more than %d MiB of strings, lists and maps", maxSearchLooked>>20)
	}
}

// make counts the bytes that a call makes, and ends an evaluation that makes too many.
func (u *Used) make(bytes int) {
	if u == nil {
		return
	}
	limit := int64(maxMade)
	if u.Search {
		limit = maxSearchMade
	}
	if u.Made += int64(bytes); u.Made > limit {
		stop("it makes strings and lists of more than %d MiB", limit>>20)
	}
	u.looksAt(bytes)
}

// Again counts what an evaluation took before that is not made again, and reports whether it would
// end as it did.
func (u *Used) Again(made, looked int64) bool {
	if u.Search && u.Looked+looked > maxSearchLooked {
		return false
	}
	u.Made, u.Looked = made, u.Looked+looked
	return true
}

// A bound looks at the arguments of a call before it is made, and returns the bytes
// that it is about to make, or tooExpensive. It stops calls that do too much.
type bound func(frame *interpreter.ExecutionFrame, args []ref.Val) (made int)

// tooExpensive says that the arguments alone make the call cost more than a call
// may. There is no need to make it: cel-go ends the evaluation when it counts it.
const tooExpensive = -1

// bounds are those of functions with a cost that is not known before, or does not
// say what they do: by function, as it is written or cel-go calls it.
var bounds = map[string]bound{
	"replace":        replaced,
	"join":           joined,
	"format":         formatted,
	"lists.range":    ranged,
	"flatten":        flattened,
	"reverse":        copied,
	"slice":          copied,
	"split":          split,
	"sort":           compared,
	"distinct":       compared,
	"indexOf":        searched,
	"lastIndexOf":    searched,
	"includes":       searched,
	operators.Add:    added,
	operators.Equals: compares, operators.NotEquals: compares,
	operators.In:       looksIn,
	"sets.contains":    crossed,
	"sets.intersects":  crossed,
	"sets.equivalent":  crossed,
	overloads.Contains: contained,
	overloads.Matches:  matched,
	"find":             matched,
	"findAll":          foundAll,
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

// formatted counts each value of the list once, as does the function, and the
// precision of numbers.
func formatted(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	s, ok := args[0].(types.String)
	if !ok || len(args) < 2 {
		return 0
	}
	w := walk{frame: frame, quotes: true}
	w.value(args[1])
	usedBy(frame).looksAt(product(w.values, bytesOfFormatted) + bytesOfFraction*fractions(string(s)))
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

// fractions counts the verbs of a format for numbers with a fraction, which are written as in a
// language: that takes a hundred times as long as others.
func fractions(format string) (n int) {
	for _, verb := range strings.Split(strings.ReplaceAll(format, "%%", ""), "%")[1:] {
		verb = strings.TrimLeft(verb, ".0123456789")
		if strings.HasPrefix(verb, "f") || strings.HasPrefix(verb, "e") {
			n++
		}
	}
	return n
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

// compared is for what compares each value of a list with each other. It costs
// twice the square of the length.
func compared(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	list, ok := args[0].(traits.Lister)
	if !ok {
		return 0
	}
	if n := length(list); 2*product(n, n) > celconfig.PerCallLimit {
		return tooExpensive
	}
	return copied(frame, args)
}

func searched(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	if _, ok := args[0].(traits.Lister); ok {
		walked(frame, args)
	}
	return 0
}

// added is for lists, which cost the same however long they are; strings cost what they have.
func added(_ *interpreter.ExecutionFrame, args []ref.Val) int {
	a, ok1 := args[0].(traits.Lister)
	b, ok2 := args[1].(traits.Lister)
	if !ok1 || !ok2 {
		return 0
	}
	if _, grows := a.(traits.MutableLister); grows {
		return 0 // the step of map and filter, which costs what it adds
	}
	return product(length(a)+length(b), bytesOfValue)
}

// walked is for what looks at all values in lists and maps.
func walked(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	w := walk{frame: frame}
	for _, a := range args {
		w.value(a)
	}
	usedBy(frame).looksAt(product(w.values, bytesOfCompared))
	return 0
}

// compares is walked for two values that are compared: those of different sizes are not looked
// into.
func compares(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	if container(args[0]) && container(args[1]) && sizeOf(args[0]) == sizeOf(args[1]) {
		return walked(frame, args)
	}
	return 0
}

func container(v ref.Val) bool {
	switch v.(type) {
	case traits.Lister, traits.Mapper:
		return true
	}
	return false
}

// looksIn is for a value that is looked for in a list; a map is asked for it.
func looksIn(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	if _, ok := args[1].(traits.Mapper); ok {
		return 0
	}
	return walked(frame, args)
}

// crossed is for what compares each value of a list with each of another. It costs
// the product of their lengths.
func crossed(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	a, ok1 := args[0].(traits.Lister)
	b, ok2 := args[1].(traits.Lister)
	if ok1 && ok2 && product(length(a), length(b)) > celconfig.PerCallLimit {
		return tooExpensive
	}
	return walked(frame, args)
}

// contained and matched are for functions of which the cost is the product of the
// lengths of two strings, each times a factor; see runtimecost.go of cel-go.
func contained(_ *interpreter.ExecutionFrame, args []ref.Val) int {
	return expensive(args, common.StringTraversalCostFactor*common.StringTraversalCostFactor)
}

func matched(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	if expensive(args, common.StringTraversalCostFactor*common.RegexStringLengthCostFactor) == tooExpensive {
		return tooExpensive
	}
	text, ok1 := args[0].(types.String)
	pattern, ok2 := args[1].(types.String)
	if ok1 && ok2 {
		steps := product(len(text)+1, regexshape.Width(string(pattern)))
		usedBy(frame).looksAt(product(steps, bytesOfPatternStep))
	}
	return 0
}

func foundAll(frame *interpreter.ExecutionFrame, args []ref.Val) int {
	made := matched(frame, args)
	if text, ok := args[0].(types.String); ok && made != tooExpensive {
		usedBy(frame).looksAt(product(len(text)+1, bytesOfMatch))
	}
	return made
}

func expensive(args []ref.Val, factor float64) int {
	text, ok1 := args[0].(types.String)
	part, ok2 := args[1].(types.String)
	if ok1 && ok2 && len(text)*len(part) > celconfig.PerCallLimit && // bytes are never fewer than characters
		float64(length(text))*float64(length(part))*factor > celconfig.PerCallLimit {
		return tooExpensive
	}
	return 0
}

// walk counts the values in a value. One that stands in several places counts at
// each: so often is it looked at.
type walk struct {
	frame         *interpreter.ExecutionFrame
	values, bytes int
	quotes        bool // texts, and the keys of maps, are written in quotes
}

// manyValues is how many values are looked at between two looks at the context.
const manyValues = 4096

func (w *walk) value(v ref.Val) {
	w.values++
	if w.values%manyValues == 0 {
		endIfDone(w.frame)
		if used := usedBy(w.frame); w.values >= maxSearchValues && used != nil && used.Search {
			stop("it looks at more than %d values in one call", maxSearchValues)
		}
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

// text counts a text. What is escaped in quotes is longer, and longer again when that is put in
// quotes.
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
			w.bytes += 2 // if it is one that is not printed
		}
	}
}

func length(v traits.Sizer) int {
	n, _ := v.Size().(types.Int)
	return int(n)
}

// product multiplies, but not beyond what is too much of anything.
func product(a, b int) int {
	const most = min(1<<40, math.MaxInt/2) // of which two may be added
	if a > 0 && b > most/a {
		return most
	}
	return a * b
}
