package validate

import "github.com/crdtool/crdtool/finding"

// find returns the rules of the schema that has the rule at a place in the CRD, and which
// of them it is; nil if there are none. Where in the file the schema begins makes no
// difference: versions may share one.
func (r *Rules) find(rule *finding.Path) (*Rules, int) {
	segments := rule.Segments()
	for i := range segments {
		if segments[i].Name == "openAPIV3Schema" {
			segments = segments[i+1:]
			break
		}
	}
	for r != nil && len(segments) > 1 {
		switch segments[0].Name {
		case "properties":
			r, segments = r.properties[segments[1].Name], segments[2:]
		case "items":
			r, segments = r.items, segments[1:]
		case "additionalProperties":
			r, segments = r.values, segments[1:]
		case "x-kubernetes-validations":
			return r, segments[1].Index
		default:
			return nil, 0 // rules in a junctor are none
		}
	}
	return nil, 0
}

// holds reports whether rules are these, or those of a part of the values.
func (r *Rules) holds(of *Rules) bool {
	return r.id <= of.id && of.id < r.tree.Nodes[r.id].End
}
