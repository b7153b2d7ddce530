package gotypes

import (
	"path/filepath"
	"strconv"
	"strings"
)

// gomod is what a go.mod, or a go.work, says about where packages are.
type gomod struct {
	dir  string
	path string            // the module's path; "" of a go.work
	lang string            // the version of Go, as in "1.24.0"; "" if it is not named
	need map[string]string // the versions that are required, by path of the module
	// instead are the modules that stand in for others, by "path" or "path@version".
	instead map[string]modulePlace
	use     []string // of a go.work: folders of modules
}

// modulePlace is a folder, or a module of some version.
type modulePlace struct{ dir, path, version string }

// readGomod reads a go.mod or a go.work. Lines it does not know are left out: go itself
// has complained about them before a CRD was generated.
func readGomod(name string) *gomod {
	text, err := readFile(name)
	if err != nil {
		return nil
	}
	g := &gomod{dir: filepath.Dir(name), need: map[string]string{}, instead: map[string]modulePlace{}}
	block := ""
	for line := range strings.Lines(string(text)) {
		if i := strings.Index(line, "//"); i >= 0 {
			line = line[:i]
		}
		words := strings.Fields(line)
		for i, w := range words {
			if s, err := strconv.Unquote(w); err == nil {
				words[i] = s
			}
		}
		switch {
		case len(words) == 0:
		case words[0] == ")":
			block = ""
		case len(words) == 2 && words[1] == "(":
			block = words[0]
		case block != "":
			g.line(block, words)
		default:
			g.line(words[0], words[1:])
		}
	}
	return g
}

func (g *gomod) line(verb string, words []string) {
	switch {
	case verb == "module" && len(words) == 1:
		g.path = words[0]
	case verb == "go" && len(words) == 1:
		g.lang = words[0]
	case verb == "use" && len(words) == 1:
		g.use = append(g.use, filepath.Join(g.dir, filepath.FromSlash(words[0])))
	case verb == "require" && len(words) >= 2:
		g.need[words[0]] = words[1]
	case verb == "replace":
		g.replace(words)
	}
}

// replace reads "old [version] => new [version]".
func (g *gomod) replace(words []string) {
	for i, w := range words {
		if w != "=>" || i == 0 || i+1 >= len(words) {
			continue
		}
		old, to := words[0], words[i+1:]
		if i == 2 {
			old += "@" + words[1]
		}
		if len(to) == 2 {
			g.instead[old] = modulePlace{path: to[0], version: to[1]}
		} else if dir := filepath.FromSlash(to[0]); filepath.IsAbs(dir) {
			g.instead[old] = modulePlace{dir: dir}
		} else {
			g.instead[old] = modulePlace{dir: filepath.Join(g.dir, dir)}
		}
	}
}

// newestGo is the minor version of Go 1.x that code is taken to be of if no go.mod says it.
const newestGo = 26

// goMinor returns the minor version of Go 1.x in the go.mod of a package.
func (c *code) goMinor(p *pkg) int {
	if p.in == nil {
		return newestGo
	}
	parts := strings.Split(p.in.mod.lang, ".")
	if len(parts) < 2 {
		return newestGo
	}
	minor, err := strconv.Atoi(parts[1])
	if err != nil {
		return newestGo
	}
	return minor
}

// replaced is what stands in for a module.
func (g *gomod) replaced(path, version string) (modulePlace, bool) {
	if p, ok := g.instead[path+"@"+version]; ok {
		return p, true
	}
	p, ok := g.instead[path]
	return p, ok
}

// later reports whether version a is later than b, by their numbers, with a release after
// its candidates.
func later(a, b string) bool {
	an, ap, _ := strings.Cut(strings.TrimPrefix(a, "v"), "-")
	bn, bp, _ := strings.Cut(strings.TrimPrefix(b, "v"), "-")
	as, bs := strings.Split(an, "."), strings.Split(bn, ".")
	for i := range min(len(as), len(bs)) {
		x, _ := strconv.Atoi(as[i])
		y, _ := strconv.Atoi(bs[i])
		if x != y {
			return x > y
		}
	}
	if ap == "" || bp == "" {
		return ap == "" && bp != ""
	}
	return ap > bp
}
