package celcheck

import "github.com/crdtool/crdtool/internal/cel/celcost"

// Cost is what a server or crdtool reckons about an expression, or why it reckons
// nothing.
type Cost = cost

// Costs are crdtool's costs of all expressions of a CRD, by their paths.
func Costs(name string, text []byte, checker *celcost.Checker) (map[string]Cost, error) {
	d, err := read(name, text)
	if err != nil {
		return nil, err
	}
	all := map[string]Cost{}
	for _, p := range d.schemas() {
		result := checker.Check(p.tree, func(int32) bool { return true }, celcost.Options{})
		for _, e := range result.Expressions {
			all[e.Path.Server()] = cost{Cost: e.Cost, Cardinality: e.Executions.Max, Bounded: e.Executions.Bounded}
		}
		for _, f := range result.Findings {
			if check := f.Code.Rule(); check == "cel-rule" || check == "cel-message" { // not about a cost
				all[f.Path.Server()] = cost{Error: mask(f.Detail)}
			}
		}
	}
	return all, nil
}
