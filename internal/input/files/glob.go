package files

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
)

func hasMeta(p string) bool { return strings.ContainsAny(p, "*?[") }

// glob adds the files that a pattern matches, for shells that leave patterns
// alone. Between slashes *, ? and [] are those of path.Match; ** stands for any
// number of directories, none included. As in a shell, a name that begins with a
// dot is matched only by a pattern that does, and ** does not go through
// symbolic links. A directory that matches stands for what is below it. Unless
// the pattern names a suffix, files count only with one that is read in
// directories.
func (e *expander) glob(pattern string) {
	clean := path.Clean(filepath.ToSlash(pattern))
	if _, err := path.Match(strings.ReplaceAll(clean, "**", "*"), ""); err != nil {
		e.fail(&source.PathError{Path: pattern, Problem: fmt.Sprintf("%s is not a valid pattern; close the bracket, or write \\[ for a bracket in a name", pattern), Err: err})
		return
	}
	base, rest := ".", clean
	if strings.HasPrefix(clean, "/") {
		base, rest = "/", clean[1:]
	}
	// What comes before the first pattern is taken as it is.
	parts := strings.Split(rest, "/")
	for len(parts) > 1 && !hasMeta(parts[0]) {
		base, parts = path.Join(base, parts[0]), parts[1:]
	}
	g := glob(e.list.on, base, parts)
	switch info, err := e.list.on.Stat(base); {
	case len(g.found) > 0:
	case err != nil:
		e.fail(e.list.on.PathError(base, err))
		return
	case !info.IsDir():
		e.fail(&source.PathError{Path: pattern, Problem: fmt.Sprintf("no file matches %s: %s is a file, not a directory", pattern, base), Err: fs.ErrNotExist})
		return
	default:
		problem := "no file matches " + pattern
		if g.others > 0 {
			problem += fmt.Sprintf(" with suffix .yaml, .yml or .json, only %s", plural(g.others, "other file", "other files"))
		} else if n := countReadable(e.list.on, base); n > 0 {
			problem += fmt.Sprintf("; %s has %s", base, plural(n, "file that could be read", "files that could be read"))
		}
		e.fail(&source.PathError{Path: pattern, Problem: problem, Err: fs.ErrNotExist})
		return
	}
	for _, name := range g.found {
		e.path(name)
	}
}

// glob returns what a pattern, split at its slashes, matches below a folder.
func glob(on System, base string, parts []string) *globber {
	g := &globber{on: on, suffix: path.Ext(parts[len(parts)-1]), visited: map[visit]bool{}}
	g.match(base, parts)
	return g
}

type globber struct {
	on     System
	suffix string
	found  []string
	others int // matching files with another suffix
	// visited has what was matched already: several ** lead to a folder in exponentially many ways.
	visited map[visit]bool
}

// A visit is a folder, and how many parts of the pattern are left to match below it.
type visit struct {
	dir   string
	parts int
}

func (g *globber) match(dir string, parts []string) {
	at := visit{dir, len(parts)}
	if g.visited[at] {
		return
	}
	g.visited[at] = true
	if len(parts) == 0 {
		g.found = append(g.found, filepath.FromSlash(dir))
		return
	}
	part := parts[0]
	if part == "**" {
		if len(parts) == 1 {
			g.match(dir, nil)
			return
		}
		g.match(dir, parts[1:])
	}
	entries, err := g.on.ReadDir(dir)
	if err != nil {
		return // it may not match at all; Expand reports what was named
	}
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(part, ".") {
			continue
		}
		full := path.Join(dir, name)
		if part == "**" {
			// A run of ** is as good as one, and one walk finds each file once.
			if entry.IsDir() && parts[1] != "**" {
				g.match(full, parts)
			}
			continue
		}
		if ok, _ := path.Match(part, name); !ok {
			continue
		}
		if len(parts) > 1 {
			if entry.IsDir() || entry.Type()&fs.ModeSymlink != 0 {
				g.match(full, parts[1:])
			}
			continue
		}
		if !entry.IsDir() && !source.Readable(name) && (g.suffix == "" || hasMeta(g.suffix)) {
			g.others++
			continue
		}
		g.match(full, nil)
	}
}

func countReadable(on System, dir string) int {
	n := 0
	entries, _ := on.ReadDir(dir)
	for _, entry := range entries {
		if !entry.IsDir() && source.Readable(entry.Name()) {
			n++
		}
	}
	return n
}
