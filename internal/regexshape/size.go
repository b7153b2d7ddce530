package regexshape

import (
	"regexp/syntax"
	"strings"
)

// Instructions returns about how many instructions an expression has when it is compiled; the length
// of one that is none.
func Instructions(pattern string) int {
	if !strings.Contains(pattern, "{") {
		return len(pattern)
	}
	return sizes.of(pattern)
}

var sizes = memo{count: func(pattern string) int {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return len(pattern)
	}
	return instructions(re)
}}

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
