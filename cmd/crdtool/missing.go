package main

import (
	"bytes"
	"os"
	"slices"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

// missing returns what finds the stored CRDs that are gone; nil if that cannot be
// told. The paths must be whole folders, or standard input: whoever names files or a
// glob may mean a part. A CRD that a file mentions without being read as one, such as
// a template, is not gone.
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
			// What cannot be read, such as a template, may be a CRD of any name.
			unread := len(f.Problems) > 0 && bytes.Contains(f.Text, []byte(source.CRDKind))
			missing = slices.DeleteFunc(missing, func(id *rules.Identity) bool {
				return unread || bytes.Contains(f.Text, []byte(id.Name))
			})
		}
		return missing
	}
}
