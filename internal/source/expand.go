package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Stdin is the path that stands for standard input.
const Stdin = "-"

// Expand returns the files that paths lead to, sorted, each once, and an error
// for every path that leads nowhere; those do not hide the others.
//
// A path is one of
//   - a file, whatever its suffix;
//   - a directory, which stands for the files below it that end in .yaml, .yml
//     or .json. Hidden directories below it, such as .git, are left out, and so
//     are symbolic links to directories: what they lead to is read when it is
//     named. Symbolic links to files count as files;
//   - a pattern of *, ?, [] and **, when no file has it as its name; see glob;
//   - "-" for standard input, which comes first.
//
// Errors are of type *PathError. Files are told apart by where their names lead
// after symbolic links; the name that comes first in paths is returned.
func Expand(paths []string) (names []string, errs []error) {
	e := expander{seen: map[string]bool{}}
	for _, p := range paths {
		e.path(p)
	}
	slices.SortFunc(e.names, func(a, b string) int {
		if (a == Stdin) != (b == Stdin) {
			if a == Stdin {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	return e.names, e.errs
}

type expander struct {
	names []string
	errs  []error
	seen  map[string]bool // by absolute name without symbolic links
}

func (e *expander) path(path string) {
	if path == Stdin {
		e.add(Stdin, Stdin)
		return
	}
	if path == "" {
		e.fail(&PathError{Path: path, Problem: "the path is empty; name a file or a directory, or \".\" for the current one"})
		return
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		e.directory(path)
	case err == nil:
		e.add(path, real(path))
	case errors.Is(err, fs.ErrNotExist) && hasMeta(path):
		e.glob(path)
	default:
		e.fail(pathError(path, err))
	}
}

// directory adds the files below a directory that was named.
func (e *expander) directory(path string) {
	path = filepath.Clean(path)
	w := walker{e: e}
	if err := w.walk(path, real(path)); err != nil {
		e.fail(pathError(path, err))
		return
	}
	if w.taken > 0 || w.failed {
		return
	}
	problem := fmt.Sprintf("no .yaml, .yml or .json file in %s", path)
	switch {
	case w.others == 0 && w.hidden == 0:
		problem += ", which is empty"
	case w.others > 0:
		problem += fmt.Sprintf(", only %s; name a file to read it whatever its suffix", plural(w.others, "other file", "other files"))
	default:
		problem += ", only hidden directories; name one to read it"
	}
	e.fail(&PathError{Path: path, Problem: problem, Err: fs.ErrNotExist})
}

type walker struct {
	e                     *expander
	taken, others, hidden int
	failed                bool
}

// walk adds the files below a directory. place is where the directory is, after
// symbolic links.
func (w *walker) walk(path, place string) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := filepath.Join(path, entry.Name())
		where := filepath.Join(place, entry.Name())
		kind := entry.Type()
		if kind.IsDir() {
			if strings.HasPrefix(entry.Name(), ".") {
				w.hidden++
				continue
			}
			if err := w.walk(name, where); err != nil {
				w.failed = true
				w.e.fail(pathError(name, err))
			}
			continue
		}
		if !Readable(name) {
			w.others++
			continue
		}
		if kind&fs.ModeSymlink != 0 {
			info, err := os.Stat(name)
			if err != nil {
				w.failed = true
				w.e.fail(pathError(name, err))
				continue
			}
			kind, where = info.Mode().Type(), real(name)
		}
		if kind.IsRegular() {
			w.taken++
			w.e.add(name, where)
		}
	}
	return nil
}

// Readable reports whether a name has a suffix that is read when a directory is
// named.
func Readable(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

func (e *expander) add(name, place string) {
	if !e.seen[place] {
		e.seen[place] = true
		e.names = append(e.names, name)
	}
}

func (e *expander) fail(err *PathError) { e.errs = append(e.errs, err) }

// real is the absolute name of a file without symbolic links, or as near to
// that as can be found out. Pipes have no such name.
func real(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		path = p
	}
	if p, err := filepath.Abs(path); err == nil {
		path = p
	}
	return path
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
