package main

import (
	"bytes"
	"os"
	"slices"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

// missing returns a function that finds removed stored CRDs, or nil if that is uncertain. The paths must be
// whole folders, or standard input: named files or globs may be only a part. A CRD that a file mentions, such
// as a template, is not removed.
func (r *lintRun) missing(paths, names []string) func([]*rules.Identity) []*rules.Identity {
	if r.stored == nil || len(r.unread) > 0 {
		return nil
	}
	for _, p := range paths {
		if info, err := os.Stat(p); p != files.Stdin && (err != nil || !info.IsDir()) {
			return nil
		}
	}
	return func(given []*rules.Identity) []*rules.Identity {
		missing := r.stored.Missing(given)
		for _, name := range names {
			if len(missing) == 0 {
				break
			}
			f := r.stdinFile
			if name != files.Stdin {
				var err error
				if f, err = source.ReadFile(name); err != nil {
					return nil
				}
			}
			// A file with syntax errors, such as a template, may have a CRD of any name.
			unread := len(f.Problems) > 0 && bytes.Contains(f.Text, []byte(source.CRDKind))
			missing = slices.DeleteFunc(missing, func(id *rules.Identity) bool {
				return unread || bytes.Contains(f.Text, []byte(id.Name))
			})
		}
		return missing
	}
}
