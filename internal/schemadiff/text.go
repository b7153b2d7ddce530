package schemadiff

// texts compares what strings must look like.
func (w *walk) texts(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	scalar(w, p, "pattern", old.Pattern, new.Pattern, effectOfPattern(old.Pattern, new.Pattern))
	// One format may hold all texts of another, but to the server each is code of
	// its own. One that it does not know is not checked, which depends on its
	// version; it counts as if it were.
	scalar(w, p, "format", old.Format, new.Format, change(old.Format != "", new.Format != ""))
}

// effectOfPattern says what another pattern does; "" is none. Two patterns may
// have any relation: this is where to find out whether one matches all that the
// other does.
func effectOfPattern(was, is string) Effect { return change(was != "", is != "") }
