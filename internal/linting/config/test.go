package config

import (
	"strconv"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Test configures crdtool test.
type Test struct {
	// MinCoverage is the percentage of constraints that tests have to reach; nil if not set.
	MinCoverage *float64
}

func (r *reader) test(n *yamlnode.Node, t *Test) {
	r.mapping(n, "test", fields{
		"minCoverage": func(n *yamlnode.Node) {
			v, err := strconv.ParseFloat(source.Resolve(n).Value, 64)
			if err != nil || !(v >= 0 && v <= 100) {
				r.at(n, "must be a number from 0 to 100")
				return
			}
			t.MinCoverage = &v
		},
	})
}

// testSchema returns the JSON Schema of test.
func testSchema() object {
	return object{
		"description": "What crdtool test requires.",
		"type":        []string{"object", "null"},
		"properties": object{
			"minCoverage": object{
				"description": "How many of 100 constraints of the CRDs the tests have to see at work.",
				"type":        []string{"number", "null"}, "minimum": 0, "maximum": 100,
			},
		},
		"additionalProperties": false,
	}
}
