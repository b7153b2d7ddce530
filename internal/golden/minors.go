package golden

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// Recorded is a case and what the server of a minor version answers.
type Recorded struct {
	*Case
	Minor  int
	Answer Answer
}

// OfMinors reads what the servers of all minor versions answer to the cases whose names
// begin with a prefix, and that begin with an empty cluster.
func OfMinors(testdata, prefix string) ([]Recorded, error) {
	cases, err := Cases(filepath.Join(testdata, "crd"))
	if err != nil {
		return nil, err
	}
	h, err := ReadHistory(filepath.Join(testdata, "minors", "cases.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	var all []Recorded
	for _, c := range cases {
		if !strings.HasPrefix(c.Name, prefix) || c.Old != nil {
			continue
		}
		for _, minor := range h.Minors() {
			text, ok := h.Answer(c.Name, c.Hash(), minor)
			if !ok {
				continue
			}
			r := Recorded{Case: c, Minor: minor}
			if err := json.Unmarshal(text, &r.Answer); err != nil {
				return nil, err
			}
			r.Answer = r.Answer.Canonical()
			all = append(all, r)
		}
	}
	return all, nil
}
