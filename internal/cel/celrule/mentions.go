package celrule

import (
	"slices"
	"strings"
	"sync"

	"github.com/google/cel-go/common/overloads"
	celparser "github.com/google/cel-go/parser"

	"github.com/crdtool/crdtool/internal/behaviour"
)

// mentions are the parts of an environment that a text uses: a bit for each part with names, and bits for differences
// between servers.
type mentions uint32

const (
	sensitive mentions = 1 << 31
	// whole selects all parts of an environment, even unused ones.
	whole mentions = 1 << 30
	// evaluated is set if a text has a function that servers evaluate differently.
	evaluated mentions = 1 << 29
	// reservedName is set if a text has a reserved name.
	reservedName mentions = 1 << 28
)

func (m mentions) part(i int) bool { return m&(1<<i) != 0 }

// sensitiveNames are names that the servers' checkers treat differently even without an error. Optionals are such
// names, too.
var sensitiveNames = []string{"matches", "duration", "timestamp", "format", "google", "type", ruleName, celparser.AccumulatorName}

// evaluatedNames are names that the servers' evaluators treat differently.
var evaluatedNames = []string{overloads.Contains, overloads.EndsWith, overloads.StartsWith, "in"}

// Servers differ
var (
	// only in the type or the value of these names, not in the function,
	onlyType = map[string]bool{"duration": true, "timestamp": true}
	// only in these names alone, not in a method of a value.
	onlyGlobal = map[string]bool{"matches": true, "duration": true, "timestamp": true, "google": true, "type": true, ruleName: true}
)

// oneOrTwo are the names of macros with one or two variables. With two, they belong to the library of transformList.
var oneOrTwo = map[string]bool{"all": true, "exists": true, "exists_one": true}

// callsWithTwo reports whether the arguments after a macro's name begin with two names.
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

// words maps each name to its parts.
var words = sync.OnceValue(func() map[string]mentions {
	all := map[string]mentions{}
	for i, o := range parts(behaviour.Environment{}, behaviour.Checker{}) {
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

// mentionsIn returns the parts that a text uses, and perhaps more. A selection only counts if it is called: self.value
// does not use the value of optionals.
func mentionsIn(text string) mentions {
	known := words()
	comments := strings.Contains(text, "//") && mayComment(text) // they may separate a name from its neighbours
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
				found |= known["optional"] // a.?b, not a ? b : c
			}
		case c == '`':
			found |= sensitive | reservedName
		}
		i++
	}
	return found
}

// mentioned returns the parts that the name from start to end uses.
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

// ofValue reports whether a name follows a value and a dot. A leading dot is part of the name.
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

// mayComment reports whether a text may have a comment: only in ordinary strings, // is certainly none.
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

// lastBefore returns the index of the last byte before i that is not blank, or -1.
func lastBefore(text string, i int) int {
	for i--; i >= 0 && isBlank(text[i]); i-- {
	}
	return i
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'
}

func isNamePart(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

// present returns the parts with names that an environment has.
func present(e behaviour.Environment) mentions {
	var in mentions
	for i, o := range parts(e, behaviour.Checker{}) {
		if o.in && len(o.names) > 0 {
			in |= 1 << i
		}
	}
	return in
}
