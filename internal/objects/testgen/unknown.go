package testgen

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/schema"
)

const roleValue = schema.RoleAdditionalProperties

// mostUnknown is how many fields that there are not one object has.
const mostUnknown = 12

// unknown are tests of the fields that are not in the schema: such a request is refused
// before anything else of the object is looked at, so that one object has many of them.
func (m *maker) unknown(list []*constraint.Constraint) []*Test {
	var tests []*Test
	for len(list) > 0 {
		n := min(len(list), mostUnknown)
		if t := m.unknownOf(list[:n]); t != nil {
			tests = append(tests, t)
		}
		list = list[n:]
	}
	return tests
}

func (m *maker) unknownOf(list []*constraint.Constraint) *Test {
	o := map[string]any{
		"apiVersion": m.crd.Spec.Group + "/" + m.version.Name, "kind": m.crd.Spec.Names.Kind,
	}
	t := &Test{Name: "fields that the schema does not have are refused", root: m.root}
	var places []string
	for _, c := range list {
		n := &m.tree.Nodes[c.Node]
		way := m.wayTo(n)
		name := "unknown"
		for n.Property(name) != nil {
			name += "Field"
		}
		extend(o, way)
		if jsonvalue.Set(o, below(way, name), true) {
			t.of = append(t.of, c)
			places = append(places, finding.Trail(below(way, name)).Path().Server())
		}
	}
	r := m.gen.Resource().Create(dryrun.FromValue(o), dryrun.RequestOptions{NoTrace: true})
	w := &Refused{Code: r.APIServer.Code}
	for _, p := range places {
		if said := `unknown field "` + p + `"`; strings.Contains(r.APIServer.Message, said) {
			w.Texts = append(w.Texts, said)
		}
	}
	if len(w.Texts) == 0 {
		return nil
	}
	t.Steps = []*Step{{Op: suite.Create, Object: o, Refused: w}}
	return t
}

// extend makes what stands on a way.
func extend(o map[string]any, way []finding.Segment) {
	for i := range way {
		if _, there := jsonvalue.At(o, way[:i+1]); there {
			continue
		}
		var v any = map[string]any{}
		if i+1 < len(way) && way[i+1].IsIndex {
			v = []any{}
		}
		if way[i].IsIndex {
			above, _ := jsonvalue.At(o, way[:i])
			list, _ := above.([]any)
			if i > 0 {
				jsonvalue.Set(o, way[:i], append(list, v))
			}
			continue
		}
		jsonvalue.Set(o, way[:i+1], v)
	}
}

// pathOf is a simple JSONPath, such as .spec.replicas, as a place.
func pathOf(path string) []finding.Segment {
	var way []finding.Segment
	for _, name := range strings.Split(strings.TrimPrefix(path, "."), ".") {
		way = append(way, finding.Segment{Name: name})
	}
	return way
}
