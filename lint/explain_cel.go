package lint

import (
	"fmt"
	"strings"
)

// cel words the errors about CEL rules.
func (e *explainer) cel() {
	d := e.f.Detail
	switch e.f.Rule {
	case "cel-cost":
		e.say("%s costs %s its budget", e.expression(), times(d))
	case "cel-cost-total":
		if strings.HasPrefix(d, "contributed") {
			e.say("%s is among the dearest, and all rules together cost too much", e.expression())
		} else {
			e.say("the rules together cost %s the budget of a CRD", times(d))
		}
	case "cel-old-self":
		if e.last() == "optionalOldSelf" {
			e.say("optionalOldSelf is set, but the rule does not use oldSelf")
			e.help("remove it")
			return
		}
		_, within, _ := strings.Cut(d, " within ")
		e.say("oldSelf has no value here: items of the list around it can't be matched with those of the old object")
		e.help("make the list a map (x-kubernetes-list-type: map with keys), or move the rule up to where the list stands; the server names %s", within)
	case "cel-rule", "cel-message":
		e.compilation()
	}
}

// compilation words the first of the errors of a compiler that prints them over
// several lines.
func (e *explainer) compilation() {
	d := e.f.Detail
	found := compilerErrors(d)
	if len(found) == 0 {
		return
	}
	e.say("%s does not compile: %s", e.expression(), found[0])
	if len(found) > 1 {
		e.say("%s does not compile: %s (and %d more)", e.expression(), found[0], len(found)-1)
	}
	switch text := found[0]; {
	case strings.Contains(text, "undefined field"):
		e.help("the schema declares no such field here; fields with dots, dashes or slashes are written escaped, as in self.x__dash__y")
	case strings.Contains(text, "undeclared reference"):
		e.help("rules know self and oldSelf, and the functions of CEL and Kubernetes; new functions can be used one version later")
	case strings.Contains(text, "no matching overload"):
		e.help("convert one side, or compare values of one type; an int-or-string is told apart with type(self) == int")
	case strings.HasPrefix(text, "Syntax error"):
		e.help("strings are quoted with ' or \", and there is no assignment, only ==")
	}
}

// expression names a CEL rule by its place among those of a field.
func (e *explainer) expression() string {
	n := len(e.segments)
	if n < 3 || !e.segments[n-2].IsIndex {
		return "the rule"
	}
	name := fmt.Sprintf("rule %d of %s", e.segments[n-2].Index+1, fieldName(e.segments[:n-3]))
	if e.last() == "messageExpression" {
		return "messageExpression of " + name
	}
	return name
}

// compilerErrors takes the errors out of a text of lines such as
// "ERROR: <input>:1:5: undefined field 'x'", each followed by its place.
func compilerErrors(detail string) []string {
	var found []string
	for _, part := range strings.Split(detail, "ERROR: <input>:")[1:] {
		line, _, _ := strings.Cut(part, "\n")
		if _, text, ok := strings.Cut(line, ": "); ok {
			found = append(found, text)
		}
	}
	return found
}

// times takes the factor out of a text such as "... by factor of 1.500000x (...".
func times(detail string) string {
	_, rest, _ := strings.Cut(detail, "by factor of ")
	f, _, _ := strings.Cut(rest, "x ")
	if strings.Contains(f, ".") {
		f = strings.TrimRight(strings.TrimRight(f, "0"), ".")
	}
	return f + " times"
}
