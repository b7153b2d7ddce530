package schemadiff

import "github.com/crdtool/crdtool/internal/schemas/regexshape"

// texts compares what strings must look like.
func (w *walk) texts(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	scalar(w.at(p, "pattern"), old.Pattern, new.Pattern, effectOfPattern(old.Pattern, new.Pattern))
	scalar(w.at(p, "format"), old.Format, new.Format, effectOfFormat(formatInForce(old), formatInForce(new)))
}

// effectOfFormat says what another format does, of those that are in force; "" is
// none. One that the server does not know is not checked, which depends on its
// version; it counts as if it were.
func effectOfFormat(was, is string) Effect {
	switch {
	case was == is:
		return Same
	case wider[was] == is && is != "":
		return Widens
	case wider[is] == was && was != "":
		return Narrows
	case every[was+is]: // of the two, one is none
		return Same
	}
	return change(was != "", is != "")
}

// wider has formats that hold all values of another. Of strings, to the server each
// format is code of its own, but those of UUIDs differ in one digit only.
var wider = map[string]string{
	"int32": "int64", "float": "double", "uuid3": "uuid", "uuid4": "uuid", "uuid5": "uuid",
}

// every has formats that all numbers of their type have, as the server reads them.
var every = map[string]bool{"int64": true, "double": true}

// effectOfPattern says what another pattern does; "" is none. Two patterns may
// have any relation: that one matches all that the other does is found only where
// regexshape sees it.
func effectOfPattern(was, is string) Effect {
	if was == is {
		return Same
	}
	e := Same
	if _, found, sure := regexshape.Beyond(was, is); found || !sure {
		e |= Narrows
	}
	if _, found, sure := regexshape.Beyond(is, was); found || !sure {
		e |= Widens
	}
	return e
}
