package requests

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/crdtool/crdtool/conformance/openapi"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// Project is a project of the corpus, with all its CRDs.
type Project struct {
	ID string
	// Files are those of its CRDs.
	Files []string
	// Hash is that of the CRDs.
	Hash string
}

// Published is the answer to what is published of a project: how its documents
// differ from those that the newest server published, which are in the corpus. A
// document that is not named is not published.
type Published struct {
	// Refused are the CRDs that the server refuses.
	Refused []string `json:"refused,omitempty"`
	// Changes are those of each document, packed with openapi.Values.
	Changes map[string]openapi.Packed `json:"changes"`
}

// Projects are the projects of the corpus.
func Projects(corpus string) ([]Project, error) {
	dirs, err := filepath.Glob(filepath.Join(corpus, "dev", "*", "crds"))
	if err != nil {
		return nil, err
	}
	slices.Sort(dirs)
	var all []Project
	for _, dir := range dirs {
		p := Project{ID: filepath.Base(filepath.Dir(dir))}
		if p.Files, err = filepath.Glob(filepath.Join(dir, "*.yaml")); err != nil {
			return nil, err
		}
		slices.Sort(p.Files)
		var texts [][]byte
		for _, file := range p.Files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			texts = append(texts, text)
		}
		p.Hash = golden.Hash(texts...)
		all = append(all, p)
	}
	return all, nil
}
