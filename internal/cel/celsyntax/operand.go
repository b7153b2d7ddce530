package celsyntax

// OperandAt returns the smallest operand of &&, || or ?: around a byte of an expression's text, without parentheses
// around it. It returns the whole expression if no such operator is around the byte, and the whole text if the text
// cannot be parsed.
func OperandAt(text string, at int) Span {
	e := Parse(text)
	if e == nil {
		return Span{0, len(text)}
	}
	found := e.Span
	for e != nil {
		in := e.partAt(at)
		if in != nil && (e.Kind == Or || e.Kind == And || e.Kind == Choice) {
			found = in.Span
		}
		e = in
	}
	return found
}

// partAt returns the part that contains a byte, or nil.
func (e *Expr) partAt(at int) *Expr {
	for _, p := range e.Parts {
		if p.Start <= at && at < p.End {
			return p
		}
	}
	return nil
}
