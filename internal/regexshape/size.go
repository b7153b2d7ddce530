package regexshape

import (
	"regexp/syntax"
	"strings"
	"sync"
)

// MostSteps is how many steps may be taken to match the regular expressions of an object, or of
// a default, where each instruction of one is a step at each byte of a text. Go's take as many in
// the worst case, and a second for this many; nothing can end them.
const MostSteps = 90_000_000

// Instructions returns about how many instructions an expression has when it is compiled; the length
// of one that is none.
func Instructions(pattern string) int {
	if !strings.Contains(pattern, "{") {
		return len(pattern)
	}
	counted.RLock()
	n, ok := counted.sizes[pattern]
	counted.RUnlock()
	if ok {
		return n
	}
	n = len(pattern)
	if re, err := syntax.Parse(pattern, syntax.Perl); err == nil {
		n = instructions(re)
	}
	if len(pattern) > longCounted {
		return n
	}
	counted.Lock()
	defer counted.Unlock()
	if counted.sizes == nil || len(counted.sizes) >= mostCounted {
		counted.sizes = map[string]int{}
	}
	counted.sizes[strings.Clone(pattern)] = n
	return n
}

// counted are expressions that were asked about: a search asks about one for each text.
var counted struct {
	sync.RWMutex
	sizes map[string]int
}

const (
	mostCounted = 1024
	longCounted = 1024
)

func instructions(re *syntax.Regexp) int {
	const most = 1 << 24 // the parser refuses what has more
	n := 1 + len(re.Rune)
	if re.Op == syntax.OpCharClass {
		n = 1
	}
	for _, sub := range re.Sub {
		n += instructions(sub)
	}
	if re.Op == syntax.OpRepeat {
		times := re.Max
		if times < 0 {
			times = re.Min + 1
		}
		n *= times
	}
	return min(n, most)
}
