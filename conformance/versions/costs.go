package versions

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/crdtool/crdtool/conformance/celcheck"
	"github.com/crdtool/crdtool/conformance/requests"
)

// costs compares what the rules of the CRDs cost, an expression after the other.
func costs(list []requests.CRD) *set {
	s := &set{name: "costs", file: "costs.jsonl.gz"}
	for _, r := range list {
		s.questions = append(s.questions, question{id: r.ID, hash: r.Hash(), compareAll: func(text json.RawMessage, as *emulated) (map[string]comparison, error) {
			var want map[string]celcheck.Cost
			if err := json.Unmarshal(text, &want); err != nil {
				return nil, err
			}
			got, err := celcheck.Costs(r.Name, r.Text, as.costs)
			if err != nil {
				return nil, err
			}
			all := map[string]comparison{}
			for path := range union(want, got) {
				w, onServer := want[path]
				g, inCrdtool := got[path]
				all[path] = compareCosts(path, w, g, onServer, inCrdtool)
			}
			return all, nil
		}})
	}
	return s
}

func union[V any](a, b map[string]V) map[string]V {
	u := maps.Clone(a)
	if u == nil {
		u = map[string]V{}
	}
	maps.Copy(u, b)
	return u
}

func compareCosts(path string, want, got celcheck.Cost, onServer, inCrdtool bool) comparison {
	differ := func(verdict bool, kind, text string) comparison {
		return comparison{verdict: verdict, differences: []difference{{kind, path + ": " + text}}}
	}
	switch {
	case !onServer:
		return differ(true, "expression of crdtool only", fmt.Sprintf("%+v", got))
	case !inCrdtool:
		return differ(true, "expression of the server only", fmt.Sprintf("%+v", want))
	case want.Error != "" && got.Error == "":
		return differ(true, "the server compiles it not: "+mask(want.Error), want.Error)
	case want.Error == "" && got.Error != "":
		return differ(true, "crdtool compiles it not: "+mask(got.Error), got.Error)
	case want.Error != got.Error:
		return differ(false, "words of an error: "+mask(want.Error), fmt.Sprintf("server %s, crdtool %s", want.Error, got.Error))
	case want.Cost != got.Cost:
		return differ(true, "cost, "+larger(want.Cost, got.Cost), fmt.Sprintf("server %d, crdtool %d", want.Cost, got.Cost))
	case want != got:
		return differ(true, "cardinality", fmt.Sprintf("server %+v, crdtool %+v", want, got))
	}
	return comparison{}
}

func larger(server, crdtool uint64) string {
	if server > crdtool {
		return "the server's is larger"
	}
	return "crdtool's is larger"
}

// ask calls f with each comparison that a question comes to, in one order.
func (q question) ask(recorded json.RawMessage, as *emulated, f func(id string, c comparison)) error {
	if q.compareAll == nil {
		c, err := q.compare(recorded, as)
		f(q.id, c)
		return err
	}
	all, err := q.compareAll(recorded, as)
	for _, id := range slices.Sorted(maps.Keys(all)) {
		f(q.id+" "+id, all[id])
	}
	return err
}
