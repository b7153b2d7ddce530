package lintrun

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/gittree"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A Revision finds the stored CRDs of a run in a revision of git, under the paths of the run. It reads files
// when needed, one at a time. It is safe for concurrent use.
type Revision struct {
	tree   *gittree.Tree
	config *config.Config
	under  *files.List    // files that a search of the paths finds there
	at     map[string]int // index into under.Files, by real path

	mu     sync.Mutex
	names  map[string][]string // names of the CRDs of a file that was read, by file name
	whole  *files.List         // files of the whole revision; nil before a search
	found  bool                // a CRD of the run was found
	asked  bool
	notes  []string
	broken error
}

// NewRevision returns a Revision. Paths that are not in it are no error: a new directory has no stored CRDs.
func NewRevision(tree *gittree.Tree, paths []string, c *config.Config) (*Revision, error) {
	r := &Revision{tree: tree, config: c, at: map[string]int{}, names: map[string][]string{}}
	paths = slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return p == files.Stdin })
	var err error
	if r.under, err = r.search(paths); err != nil {
		return nil, err
	}
	for i := range r.under.Files {
		r.at[tree.Real(r.under.Files[i].Name)] = i
	}
	return r, nil
}

func (r *Revision) search(paths []string) (*files.List, error) {
	list := files.ExpandOn(r.tree, paths, files.CRDs)
	for _, err := range list.Errors {
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case skippable(err):
			r.notes = append(r.notes, err.Error())
		default:
			return nil, err
		}
	}
	list.Keep(func(f *files.File) bool { return !r.config.Leaves(f.Name, !f.Found, nil) })
	return list, nil
}

// skippable reports whether an error is about one file only, so that others can still be read.
func skippable(err error) bool {
	return gittree.Elsewhere(err)
}

// For returns a function that finds the stored CRD of a name for a file of the run, for lint.Options.Old. It
// looks in the same file first. If the CRD was moved, it takes the likeliest source among the paths, and then
// in the whole revision.
func (r *Revision) For(f *source.File) func(name string) *source.Document {
	at, before := r.at[r.tree.Real(f.Name)]
	if _, err := r.tree.Stat(f.Name); errors.Is(err, gittree.ErrSubmodule) {
		r.note(r.tree.PathError(f.Name, err).Error())
	}
	var same *source.File
	known := map[string]*source.Document{}
	return func(name string) *source.Document {
		if d, ok := known[name]; ok {
			return d
		}
		if before && same == nil {
			same = r.read(r.under, at)
		}
		d := named(same, name)
		if d == nil {
			d = r.elsewhere(name)
		}
		known[name] = d
		r.mu.Lock()
		r.asked, r.found = true, r.found || d != nil
		r.mu.Unlock()
		return d
	}
}

func (r *Revision) note(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notes = append(r.notes, text)
}

// named returns the CRD of a name in a file, or nil.
func named(f *source.File, name string) *source.Document {
	if f == nil {
		return nil
	}
	for _, d := range f.Documents {
		if d.MeantAsCRD() && nameOf(d) == name {
			return d
		}
	}
	return nil
}

func nameOf(d *source.Document) string {
	name, _ := source.String(source.Field(source.Field(d.Root, "metadata"), "name"))
	return name
}

// read reads a file of the revision, and returns nil if it cannot be read or is skipped.
func (r *Revision) read(list *files.List, i int) *source.File {
	of := &list.Files[i]
	f, _, err := list.Read(of, nil)
	r.mu.Lock()
	defer r.mu.Unlock()
	_, again := r.names[of.Name]
	switch {
	case err != nil && !skippable(err):
		if r.broken == nil {
			r.broken = err
		}
		return nil
	case err != nil && !again:
		r.notes = append(r.notes, err.Error())
	}
	if again {
		return f
	}
	names := []string{}
	if f != nil {
		for _, d := range f.Documents {
			if d.MeantAsCRD() {
				names = append(names, strings.Clone(nameOf(d))) // a substring would keep the text alive
			}
		}
		for _, p := range f.Problems {
			if p.Severity != finding.Info {
				r.notes = append(r.notes, fmt.Sprintf("in %s, %s:%d cannot be read, so it is as if it were not there: %s", r.tree.Name, f.Name, p.Pos.Line, p.Message))
				break
			}
		}
	}
	r.names[of.Name] = names
	return f
}

// elsewhere returns the CRD of a name in any file, or nil.
func (r *Revision) elsewhere(name string) *source.Document {
	if name == "" {
		return nil
	}
	if d := r.among(r.under, name); d != nil {
		return d
	}
	r.mu.Lock()
	if r.whole == nil {
		list, err := r.search([]string{r.tree.Root()})
		if err != nil && r.broken == nil {
			r.broken = err
		}
		if list == nil {
			list = new(files.List)
		}
		r.whole = list
	}
	whole := r.whole
	r.mu.Unlock()
	return r.among(whole, name)
}

func (r *Revision) among(list *files.List, name string) *source.Document {
	best := -1
	for i := range list.Files {
		of := list.Files[i].Name
		if slices.Contains(r.namesIn(list, i), name) && (best < 0 || r.config.Nearer(of, list.Files[best].Name) < 0) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return named(r.read(list, best), name)
}

// namesIn returns the names of the CRDs of a file, and reads the file at the first call.
func (r *Revision) namesIn(list *files.List, i int) []string {
	r.mu.Lock()
	names, known := r.names[list.Files[i].Name]
	r.mu.Unlock()
	if known {
		return names
	}
	r.read(list, i)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names[list.Files[i].Name]
}

// Missing returns the CRDs under the paths that are missing in the run, as lint.Stored.Missing does.
func (r *Revision) Missing(given []*rules.Identity) []*rules.Identity {
	here := map[string]bool{}
	for _, id := range given {
		here[id.Name] = true
	}
	var stored lint.Stored
	for i := range r.under.Files {
		for _, name := range r.namesIn(r.under, i) {
			if !here[name] {
				here[name] = true
				stored.Keep(name, r.among(r.under, name))
			}
		}
	}
	return stored.Missing(given)
}

// Err returns the error that kept the revision from being read. Without a stored CRD, a changed CRD would pass
// as a new one.
func (r *Revision) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.broken
}

// Notes returns notes about the revision for readers of the findings.
func (r *Revision) Notes() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	notes := slices.Clone(r.notes)
	slices.Sort(notes)
	notes = slices.Compact(notes)
	if r.asked && !r.found {
		notes = append(notes, fmt.Sprintf("%s (%s) has none of the CRDs, so all are checked as new ones", r.tree.Name, r.tree.Short()))
	}
	return notes
}
