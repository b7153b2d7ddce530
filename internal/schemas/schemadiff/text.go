package schemadiff

import "github.com/crdtool/crdtool/internal/schemas/regexshape"

// texts compares pattern and format.
func (w *walk) texts(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	scalar(w.at(p, "pattern"), old.Pattern, new.Pattern, effectOfPattern(old.Pattern, new.Pattern))
	scalar(w.at(p, "format"), old.Format, new.Format, effectOfFormat(formatInForce(old), formatInForce(new)))
}

// effectOfFormat returns the effect of a changed format; "" means none. Formats that the server does not know, which
// depends on its version, count as known.
func effectOfFormat(was, is string) Effect {
	switch {
	case was == is:
		return Same
	case wider[was] == is && is != "":
		return Widens
	case wider[is] == was && was != "":
		return Narrows
	case every[was+is]: // one of them is none
		return Same
	}
	return change(was != "", is != "")
}

// wider maps formats to formats that accept all their values. The server checks each format of strings with separate
// code, but those of UUIDs differ in one digit only.
var wider = map[string]string{
	"int32": "int64", "float": "double", "uuid3": "uuid", "uuid4": "uuid", "uuid5": "uuid",
}

// every has the formats that accept all numbers of their type, as the server decodes them.
var every = map[string]bool{"int64": true, "double": true}

// effectOfPattern returns the effect of a changed pattern; "" means none. Automata decide whether one pattern matches
// all that the other matches, unless they are too large.
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
