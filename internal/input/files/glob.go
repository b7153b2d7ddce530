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

// glob adds the files that match a pattern, for shells that do not expand patterns. Between slashes *, ? and []
// are those of path.Match; ** matches any number of directories, also none. As in a shell, a name that begins with
// a dot is only matched by a pattern that does, and ** does not follow symbolic links. A directory that matches
// stands for the files below it. Unless the pattern has a suffix, only files with a readable suffix match.
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
	// The directories before the first pattern are literal.
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

// glob returns the files that match a pattern, split at its slashes, below a folder.
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
	// visited are the earlier visits: several ** lead to a folder in exponentially many ways.
	visited map[visit]bool
}

// A visit is a folder with the number of parts of the pattern that are left.
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
		return // the rest may not match; Expand reports named paths
	}
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(part, ".") {
			continue
		}
		full := path.Join(dir, name)
		if part == "**" {
			// Several ** in a row equal one, and one walk finds each file once.
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
