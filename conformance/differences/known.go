// Package differences reads the known differences between crdtool and what it is compared with.
package differences

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Known reads the known differences: files that begin with the ids of
// results, one a line and as "set: id", and after an empty line give the reason.
// It returns the reason of each id.
func Known(dir string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	known := map[string]string{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		ids, reason, _ := strings.Cut(string(text), "\n\n")
		reason = strings.TrimSpace(reason)
		if reason == "" {
			return nil, fmt.Errorf("%s: no reason after the first empty line", path)
		}
		for id := range strings.SplitSeq(strings.TrimSpace(ids), "\n") {
			known[id] = reason
		}
	}
	return known, nil
}
