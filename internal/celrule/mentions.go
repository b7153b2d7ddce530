package celrule

import (
	"slices"
	"sync"

	"github.com/google/cel-go/common/overloads"

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
)

func (m mentions) part(i int) bool { return m&(1<<i) != 0 }

// sensitiveNames are those of what the checkers of servers differ in, if they find
// nothing wrong. Optionals are as well.
var sensitiveNames = []string{"matches", "duration", "timestamp", "format", "google", "type", ruleName}

// evaluatedNames are those of what the evaluators of servers differ in.
var evaluatedNames = []string{overloads.Contains, overloads.EndsWith, overloads.StartsWith, "in"}

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

// mentionsIn returns what a text speaks of, and perhaps some more.
func mentionsIn(text string) mentions {
	known := words()
	var found mentions
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case isLetter(c):
			end := i + 1
			for end < len(text) && (isLetter(text[end]) || text[end] >= '0' && text[end] <= '9') {
				end++
			}
			found |= known[text[i:end]]
			i = end
			continue
		case c == '?':
			found |= known["optional"] // a.?b, or a ? b : c
		case c == '`':
			found |= sensitive
		}
		i++
	}
	return found
}

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
