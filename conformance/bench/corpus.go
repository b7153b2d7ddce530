// Package bench measures crdtool beside the API server's own code and beside a
// bare YAML parser, on the same documents in the same run.
package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// file is one CRD of the corpus.
type file struct {
	path string
	text []byte
}

// load reads the CRDs of the corpus; without rules, those that have no CEL rules, whose
// compilation would outweigh all else.
func load(corpus string, rules bool) (files []file, bytesTotal int, err error) {
	paths, err := filepath.Glob(filepath.Join(corpus, "dev", "*", "crds", "*.yaml"))
	if err != nil {
		return nil, 0, err
	}
	if len(paths) == 0 {
		return nil, 0, fmt.Errorf("no CRDs in %s (set CRDTOOL_CORPUS)", corpus)
	}
	slices.Sort(paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, 0, err
		}
		if !rules && bytes.Contains(text, []byte("x-kubernetes-validations")) {
			continue
		}
		files = append(files, file{path, text})
		bytesTotal += len(text)
	}
	return files, bytesTotal, nil
}
