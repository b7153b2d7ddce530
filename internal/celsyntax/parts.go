package celsyntax

import "strings"

// MostParts is of how many parts an expression may be, once its macros are expanded, that is still
// worth a try: cel-go refuses texts of more than 100,000 characters, of which few have more.
const MostParts = 200_000

// MostDoubled is the same of one in which macros double parts. Nobody writes such ones, and
// optionals take longer than the rest.
const MostDoubled = MostParts / 4

// Names of the macros whose expansion has what they stand behind twice.
const (
	OptMap     = "optMap"
	OptFlatMap = "optFlatMap"
)

// loop is how many parts a macro adds that goes over a list or a map.
const loop = 8

// loops are those macros.
var loops = map[string]bool{
	"all": true, "exists": true, "exists_one": true, "existsOne": true, "map": true, "filter": true,
	"transformList": true, "transformMap": true, "transformMapEntry": true,
}

// Doubles reports whether a text has so many macros that double what they stand behind that they
// may make too much of it.
func Doubles(text string) bool {
	const few = 5
	return strings.Count(text, OptMap)+strings.Count(text, OptFlatMap) > few
}

// Parts is about how many parts an expression has once its macros are expanded: x.optMap(a, b) has
// x twice, and so 2^30 times if 30 of them follow one another. The text may be anything, and its
// brackets need not be in pairs: cel-go expands what it makes of such a text, too.
func Parts(text string) (parts float64) {
	var around []float64 // what stands before the brackets that are open
	chain := 0.0         // what follows one another by dots, and would be doubled next
	t := tokens{text: text}
	member := false // the token before is a dot
	for t.next(); t.token.Start < len(text); t.next() {
		switch c := text[t.token.Start]; {
		case c == '(' || c == '[' || c == '{':
			around = append(around, parts, chain)
			parts, chain = 0, 0
		case c == ')' || c == ']' || c == '}':
			within := parts + chain
			parts, chain = 0, 0
			if n := len(around); n > 0 {
				parts, chain = around[n-2], around[n-1]
				around = around[:n-2]
			}
			chain += within + 1
		case IsLetter(c) || c == '`':
			chain++
			if !member {
				break
			}
			switch name := text[t.token.Start:t.token.End]; {
			case name == OptMap || name == OptFlatMap:
				chain = 2*chain + 4
			case loops[name]:
				chain += loop
			}
		case c == '"' || c == '\'' || IsDigit(c) || c == '.' && t.token.End > t.token.Start+1: // .5 is a number
			chain++
		case c == '.' || c == '?' && member: // what follows is counted
		default:
			parts, chain = parts+chain+1, 0
		}
		member = text[t.token.Start] == '.' && t.token.End == t.token.Start+1 || member && text[t.token.Start] == '?'
	}
	parts += chain
	for _, n := range around {
		parts += n
	}
	return parts
}
