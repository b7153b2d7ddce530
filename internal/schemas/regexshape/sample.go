package regexshape

import (
	"regexp/syntax"
	"strings"
	"unicode"
)

// mostSamples limits the samples of a pattern.
const mostSamples = 24

// Samples returns short texts for a pattern, one for each alternative. It ignores assertions, so that they need not
// match.
func Samples(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}
	case syntax.OpCharClass:
		return []string{string(plainest(re.Rune))}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return []string{"a"}
	case syntax.OpCapture, syntax.OpPlus:
		return Samples(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min == 0 {
			return []string{""}
		}
		var texts []string
		for _, s := range Samples(re.Sub[0]) {
			texts = append(texts, strings.Repeat(s, min(re.Min, 64)))
		}
		return texts
	case syntax.OpAlternate:
		var texts []string
		for _, sub := range re.Sub {
			texts = append(texts, Samples(sub)...)
		}
		return texts[:min(len(texts), mostSamples)]
	case syntax.OpConcat:
		texts := []string{""}
		for _, sub := range re.Sub {
			var longer []string
			for i, tail := range Samples(sub) {
				for j, head := range texts {
					if i == 0 || j == 0 {
						longer = append(longer, head+tail)
					}
				}
			}
			texts = longer[:min(len(longer), mostSamples)]
		}
		return texts
	}
	return []string{""}
}

// plainest returns a readable character of a class.
func plainest(class []rune) rune {
	for _, wanted := range "a0Ax-_./: " {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= wanted && wanted <= class[i+1] {
				return wanted
			}
		}
	}
	for i := 0; i+1 < len(class); i += 2 {
		if unicode.IsPrint(class[i]) {
			return class[i]
		}
	}
	if len(class) == 0 {
		return 'a'
	}
	return class[0]
}
