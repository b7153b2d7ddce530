package celsyntax

// OperandAt returns the part of an expression's text that a byte of it belongs to: an
// operand of && and ||, or one of the three of ?:, without the parentheses around it. It
// is the whole expression if there is no such operator around the byte, and the whole text
// if that is not understood.
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

// partAt is the part that a byte is in; nil if it is in none.
func (e *Expr) partAt(at int) *Expr {
	for _, p := range e.Parts {
		if p.Start <= at && at < p.End {
			return p
		}
	}
	return nil
}
