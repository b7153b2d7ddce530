package files

import (
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/input/gitignore"
	"github.com/crdtool/crdtool/internal/input/kustomize"
	"github.com/crdtool/crdtool/internal/input/source"
)

// skips are the directories that are not searched, as by golangci-lint and ruff: they have files of others, or
// input of tests that is often invalid on purpose.
var skips = map[string]bool{
	"fixtures": true, "node_modules": true, "site-packages": true, "third_party": true, "testdata": true, "vendor": true, "venv": true,
}

// Skips reports whether a directory is not searched: one of skips, also with an underscore before it, by which Go
// skips it; a hidden one; and src/test, where Maven and Gradle keep tests.
func Skips(path string) bool {
	name := filepath.Base(path)
	return skips[strings.TrimLeft(name, "_")] || strings.HasPrefix(name, ".") || name == "test" && filepath.Base(filepath.Dir(path)) == "src"
}

// inherited is the state that a directory gets from the directories above it.
type inherited struct {
	ignore *gitignore.Patterns
	below  string // the directory, relative to that of the patterns
	chart  string // the chart of its templates; "" for none
	tested bool   // it has a test of chainsaw
}

type walker struct {
	list *List
	add  func(f File, place string)
	fail func(*source.PathError)
	root string // the searched directory

	taken, others, skipped, ignored int
	failed                          bool
}

// above returns the state that a named directory gets from those above it, up to the root of the repository.
func (w *walker) above(path, place string) inherited {
	w.list.patches.readAbove(w.list.on, path, place)
	var in inherited
	var dirs []string // from the directory up
	for at := place; ; at = filepath.Dir(at) {
		dirs = append(dirs, at)
		if filepath.Base(at) == "templates" && isChart(w.list.on, filepath.Dir(at)) {
			if rel, err := filepath.Rel(place, filepath.Dir(at)); err == nil {
				in.chart = filepath.Join(path, rel)
			}
		}
		if w.list.on.IsRepository(at) {
			break
		}
		if at == filepath.Dir(at) {
			return in // outside of a repository, directories above are unrelated
		}
	}
	for i := len(dirs) - 1; i > 0; i-- {
		in.enter(w.list.on, dirs[i])
		in.below = join(in.below, filepath.Base(dirs[i-1]))
	}
	return in
}

// enter adds the .gitignore of a directory.
func (in *inherited) enter(on System, place string) {
	name := filepath.Join(place, gitignore.Name)
	if _, err := on.Stat(name); err != nil {
		return // Load would search for a similar name
	}
	text, err := on.Load(name)
	if err != nil {
		return
	}
	in.ignore, in.below = gitignore.Read(string(text), in.below, in.ignore), ""
}

// join joins names with a slash, as .gitignore does.
func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// walk adds the files below a directory. place is the directory without symbolic links.
func (w *walker) walk(path, place string, in inherited) error {
	entries, err := w.list.on.ReadDir(path)
	if err != nil {
		return err
	}
	if has(entries, gitignore.Name) {
		in.enter(w.list.on, place)
	}
	chart := hasChart(entries)
	if w.list.want == Objects && w.list.expected.read(w.list.on, path, place, entries) {
		in.tested = true
	}
	for _, entry := range entries {
		name := joinName(path, entry.Name())
		where := joinName(place, entry.Name())
		kind := entry.Type()
		readable := source.Readable(name)
		if !kind.IsDir() && !readable && !kustomize.IsFile(entry.Name()) {
			w.others++
			continue
		}
		if in.ignore != nil && in.ignore.Ignores(join(in.below, entry.Name()), kind.IsDir()) {
			w.ignored++
			w.list.Ignored = append(w.list.Ignored, name)
			continue
		}
		if kind.IsDir() {
			// A revision lacks the files of its submodules.
			if Skips(name) || kind&fs.ModeIrregular != 0 {
				w.skipped++
				w.list.Skipped = append(w.list.Skipped, name)
				continue
			}
			next := in
			next.below = join(in.below, entry.Name())
			if chart && entry.Name() == "templates" {
				next.chart = path
				if file := w.list.archived(path); file != "" {
					next.chart = file // helm reads the archive
				}
			}
			if err := w.walk(name, where, next); err != nil {
				w.failed = true
				w.fail(w.list.on.PathError(name, err))
			}
			continue
		}
		if kustomize.IsFile(entry.Name()) {
			w.list.patches.read(w.list.on, name, where)
			if !readable {
				continue
			}
		}
		if kind&fs.ModeSymlink != 0 {
			info, err := w.list.on.Follow(w.root, name)
			if err != nil {
				w.failed = true
				w.fail(w.list.on.PathError(name, err))
				continue
			}
			kind, where = info.Mode().Type(), w.list.on.Real(name)
		}
		if kind.IsRegular() {
			w.taken++
			w.add(File{Name: name, Found: true, chart: in.chart, Tested: in.tested}, where)
		}
	}
	return nil
}

func has(entries []fs.DirEntry, name string) bool {
	for _, e := range entries {
		if e.Name() == name {
			return true
		}
	}
	return false
}

// isChart reports whether a directory has a Helm chart.
func isChart(on System, dir string) bool {
	entries, err := on.ReadDir(dir)
	return err == nil && hasChart(entries)
}

// hasChart reports whether there is Chart.yaml, or its source such as Chart.template.yaml.
func hasChart(entries []fs.DirEntry) bool {
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, "Chart.") && !e.IsDir() {
			return true
		}
	}
	return false
}
