// Package files finds the files of a run, and says what they are.
//
// A file that is named is read as what the command is for. In a directory a command
// takes what it is for and skips the rest: patches of Kustomize and templates of
// Helm, which only become manifests when those programs have run; what other programs
// read; what git ignores.
package files

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/source"
)

// Stdin is the path that stands for standard input.
const Stdin = "-"

// A File is one that paths lead to.
type File struct {
	Name string
	// Found says that it was found in a directory, and not named.
	Found bool

	place string // absolute, without symbolic links; "" if it was not found
	chart string // the chart whose template it is; "" for none
	stage int    // see stageOf
	// Tested says that it is in the directory of a test of chainsaw, or below: the text
	// of some values is an expression in parentheses.
	Tested bool
}

// A List is the files that paths lead to.
type List struct {
	// Files are sorted by their names, each file once. Standard input comes first, and
	// last what was found in directories of what is made of others, such as charts, and in
	// those of releases. ExpandInOrder has another order.
	Files []File
	// Errors are *source.PathError, one for every path that leads nowhere; those do not
	// hide the others.
	Errors []error
	// Skipped are the directories that were not searched, and Ignored the files and
	// directories that a .gitignore names.
	Skipped, Ignored []string

	on       System
	want     Want
	patches  patches
	expected expected
	// objects has for each directory the first files with custom objects, once they are asked for.
	objects sync.Map
}

// Names are the names of the files.
func (l *List) Names() []string {
	names := make([]string, len(l.Files))
	for i := range l.Files {
		names[i] = l.Files[i].Name
	}
	return names
}

// Keep leaves only those files for which keep returns true.
func (l *List) Keep(keep func(*File) bool) {
	l.Files = slices.DeleteFunc(l.Files, func(f File) bool { return !keep(&f) })
}

// errNoFiles is the cause of the error for a directory without files to read.
var errNoFiles = fmt.Errorf("no file to read: %w", fs.ErrNotExist)

// AllowEmpty removes the errors for directories without files to read.
func (l *List) AllowEmpty() {
	l.Errors = slices.DeleteFunc(l.Errors, func(err error) bool { return errors.Is(err, errNoFiles) })
}

// Expand returns the files that paths lead to, for a command that wants CRDs or objects.
// A path is one of
//   - a file, whatever its suffix;
//   - a directory, which stands for the files below it that end in .yaml, .yml
//     or .json. Directories such as .git, vendor and testdata are left out (see
//     skips), as is what git ignores, and symbolic links to directories: what they
//     lead to is read when it is named. Symbolic links to files count as files;
//   - a pattern of *, ?, [] and **, when no file has it as its name; see glob;
//   - "-" for standard input.
//
// Files are told apart by where their names lead after symbolic links; the name that
// comes first in paths is returned.
func Expand(paths []string, want Want) *List { return expand(Disk, paths, want, false) }

// ExpandOn is Expand for files that are elsewhere, such as in a revision of git.
func ExpandOn(on System, paths []string, want Want) *List { return expand(on, paths, want, false) }

// ExpandInOrder is Expand with the files in the order in which kubectl apply reads them: that of the paths,
// and below a directory that of a walk, by the names in each directory. asFound is for paths that nobody chose
// one by one, as in ExpandAsFound.
func ExpandInOrder(paths []string, want Want, asFound bool) *List {
	e := expander{seen: map[string]int{}, list: &List{on: Disk, want: want}, asFound: asFound}
	for _, p := range paths {
		e.path(p)
	}
	return e.list
}

// ExpandAsFound is Expand for paths that nobody chose one by one, such as those of
// changed files: what is named counts as found.
func ExpandAsFound(paths []string, want Want) *List { return expand(Disk, paths, want, true) }

// ExpandAsFoundOn is ExpandAsFound for files that are elsewhere.
func ExpandAsFoundOn(on System, paths []string, want Want) *List {
	return expand(on, paths, want, true)
}

func expand(on System, paths []string, want Want, asFound bool) *List {
	e := expander{seen: map[string]int{}, list: &List{on: on, want: want}, asFound: asFound}
	for _, p := range paths {
		e.path(p)
	}
	for i := range e.list.Files {
		e.list.Files[i].stage = stageOf(&e.list.Files[i])
	}
	slices.SortFunc(e.list.Files, func(a, b File) int {
		if (a.Name == Stdin) != (b.Name == Stdin) {
			if a.Name == Stdin {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.stage, b.stage), strings.Compare(a.Name, b.Name))
	})
	return e.list
}

type expander struct {
	list *List
	seen map[string]int // index into the files, by absolute name without symbolic links
	// asFound says that files that are named count as found; charts has those of their
	// directories.
	asFound bool
	charts  map[string]string
}

func (e *expander) path(path string) {
	if path == Stdin {
		e.add(File{Name: Stdin}, Stdin)
		return
	}
	if path == "" {
		e.fail(&source.PathError{Path: path, Problem: "the path is empty; name a file or a directory, or \".\" for the current one"})
		return
	}
	info, err := e.list.on.Stat(path)
	switch {
	case err == nil && info.IsDir():
		e.directory(path)
	case err == nil:
		e.add(e.named(path), e.list.on.Real(path))
	case errors.Is(err, fs.ErrNotExist) && hasMeta(path):
		e.glob(path)
	default:
		e.fail(e.list.on.PathError(path, err))
	}
}

// named is a file that was named.
func (e *expander) named(path string) File {
	if !e.asFound {
		return File{Name: path}
	}
	dir := filepath.Dir(path)
	chart, known := e.charts[dir]
	if !known {
		w := walker{list: e.list}
		at := e.list.on.Real(dir)
		chart = w.above(dir, at).chart
		e.list.patches.readFolder(e.list.on, dir, at)
		if e.charts == nil {
			e.charts = map[string]string{}
		}
		e.charts[dir] = chart
	}
	return File{Name: path, Found: true, chart: chart}
}

// directory adds the files below a directory that was named.
func (e *expander) directory(path string) {
	path = filepath.Clean(path)
	if _, err := e.list.on.Follow(path, path); err != nil {
		e.fail(e.list.on.PathError(path, err))
		return
	}
	w := walker{list: e.list, add: e.add, fail: e.fail, root: path}
	at := e.list.on.Real(path)
	if err := w.walk(path, at, w.above(path, at)); err != nil {
		e.fail(e.list.on.PathError(path, err))
		return
	}
	if w.taken > 0 || w.failed {
		return
	}
	problem := fmt.Sprintf("no .yaml, .yml or .json file in %s", path)
	switch {
	case w.others+w.skipped+w.ignored == 0:
		problem += ", which is empty"
	case w.ignored > 0:
		problem += fmt.Sprintf(", only %s that .gitignore names; name one to read it", plural(w.ignored, "file or directory", "files or directories"))
	case w.others > 0:
		problem += fmt.Sprintf(", only %s; name a file to read it whatever its suffix", plural(w.others, "other file", "other files"))
	default:
		problem += ", only directories that are not searched; name one to read it"
	}
	e.fail(&source.PathError{Path: path, Problem: problem, Err: errNoFiles})
}

// add adds a file, unless it is there. One that is named counts as named, though it was
// found before.
func (e *expander) add(f File, place string) {
	if i, ok := e.seen[place]; ok {
		if !f.Found {
			e.list.Files[i].Found = false
		}
		return
	}
	e.seen[place] = len(e.list.Files)
	f.place = place
	e.list.Files = append(e.list.Files, f)
}

func (e *expander) fail(err *source.PathError) { e.list.Errors = append(e.list.Errors, err) }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
