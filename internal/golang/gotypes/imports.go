package gotypes

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// inside is a module on disk: its folder, and the go.mod by whose requirements its
// packages find those of other modules.
type inside struct {
	dir  string
	mod  *gomod
	main *gomod // the module that is worked on, whose requirements and replacements come first
	work *gomod // the workspace it is in; nil if it is in none
}

// enclosing returns the module that a folder is in.
func (m *Module) enclosing(dir string) *inside {
	if in, ok := m.inside[dir]; ok {
		return in
	}
	var in *inside
	if g := readGomod(filepath.Join(dir, "go.mod")); g != nil {
		in = &inside{dir: dir, mod: g, main: g, work: m.workspace(dir)}
	} else if up := filepath.Dir(dir); up != dir {
		in = m.enclosing(up)
	}
	m.inside[dir] = in
	return in
}

// workspace is the go.work that a module is in, if it uses the module.
func (m *Module) workspace(dir string) *gomod {
	if os.Getenv("GOWORK") == "off" {
		return nil
	}
	for at := dir; ; at = filepath.Dir(at) {
		if g := readGomod(filepath.Join(at, "go.work")); g != nil {
			if slices.Contains(g.use, dir) {
				return g
			}
			return nil
		}
		if filepath.Dir(at) == at {
			return nil
		}
	}
}

// find returns the folder of a package that one in a module imports, and the module that
// folder is in.
func (m *Module) find(in *inside, path string) (string, *inside) {
	if in == nil {
		return m.standard(path), nil
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		if dir := m.standard(path); dir != "" {
			return dir, nil
		}
	}
	if dir, ok := below(in.mod.path, in.dir, path); ok {
		return dir, in
	}
	if dir := filepath.Join(in.main.dir, "vendor", filepath.FromSlash(path)); in.work == nil && isDir(dir) {
		return dir, in
	}
	if in.work != nil {
		if dir := filepath.Join(in.work.dir, "vendor", filepath.FromSlash(path)); isDir(dir) {
			return dir, in
		}
		for _, use := range in.work.use {
			other := m.enclosing(use)
			if other == nil || other.dir != use {
				continue
			}
			if dir, ok := below(other.mod.path, use, path); ok && isDir(dir) {
				return dir, other
			}
		}
	}
	for _, g := range m.requirements(in) {
		// The module with the longest path that has the package.
		for name := path; name != "." && name != "/" && name != ""; name = parent(name) {
			version, ok := g.need[name]
			if !ok {
				if _, ok = g.replaced(name, ""); !ok {
					continue
				}
			}
			root := m.folder(in, name, version)
			if root == "" {
				continue
			}
			if dir, ok := below(name, root, path); ok && isDir(dir) {
				return dir, m.dependency(in, root)
			}
		}
	}
	return "", nil
}

// requirements are the files whose requirements hold for a module, the decisive first.
func (m *Module) requirements(in *inside) []*gomod {
	var all []*gomod
	if in.work != nil {
		if m.merged[in.work.dir] == nil {
			together := &gomod{need: map[string]string{}, instead: maps.Clone(in.work.instead)}
			for _, use := range in.work.use {
				if other := m.enclosing(use); other != nil {
					for path, version := range other.mod.need {
						if had := together.need[path]; had == "" || later(version, had) {
							together.need[path] = version
						}
					}
					maps.Copy(together.instead, other.mod.instead)
				}
			}
			m.merged[in.work.dir] = together
		}
		all = append(all, m.merged[in.work.dir])
	}
	all = append(all, in.main)
	if in.mod != in.main {
		all = append(all, in.mod)
	}
	return all
}

// folder is where a module of some version is on disk; "" if it is not there.
func (m *Module) folder(in *inside, path, version string) string {
	place := modulePlace{path: path, version: version}
	for _, g := range m.requirements(in) {
		if to, ok := g.replaced(path, version); ok {
			place = to
			break
		}
	}
	dir := place.dir
	if dir == "" {
		if m.cache == "" || place.version == "" {
			return ""
		}
		dir = filepath.Join(m.cache, filepath.FromSlash(escape(place.path))+"@"+escape(place.version))
	}
	if !isDir(dir) {
		return ""
	}
	return dir
}

// dependency is a module that another one requires.
func (m *Module) dependency(in *inside, root string) *inside {
	if d, ok := m.inside[root]; ok && d != nil && d.dir == root && d.main == in.main {
		return d
	}
	g := readGomod(filepath.Join(root, "go.mod"))
	if g == nil {
		g = &gomod{dir: root}
	}
	d := &inside{dir: root, mod: g, main: in.main, work: in.work}
	m.inside[root] = d
	return d
}

// standard is the folder of a package of the standard library.
func (m *Module) standard(path string) string {
	if m.goroot == "" {
		return ""
	}
	if dir := filepath.Join(m.goroot, "src", filepath.FromSlash(path)); isDir(dir) {
		return dir
	}
	return ""
}

// below is the folder of a package of a module.
func below(module, root, path string) (string, bool) {
	if path == module {
		return root, true
	}
	if rest, ok := strings.CutPrefix(path, module+"/"); ok && module != "" {
		return filepath.Join(root, filepath.FromSlash(rest)), true
	}
	return "", false
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ""
	}
	return path[:i]
}

// escape writes upper case letters as the module cache does, for disks that do not tell
// cases apart.
func escape(path string) string {
	var b strings.Builder
	for _, r := range path {
		if unicode.IsUpper(r) {
			b.WriteByte('!')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// moduleCache is where go keeps modules: GOMODCACHE, of the environment or of the file
// that "go env -w" writes, else below GOPATH.
func moduleCache() string {
	set := goSettings()
	if dir := set("GOMODCACHE"); dir != "" {
		return dir
	}
	path := set("GOPATH")
	if path == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		path = filepath.Join(home, "go")
	}
	return filepath.Join(filepath.SplitList(path)[0], "pkg", "mod")
}

func goSettings() func(name string) string {
	written := map[string]string{}
	name := os.Getenv("GOENV")
	if name == "" {
		if dir, err := os.UserConfigDir(); err == nil {
			name = filepath.Join(dir, "go", "env")
		}
	}
	if text, err := os.ReadFile(name); err == nil {
		for line := range strings.Lines(string(text)) {
			if k, v, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
				written[k] = v
			}
		}
	}
	return func(name string) string {
		if v := os.Getenv(name); v != "" {
			return v
		}
		return written[name]
	}
}

// goroot is the folder of Go's installation: GOROOT, or the one of the go that is first
// in PATH. It is only read.
func goroot() string {
	if dir := goSettings()("GOROOT"); dir != "" {
		return dir
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		for _, name := range []string{"go", "go.exe"} {
			if real, err := filepath.EvalSymlinks(filepath.Join(dir, name)); err == nil {
				if root := filepath.Dir(filepath.Dir(real)); isDir(filepath.Join(root, "src", "time")) {
					return root
				}
			}
		}
	}
	for _, root := range []string{"/usr/local/go", "/usr/lib/go"} {
		if isDir(filepath.Join(root, "src", "time")) {
			return root
		}
	}
	return ""
}
