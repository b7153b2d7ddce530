// Package requests has what is asked of the servers of all minor versions about the
// corpus: to create its CRDs, damaged ones, its objects, and damaged ones. The
// recorder sends them, and the comparison asks crdtool the same.
package requests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/crdtool/crdtool/conformance/compare"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// CRD is the request to create a CRD, with dryRun.
type CRD struct {
	ID   string
	Name string // of its file
	Text []byte
	JSON bool
	// FieldValidation is "Strict" or "Warn".
	FieldValidation string
}

// Hash is that of the request.
func (r CRD) Hash() string { return golden.Hash([]byte(r.FieldValidation), r.Text) }

// CRDs are the CRDs of the corpus, each asked for twice: older versions don't know
// all fields, and only with Warn is there more to their answer than that.
func CRDs(corpus string) ([]CRD, error) {
	var all []CRD
	err := compare.ReadLines(filepath.Join(corpus, "dev", "truth-crds.jsonl"), func(line []byte) error {
		var truth struct{ Repo, CRD, File string }
		if err := json.Unmarshal(line, &truth); err != nil {
			return err
		}
		path := filepath.Join(corpus, "dev", truth.Repo, truth.File)
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		id := truth.Repo + "/" + truth.CRD
		all = append(all,
			CRD{ID: id, Name: path, Text: text, FieldValidation: "Strict"},
			CRD{ID: id + " with Warn", Name: path, Text: text, FieldValidation: "Warn"})
		return nil
	})
	return all, err
}

// Mutants are the damaged CRDs of the corpus.
func Mutants(corpus string) ([]CRD, error) {
	var all []CRD
	err := compare.EachMutant(corpus, func(id string, _, text []byte) error {
		all = append(all, CRD{ID: id, Name: "mutant.json", Text: text, JSON: true, FieldValidation: "Warn"})
		return nil
	})
	return all, err
}

// Costs are the CRDs of the corpus whose rules' costs are asked for.
func Costs(corpus string) ([]CRD, error) {
	crds, err := CRDs(corpus)
	return slices.DeleteFunc(crds, func(r CRD) bool { return r.FieldValidation != "Strict" }), err
}
