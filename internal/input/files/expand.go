// Package files finds the files of a run and classifies them.
//
// A command reads each named file. In a directory it reads only the files that it can use, and skips the rest:
// patches of Kustomize and templates of Helm, which are no manifests yet; files of other programs; files that git
// ignores.
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

	"github.com/crdtool/crdtool/internal/input/archive"
	"github.com/crdtool/crdtool/internal/input/kustomize"
	"github.com/crdtool/crdtool/internal/input/source"
)

// Stdin is the path of standard input.
const Stdin = "-"

// A File is a file that a path leads to.
type File struct {
	Name string
	// Found says that it was found in a directory, and not named.
	Found bool

	place string // absolute, without symbolic links; "" if it was not found
	chart string // the chart of a template; "" for none
	stage int    // see stageOf
	// Tested says that a chainsaw test is in its directory or above: values in parentheses may be expressions.
	Tested bool
}

// A List is the files that paths lead to.
type List struct {
	// Files are sorted by name, each file once. Standard input is first. Files found in directories of generated
	// files, such as charts, and in those of releases are last. ExpandInOrder has another order.
	Files []File
	// Errors are *source.PathError, one for every path that does not exist. Such a path does not stop the others.
	Errors []error
	// Skipped are the directories that were not searched, and Ignored the files and directories that a .gitignore
	// names.
	Skipped, Ignored []string

	on       System
	want     Want
	patches  patches
	expected expected
	built    map[string]*kustomize.Built // by directory
	// objects caches the first files with custom objects of each directory.
	objects sync.Map
}

// Names returns the names of the files.
func (l *List) Names() []string {
	names := make([]string, len(l.Files))
	for i := range l.Files {
		names[i] = l.Files[i].Name
	}
	return names
}

// Keep removes the files for which keep returns false.
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
//   - a file, with any suffix;
//   - a directory, for the files below it that end in .yaml, .yml
//     or .json. Directories such as .git, vendor and testdata are skipped (see
//     skips), as are files that git ignores, and symbolic links to directories, which
//     are only read if they are named. Symbolic links to files count as files;
//   - a pattern of *, ?, [] and **, if no file has that name; see glob;
//   - "-" for standard input.
//
// Names that lead to the same file through symbolic links are one file; its name is the first one in paths.
func Expand(paths []string, want Want) *List { return expand(Disk, paths, want, false) }

// ExpandOn is Expand for files of another System, such as a revision of git.
func ExpandOn(on System, paths []string, want Want) *List { return expand(on, paths, want, false) }

// ExpandInOrder is Expand with the files in the order of kubectl apply: the order of the paths, and below a
// directory that of a walk by name. asFound is for paths that a program chose, as in ExpandAsFound.
func ExpandInOrder(paths []string, want Want, asFound bool) *List {
	e := expander{seen: map[string]int{}, list: &List{on: Disk, want: want}, asFound: asFound}
	for _, p := range paths {
		e.path(p)
	}
	return e.list
}

// ExpandAsFound is Expand for paths that a program chose, such as those of changed files: named files count as
// found.
func ExpandAsFound(paths []string, want Want) *List { return expand(Disk, paths, want, true) }

// ExpandAsFoundOn is ExpandAsFound for files of another System.
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
	// asFound says that named files count as found; charts caches the charts of their directories.
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
	case err == nil && info.IsDir() && isLayout(e.list.on, path):
		if path = filepath.Clean(path); e.open(path, true) {
			e.directory(path + archive.Mark)
		}
	case err == nil && info.IsDir():
		e.directory(path)
	case err == nil && archive.Named(path):
		if path = filepath.Clean(path); e.open(path, false) {
			e.directory(path + archive.Mark)
		}
	case err == nil:
		e.add(e.named(path), e.list.on.Real(path))
	case errors.Is(err, fs.ErrNotExist) && e.list.archived(path) == "" && archivePath(e.list.on, path) != "":
		if e.open(archivePath(e.list.on, path), false) {
			e.path(path)
		}
	case errors.Is(err, fs.ErrNotExist) && hasMeta(path):
		e.glob(path)
	default:
		e.fail(e.list.on.PathError(path, err))
	}
}

// open opens a named archive, or an OCI image layout. It reports whether that succeeded.
func (e *expander) open(path string, layout bool) bool {
	on, is := e.list.on.(*archives)
	if !is {
		on = &archives{System: e.list.on}
		e.list.on = on
	}
	if err := on.open(path, layout); err != nil {
		e.fail(err)
		return false
	}
	return true
}

// IsReadOnly reports whether a file of the list is in an archive or the output of a kustomization, so that it cannot be changed.
func (l *List) IsReadOnly(name string) bool { return l.archived(name) != "" || l.built[name] != nil }

// archived returns the opened archive that a file is in; "" for any other file.
func (l *List) archived(name string) string {
	if on, is := l.on.(*archives); is {
		if a, file, _ := on.at(name); a != nil {
			return file
		}
	}
	return ""
}

func isLayout(on System, dir string) bool {
	entries, err := on.ReadDir(dir)
	return err == nil && archive.IsLayout(entries)
}

// named returns the File for a named file.
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

// directory adds the files below a named directory.
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
	if file := e.list.archived(path); file != "" {
		e.fail(&source.PathError{Path: path, Problem: fmt.Sprintf("no .yaml, .yml or .json file in %s", strings.TrimSuffix(path, archive.Mark)), Err: errNoFiles})
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

// add adds a file once. A file that was found and is also named counts as named.
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
