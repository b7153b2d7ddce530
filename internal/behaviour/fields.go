package behaviour

import "github.com/crdtool/crdtool/kube"

// Of returns what the server makes of a field of CustomResourceDefinitions, by its name:
// it uses those in which servers don't differ.
func (f *Fields) Of(name string) Use {
	switch name {
	case "messageExpression":
		return f.MessageExpression
	case "reason", "fieldPath":
		return f.ReasonAndFieldPath
	case "optionalOldSelf":
		return f.OptionalOldSelf
	case "selectableFields":
		return f.SelectableFields
	case "observedGeneration":
		return f.ObservedGeneration
	}
	return Used
}

// Versioned reports whether a name is that of a field that not all servers use.
func Versioned(name string) bool {
	var none Fields
	return none.Of(name) != Used
}

// UsedSince returns the first version that uses a field of CustomResourceDefinitions: 1.1 for a field
// that all of them use.
func UsedSince(field string) kube.Version {
	first := kube.Latest
	for v := kube.Latest; v.Minor > 0; v.Minor-- {
		if b := Of(v); b.Fields.Of(field) != Used {
			break
		}
		first = v
	}
	return first
}
