package celassist

import "strings"

// variable is a variable of a macro.
type variable struct {
	name  string
	token int // its declaration
	macro int // the name of the macro
}

// scopes are the macros whose variables may be used before token i, the innermost first.
func (c *code) scopes(i int) []scope {
	var all []scope
	for _, in := range c.calls(i) {
		if s, ok := c.scopeOf(in, i); ok {
			all = append(all, s)
		}
	}
	return all
}

// scope is the part of a macro in which its variables may be used.
type scope struct {
	variables []variable
	// before and after are the text of the macro around an expression in the scope.
	before, after string
}

// scopeOf returns the scope of a call, if it is one of a macro and has its variables before token i.
func (c *code) scopeOf(in call, i int) (scope, bool) {
	m := macros[c.word(in.name)]
	dot := c.dotBefore(in.name)
	if m == nil || dot < 0 || in.argument == 0 {
		return scope{}, false
	}
	start := c.operand(dot - 1)
	if start < 0 {
		return scope{}, false
	}
	first, ok := c.declared(in, 0, i)
	if !ok {
		return scope{}, false
	}
	s := scope{variables: []variable{first}}
	target := c.part(start, dot-1)
	second, two := c.declared(in, 1, i)
	switch {
	case in.argument >= 2 && two && m.twoVariables:
		s.variables = append(s.variables, second)
		s.before = target + ".transformList(" + first.name + "," + second.name + ","
	case m.onlyTwoVariables:
		return scope{}, false
	case m.ofOptional:
		s.before = target + ".optMap(" + first.name + ","
	default:
		s.before = target + ".map(" + first.name + ","
	}
	s.after = ")"
	return s, true
}

// declared returns the variable that an argument of a macro declares, which must be a single name.
func (c *code) declared(in call, index, i int) (variable, bool) {
	first, last := c.argument(in.open, index, i)
	if first != last || !c.isName(first) {
		return variable{}, false
	}
	return variable{c.word(first), first, in.name}, true
}

// inScopes returns the text of an expression with the scopes around it.
func inScopes(text string, scopes []scope) string {
	if len(scopes) == 0 {
		return text
	}
	var b strings.Builder
	for i := len(scopes) - 1; i >= 0; i-- {
		b.WriteString(scopes[i].before)
	}
	b.WriteString(text)
	for _, s := range scopes {
		b.WriteString(s.after)
	}
	return b.String()
}
