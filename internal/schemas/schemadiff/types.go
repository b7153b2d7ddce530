package schemadiff

import "github.com/crdtool/crdtool/schema"

// types are the types of JSON values that a schema accepts, by its type and x-kubernetes-int-or-string alone.
type types uint16

const (
	array types = 1 << iota
	boolean
	integer
	fraction // a number that is no integer
	object
	text
	null
	// other is a type that JSON does not have. The server accepts no such CRD.
	other

	anything = array | boolean | integer | fraction | object | text | null
)

func (t types) within(u types) bool { return t&^u == 0 }

func typesOf(s *schema.Schema) types {
	if s.XIntOrString {
		return integer | text
	}
	switch s.Type {
	case "":
		return anything
	case "array":
		return array
	case "boolean":
		return boolean
	case "integer":
		return integer
	case "number":
		return integer | fraction
	case "object":
		return object
	case "string":
		return text
	}
	return other
}

// types compares type and x-kubernetes-int-or-string, which belong together: each change has the effect of both.
func (w *walk) types(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	if old.Type == new.Type && old.XIntOrString == new.XIntOrString {
		return
	}
	e := effectOfTypes(old, new)
	scalar(w.at(p, "type"), old.Type, new.Type, e)
	scalar(w.at(p, "x-kubernetes-int-or-string"), old.XIntOrString, new.XIntOrString, e)
}

// effectOfTypes returns the effect of a changed type. It may also enable or disable a format, as each format is for one
// type.
func effectOfTypes(old, new *schema.Schema) Effect {
	was, is := validated(old), validated(new)
	if (was|is)&other != 0 {
		return Both
	}
	var e Effect
	if !is.within(was) {
		e |= Widens
	}
	if !was.within(is) {
		e |= Narrows
	}
	before, after := formatInForce(old), formatInForce(new)
	if after != "" && after != before {
		e |= Narrows
	}
	if before != "" && before != after {
		e |= Widens
	}
	return e
}

// validated returns the types that the server's validator accepts: with a format and no type, it accepts only strings
// and null.
func validated(s *schema.Schema) types {
	t := typesOf(s)
	if t == anything && formatInForce(s) != "" {
		return text | null
	}
	return t
}

// formatInForce returns the format if it is for the schema's type. Formats that the server does not know, which depends
// on its version, count as known. It mirrors StripUnsupportedFormatsPostProcessorForVersion of
// k8s.io/apiextensions-apiserver pkg/apiserver/validation.
func formatInForce(s *schema.Schema) string {
	of := "string"
	switch s.Format {
	case "int32", "int64":
		of = "integer"
	case "float", "double":
		of = "number"
	}
	if s.Type == of || of == "string" && (s.Type == "" || s.XIntOrString) {
		return s.Format
	}
	return ""
}
