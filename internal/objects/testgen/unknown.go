package testgen

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

const roleValue = schematree.RoleAdditionalProperties

// mostUnknown limits the unknown fields of one object.
const mostUnknown = 12

// unknown returns the tests of unknown fields. The server refuses such a request before it validates the object,
// so one object can have many of them.
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
		path := m.pathTo(n)
		name := "unknown"
		for n.Property(name) != nil {
			name += "Field"
		}
		extend(o, path)
		if jsonvalue.Set(o, below(path, name), true) {
			t.of = append(t.of, c)
			places = append(places, finding.Trail(below(path, name)).Path().Server())
		}
	}
	r := m.gen.Resource().Create(dryrun.FromValue(o), dryrun.RequestOptions{NoTrace: true})
	w := &Refused{Code: r.APIServer.Code}
	for _, p := range places {
		if message := `unknown field "` + p + `"`; strings.Contains(r.APIServer.Message, message) {
			w.Texts = append(w.Texts, message)
		}
	}
	if len(w.Texts) == 0 {
		return nil
	}
	t.Steps = []*Step{{Op: suite.Create, Object: o, Refused: w}}
	return t
}

// extend adds the missing objects and lists on the path to a place.
func extend(o map[string]any, path []finding.Segment) {
	for i := range path {
		if _, there := jsonvalue.At(o, path[:i+1]); there {
			continue
		}
		var v any = map[string]any{}
		if i+1 < len(path) && path[i+1].IsIndex {
			v = []any{}
		}
		if path[i].IsIndex {
			above, _ := jsonvalue.At(o, path[:i])
			list, _ := above.([]any)
			if i > 0 {
				jsonvalue.Set(o, path[:i], append(list, v))
			}
			continue
		}
		jsonvalue.Set(o, path[:i+1], v)
	}
}

// pathOf returns the place of a simple JSONPath, such as .spec.replicas.
func pathOf(jsonPath string) []finding.Segment {
	var path []finding.Segment
	for _, name := range strings.Split(strings.TrimPrefix(jsonPath, "."), ".") {
		path = append(path, finding.Segment{Name: name})
	}
	return path
}
