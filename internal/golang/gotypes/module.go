// Package gotypes finds the Go types that a CRD was generated from by controller-gen, and
// says for every place of it which field, type or marker it comes from. It reads Go code
// by its syntax alone, and of that only what the types of the CRD reach: nothing is built,
// run or fetched.
package gotypes

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Module is the Go code that CRDs are looked up in. It may be asked by several goroutines.
type Module struct {
	dir    string
	base   string // that positions name files from; "" for full names
	cache  string // the module cache
	goroot string

	mu      *sync.Mutex
	inside  map[string]*inside
	merged  map[string]*gomod
	code    *code
	texts   map[string][]byte   // of files that are others than on disk
	roots   []string            // folders with files that may declare the types of kinds
	names   map[string][]string // folders in roots, by the types that may be declared in them
	looked  int                 // files
	changes map[string]*changes // of schemas, by the folder of the repository

	// before is the module of which this one has other texts of some files; nil of one
	// that is on disk.
	before *Module
	// family is set for modules of an editor, and inherited are then the packages of the one before.
	family    *family
	inherited map[string]*pkg

	commands *commands
}

// Find reads the Go code below a folder, for the CRDs whose types are there. A folder
// without any is an error.
func Find(dir string) (*Module, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	m := &Module{
		dir: abs, cache: moduleCache(), goroot: goroot(), names: map[string][]string{},
		inside: map[string]*inside{}, merged: map[string]*gomod{}, texts: map[string][]byte{},
		changes: map[string]*changes{}, mu: &sync.Mutex{}, commands: &commands{},
	}
	m.code = m.newCode()
	if err := m.walk(abs); err != nil {
		return nil, err
	}
	if len(m.roots) == 0 {
		return nil, fmt.Errorf("%s: %w", dir, ErrNoTypes)
	}
	return m, nil
}

// Base has positions name the files below a folder from there.
func (m *Module) Base(dir string) { m.base = dir }

// mostFiles bounds the search, as a folder of all of somebody's code takes long to read.
const mostFiles = 20_000

// ErrNoTypes is what Find returns of a folder without types of custom resources.
var ErrNoTypes = errors.New("there are no Go types of custom resources (structs with metav1.TypeMeta and metav1.ObjectMeta)")

// Around returns the folder whose Go code a file belongs to: of the repository that it is
// in, else of the module. It is "" if there is neither.
func Around(file string) string {
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return ""
	}
	module := ""
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			module = dir
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			return module
		}
	}
}

// walk collects the folders with types that have a TypeMeta and an ObjectMeta.
func (m *Module) walk(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		if dir == m.dir {
			return err
		}
		return nil
	}
	found := false
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			if name == "vendor" || name == "testdata" || name == "node_modules" || name[0] == '.' || name[0] == '_' {
				continue
			}
			if err := m.walk(filepath.Join(dir, name)); err != nil {
				return err
			}
			continue
		}
		if !isSource(name) || name == "zz_generated.deepcopy.go" || !e.Type().IsRegular() {
			continue
		}
		if m.looked++; m.looked > mostFiles {
			return fmt.Errorf("%s has more than %d Go files; name the directory of the types of the CRDs", m.dir, mostFiles)
		}
		src, err := readFile(filepath.Join(dir, name))
		if err != nil || !bytes.Contains(src, []byte("TypeMeta")) || !bytes.Contains(src, []byte("\ntype")) || !built(src) {
			continue
		}
		found = true
		grouped := false
		eachType(src, func(name string, group bool) {
			if grouped = grouped || group; !group {
				m.mayDeclare(dir, name)
			}
		})
		if grouped {
			for line := range bytes.Lines(src) {
				if name, ok := bytes.CutPrefix(line, []byte("\t")); ok {
					if n := bytes.IndexByte(name, ' '); n > 0 {
						m.mayDeclare(dir, string(name[:n]))
					}
				}
			}
		}
	}
	if found {
		m.roots = append(m.roots, dir)
	}
	return nil
}

// mayDeclare notes that a type of a name may be declared in a folder.
func (m *Module) mayDeclare(dir, name string) {
	if dirs := m.names[name]; len(dirs) == 0 || dirs[len(dirs)-1] != dir {
		m.names[name] = append(dirs, dir)
	}
}

// mentions reports whether a text holds one of some words.
func mentions(src []byte, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(src, []byte(w)) })
}

// groupVersion is the group and the version of the kinds in a package, and where they are
// named.
type groupVersion struct {
	group, version     string
	groupAt, versionAt place
	// sure is set if markers name them, as controller-gen wants it.
	sure bool
}

// declared returns the group and the version of a package, by its markers or by its
// variable GroupVersion or SchemeGroupVersion.
func (c *code) declared(p *pkg) groupVersion {
	if gv, ok := c.groups[p]; ok {
		return gv
	}
	var gv groupVersion
	notes := p.packageMarkers()
	if n := notes["groupName"]; n != nil {
		a := parseArgs(n, stringArg, nil)
		gv = groupVersion{group: fmt.Sprint(a.value), version: p.packageName(), groupAt: noteAt(n, a), sure: true}
	} else {
		gv = c.variable(p)
	}
	if n := notes["versionName"]; n != nil {
		a := parseArgs(n, stringArg, nil)
		gv.version, gv.versionAt = fmt.Sprint(a.value), noteAt(n, a)
	}
	if gv.version == "" {
		gv.version = p.packageName()
	}
	if !gv.versionAt.ok() {
		for _, f := range p.files {
			if f.ast != nil {
				gv.versionAt = at(f, f.ast.Name)
				break
			}
		}
	}
	c.groups[p] = gv
	return gv
}

// variable looks for schema.GroupVersion{Group: ..., Version: ...}.
func (c *code) variable(p *pkg) groupVersion {
	var gv groupVersion
	for _, f := range p.files {
		if gv.group != "" {
			break
		}
		if !f.groupVersion {
			continue
		}
		f.parse()
		if f.ast == nil {
			continue
		}
		for _, d := range f.ast.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				lit, ok := n.(*ast.CompositeLit)
				if !ok || gv.group != "" {
					return true
				}
				if sel, ok := lit.Type.(*ast.SelectorExpr); !ok || sel.Sel.Name != "GroupVersion" {
					return true
				}
				for _, e := range lit.Elts {
					kv, ok := e.(*ast.KeyValueExpr)
					if !ok {
						continue
					}
					key, _ := kv.Key.(*ast.Ident)
					switch text := p.constant(f, kv.Value, 0); {
					case key == nil:
					case key.Name == "Group":
						gv.group, gv.groupAt = text, at(f, kv.Value)
					case key.Name == "Version":
						gv.version, gv.versionAt = text, at(f, kv.Value)
					}
				}
				return true
			})
		}
	}
	return gv
}

// constant is the string that an expression stands for; "" if that takes more than a look
// at constants and variables.
func (p *pkg) constant(f *file, e ast.Expr, depth int) string {
	if depth > 5 {
		return ""
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil {
			return text
		}
	case *ast.BinaryExpr:
		return p.constant(f, e.X, depth+1) + p.constant(f, e.Y, depth+1)
	case *ast.Ident:
		return p.constantNamed(e.Name, depth)
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			if q := p.byName(f, x.Name); q != nil {
				return q.constantNamed(e.Sel.Name, depth)
			}
		}
	}
	return ""
}

func (p *pkg) constantNamed(name string, depth int) string {
	for _, f := range p.files {
		if !mentions(f.src, name) {
			continue
		}
		f.parse()
		if f.ast == nil {
			continue
		}
		for _, d := range f.ast.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.CONST && decl.Tok != token.VAR {
				continue
			}
			for _, s := range decl.Specs {
				v := s.(*ast.ValueSpec)
				for i, n := range v.Names {
					if n.Name == name && i < len(v.Values) {
						return p.constant(f, v.Values[i], depth+1)
					}
				}
			}
		}
	}
	return ""
}

// kinds returns the packages that declare the type of a kind, of a group and a version.
// Those that say so by markers come first; then those whose folder is nearest to the one
// that was asked for.
func (c *code) kind(group, version, kind string) *ref {
	var best *ref
	sure := false
	for _, dir := range c.declaring(kind) {
		p := c.load(dir, "", c.enclosing(dir))
		t := p.lookup(kind)
		if t == nil || !p.isRoot(t, 0) {
			continue
		}
		if p.path == "" && p.in != nil {
			if rel, err := filepath.Rel(p.in.dir, p.dir); err == nil {
				p.path = strings.TrimSuffix(p.in.mod.path+"/"+filepath.ToSlash(rel), "/.")
			}
		}
		gv := c.declared(p)
		if gv.group != group || gv.version != version || p.notes["kubebuilder:skip"] != nil && best != nil {
			continue
		}
		if best == nil || gv.sure && !sure {
			best, sure = &ref{p: p, t: t}, gv.sure
		}
	}
	return best
}

// declaring returns the folders in whose files a type of a name may be declared, in the
// order of roots.
func (m *Module) declaring(name string) []string {
	all := slices.Clone(m.names[name])
	slices.SortFunc(all, func(a, b string) int { return slices.Index(m.roots, a) - slices.Index(m.roots, b) })
	return slices.Compact(all)
}

// isRoot reports whether a type has a TypeMeta and an ObjectMeta, or is defined as one that
// has.
func (p *pkg) isRoot(t *typeDecl, depth int) bool {
	s, ok := t.spec.Type.(*ast.StructType)
	if !ok {
		q, to := p.resolve(t.file, t.spec.Type)
		return to != nil && depth < 5 && q.isRoot(to, depth+1)
	}
	var typeMeta, objectMeta bool
	for _, f := range s.Fields.List {
		if len(f.Names) > 0 {
			continue
		}
		name := ""
		switch e := f.Type.(type) {
		case *ast.SelectorExpr:
			name = e.Sel.Name
		case *ast.Ident:
			name = e.Name
		}
		typeMeta = typeMeta || name == "TypeMeta"
		objectMeta = objectMeta || name == "ObjectMeta"
	}
	return typeMeta && objectMeta
}
