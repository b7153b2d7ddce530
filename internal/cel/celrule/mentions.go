package celrule

import (
	"slices"
	"strings"
	"sync"

	"github.com/google/cel-go/common/overloads"
	celparser "github.com/google/cel-go/parser"

	"github.com/crdtool/crdtool/kube"
)

// mentions are what a text speaks of, a bit for each part of an environment that has
// names, and one for what servers' checkers differ in.
type mentions uint32

const (
	sensitive mentions = 1 << 31
	// whole says that an environment has all its parts, be they used or not.
	whole mentions = 1 << 30
	// evaluated says that a text has what servers evaluate differently.
	evaluated mentions = 1 << 29
	// reservedName says that a reserved name is spoken of.
	reservedName mentions = 1 << 28
)

func (m mentions) part(i int) bool { return m&(1<<i) != 0 }

// sensitiveNames are those of what the checkers of servers differ in, if they find
// nothing wrong. Optionals are as well.
var sensitiveNames = []string{"matches", "duration", "timestamp", "format", "google", "type", ruleName, celparser.AccumulatorName}

// evaluatedNames are those of what the evaluators of servers differ in.
var evaluatedNames = []string{overloads.Contains, overloads.EndsWith, overloads.StartsWith, "in"}

// Of these names servers differ
var (
	// only in the type or the value of that name, and not in the function, and
	onlyType = map[string]bool{"duration": true, "timestamp": true}
	// only in what it is by itself, and not in what is called on a value.
	onlyGlobal = map[string]bool{"matches": true, "duration": true, "timestamp": true, "google": true, "type": true, ruleName: true}
)

// oneOrTwo are the names of macros that have one variable or two, of which those with two are of
// the library that transformList is of.
var oneOrTwo = map[string]bool{"all": true, "exists": true, "exists_one": true}

// callsWithTwo reports whether the arguments after the name of a macro begin with two names.
func callsWithTwo(text string) bool {
	for range 2 {
		text = strings.TrimLeft(text, "( \t\r\n\f")
		n := 0
		for n < len(text) && isNamePart(text[n]) {
			n++
		}
		text = strings.TrimLeft(text[n:], ") \t\r\n\f")
		if n == 0 || text == "" || text[0] != ',' {
			return false
		}
		text = text[1:]
	}
	return true
}

// words has for each name the parts that it stands for.
var words = sync.OnceValue(func() map[string]mentions {
	all := map[string]mentions{}
	for i, o := range parts(kube.Environment{}, kube.Checker{}) {
		for _, name := range o.names {
			all[name] |= 1 << i
		}
	}
	for _, name := range slices.Concat(sensitiveNames, optionalNames) {
		all[name] |= sensitive
	}
	for _, name := range evaluatedNames {
		all[name] |= evaluated
	}
	return all
})

// mentionsIn returns what a text speaks of, and perhaps some more. A field counts only
// where it is called as a function: self.value does not speak of the value of optionals.
func mentionsIn(text string) mentions {
	known := words()
	comments := strings.Contains(text, "//") && mayComment(text) // of which the neighbours of a name may be part
	var found mentions
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case isLetter(c):
			end := i + 1
			for end < len(text) && isNamePart(text[end]) {
				end++
			}
			if m := known[text[i:end]]; m != 0 {
				found |= mentioned(m, text, i, end, comments)
			} else if oneOrTwo[text[i:end]] && (comments || callsWithTwo(text[end:])) {
				found |= known["transformList"]
			}
			if reserved(text[i:end]) {
				found |= reservedName
			}
			i = end
			continue
		case c == '?':
			if before := lastBefore(text, i); comments || before < 0 || strings.IndexByte(".[{,", text[before]) >= 0 {
				found |= known["optional"] // a.?b, and not a ? b : c
			}
		case c == '`':
			found |= sensitive | reservedName
		}
		i++
	}
	return found
}

// mentioned returns what a name stands for, of which the text goes from start to end.
func mentioned(m mentions, text string, start, end int, comments bool) mentions {
	if comments {
		return m
	}
	next := end
	for next < len(text) && isBlank(text[next]) {
		next++
	}
	called := next < len(text) && text[next] == '('
	if !ofValue(text, start) {
		if called && onlyType[text[start:end]] {
			return m &^ sensitive
		}
		return m
	}
	switch {
	case !called:
		return 0
	case onlyGlobal[text[start:end]]:
		return m &^ sensitive
	}
	return m
}

// ofValue reports whether a name follows the dot behind a value. A dot that nothing
// precedes is part of the name.
func ofValue(text string, start int) bool {
	dot := lastBefore(text, start)
	if dot < 0 || text[dot] != '.' {
		return false
	}
	last := lastBefore(text, dot)
	if last < 0 {
		return false
	}
	if c := text[last]; !isNamePart(c) {
		return c == ')' || c == ']' || c == '}' || c == '"' || c == '\''
	}
	first := last
	for first > 0 && isNamePart(text[first-1]) {
		first--
	}
	return text[first:last+1] != "in"
}

// mayComment reports whether a text may have a comment: it is only sure that // is none
// within the usual strings.
func mayComment(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '/':
			if strings.HasPrefix(text[i:], "//") {
				return true
			}
		case '\'', '"':
			raw := i > 0 && (text[i-1] == 'r' || text[i-1] == 'R')
			if raw || strings.HasPrefix(text[i+1:], string([]byte{c, c})) {
				return true
			}
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return false
}

// lastBefore returns the index of the last byte before another that is not blank, or -1.
func lastBefore(text string, i int) int {
	for i--; i >= 0 && isBlank(text[i]); i-- {
	}
	return i
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'
}

func isNamePart(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

// present returns the parts with names that are in an environment.
func present(e kube.Environment) mentions {
	var in mentions
	for i, o := range parts(e, kube.Checker{}) {
		if o.in && len(o.names) > 0 {
			in |= 1 << i
		}
	}
	return in
}
