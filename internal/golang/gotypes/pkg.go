package gotypes

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/input/confine"
)

// pkg is a package. Its files are read at once and parsed when something of them is
// asked for: the largest hold code that no schema comes from.
type pkg struct {
	m     *code
	path  string // import path; "" if it is not known
	dir   string
	in    *inside
	name  string
	files []*file
	// grouped are files with several types in parentheses, byType those that seem to
	// declare a type.
	grouped []*file
	byType  map[string][]*file

	types  map[string]*typeDecl
	notes  map[string]*note // markers of the package that matter here, by name
	noted  bool
	schema map[schemaKey]*raw
}

// file is a file of a package.
type file struct {
	p       *pkg
	name    string
	src     []byte
	grouped bool // it has types in parentheses
	// marked and groupVersion are set if it may have markers of the package, or its
	// GroupVersion.
	marked, groupVersion bool
	methods              []method // see marshalers
	declared             []string // the names of types that the text seems to declare
	foreign              bool     // it is one of another module, and no text of an editor
	unsaved              bool     // its text is not the one on disk
	parsed               bool
	ast                  *ast.File
	tok                  *token.File
	// described has the lines of descriptions of the comments that were asked for.
	described map[*ast.CommentGroup][]string
}

// typeDecl is the declaration of a type.
type typeDecl struct {
	file *file
	decl *ast.GenDecl
	spec *ast.TypeSpec
	// after is where what stands before it ends: comments before that are not its own.
	after   token.Pos
	markers []*note
	read    bool
}

func (c *code) newPackage(dir, path string, in *inside) *pkg {
	return &pkg{m: c, path: path, dir: dir, in: in, byType: map[string][]*file{}, types: map[string]*typeDecl{}, schema: map[schemaKey]*raw{}}
}

// load reads the package in a folder.
func (c *code) load(dir, path string, in *inside) *pkg {
	if p := c.packages[dir]; p != nil {
		if p.path == "" {
			p.path = path
		}
		return p
	}
	if c.foreign(dir) {
		if p := c.family.packages[dir]; p != nil {
			c.packages[dir] = p
			return p
		}
	}
	p := c.newPackage(dir, path, in)
	c.packages[dir] = p
	if c.foreign(dir) {
		c.family.packages[dir] = p
	}
	if c.before != nil && p.reread(c.before) {
		return p
	}
	if old := c.inherited[dir]; old != nil {
		p.take(old)
		return p
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return p
	}
	for _, e := range entries {
		name := e.Name()
		if !e.Type().IsRegular() || !isSource(name) {
			continue
		}
		src, err := c.read(filepath.Join(dir, name))
		if err != nil || !built(src) {
			continue
		}
		p.add(filepath.Join(dir, name), src)
	}
	return p
}

// add adds a file, which is parsed when it is needed.
func (p *pkg) add(name string, text []byte) *file {
	f := &file{p: p, name: name, src: text, foreign: p.m.foreign(p.dir), marked: marked(text, "+groupName", "+versionName", "+kubebuilder:validation:Optional", "+kubebuilder:skip"),
		groupVersion: mentions(text, "GroupVersion{"), methods: marshalers(text)}
	_, f.unsaved = p.m.texts[name]
	eachType(text, func(name string, group bool) {
		if group {
			f.grouped = true
		} else if !slices.Contains(f.declared, name) {
			f.declared = append(f.declared, name)
		}
	})
	p.hold(f)
	return f
}

// hold makes a file one of the package.
func (p *pkg) hold(f *file) {
	p.files = append(p.files, f)
	for _, name := range f.declared {
		p.byType[name] = append(p.byType[name], f)
	}
	if f.grouped {
		p.grouped = append(p.grouped, f)
	}
}

// mostSourceSize bounds a Go file in bytes. The largest that people generate have some MiB.
const mostSourceSize = 64 << 20

// readFile reads a file of the code that CRDs are generated from, which must not lead out of
// its repository.
func readFile(name string) ([]byte, error) { return confine.ReadFile(name, mostSourceSize) }

// read returns the text of a file, which may be another than that on disk.
func (m *Module) read(name string) ([]byte, error) {
	if src, ok := m.texts[name]; ok {
		return src, nil
	}
	return readFile(name)
}

// isSource reports whether go builds a file of that name on Linux, where most CRDs are
// generated.
func isSource(name string) bool {
	base, ok := strings.CutSuffix(name, ".go")
	if !ok || strings.HasSuffix(base, "_test") || name[0] == '_' || name[0] == '.' {
		return false
	}
	words := strings.Split(base, "_")
	for _, w := range words[max(1, len(words)-2):] {
		switch w {
		case "windows", "darwin", "freebsd", "netbsd", "openbsd", "solaris", "plan9", "js", "wasip1", "android", "ios", "aix", "dragonfly", "illumos",
			"386", "arm", "arm64", "ppc64", "ppc64le", "mips", "mipsle", "mips64", "mips64le", "riscv64", "s390x", "wasm", "loong64":
			return false
		}
	}
	return true
}

// built reports whether the constraint at the start of a file, if it has one, holds where
// controller-gen runs: it builds with the tag ignore_autogenerated.
func built(src []byte) bool {
	for len(src) > 0 {
		line, rest, _ := bytes.Cut(src, []byte("\n"))
		src = rest
		line = bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(line, []byte("//go:build")):
			expr, err := constraint.Parse(string(line))
			return err != nil || expr.Eval(tagged)
		case bytes.HasPrefix(line, []byte("package ")):
			return true
		}
	}
	return true
}

func tagged(tag string) bool {
	switch tag {
	case "linux", "amd64", "unix", "gc", "cgo", "ignore_autogenerated":
		return true
	}
	return strings.HasPrefix(tag, "go1.")
}

// eachType calls do for what looks like the declaration of a type at the start of a line.
func eachType(src []byte, do func(name string, group bool)) {
	for {
		i := bytes.Index(src, []byte("\ntype"))
		if i < 0 {
			return
		}
		src = src[i+5:]
		if len(src) == 0 || src[0] != ' ' && src[0] != '\t' && src[0] != '(' {
			continue
		}
		line, _, _ := bytes.Cut(src, []byte("\n"))
		line = bytes.TrimLeft(line, " \t")
		n := 0
		for n < len(line) && (line[n] == '_' || line[n] >= 0x80 || '0' <= line[n] && line[n] <= '9' || 'a' <= line[n]|0x20 && line[n]|0x20 <= 'z') {
			n++
		}
		if n > 0 {
			do(string(line[:n]), false)
		} else if len(line) > 0 && line[0] == '(' {
			do("", true)
		}
	}
}

// parse parses a file, and registers its types.
func (f *file) parse() {
	if f.parsed {
		return
	}
	f.parsed = true
	f.p.m.parsed += len(f.src)
	a, _ := parser.ParseFile(f.p.m.fset, f.name, f.src, parser.ParseComments|parser.SkipObjectResolution)
	if a == nil {
		return
	}
	f.holds(a, f.p.m.fset.File(a.FileStart))
}

// holds takes the syntax of a file, and registers its types.
func (f *file) holds(a *ast.File, tok *token.File) {
	f.ast, f.tok, f.described = a, tok, map[*ast.CommentGroup][]string{}
	if f.p.name == "" {
		f.p.name = a.Name.Name
	}
	after := a.Name.End()
	for _, d := range a.Decls {
		if decl, ok := d.(*ast.GenDecl); ok && decl.Tok == token.TYPE {
			inner := after
			if decl.Lparen.IsValid() {
				inner = decl.Lparen
			}
			for _, s := range decl.Specs {
				spec := s.(*ast.TypeSpec)
				if f.p.types[spec.Name.Name] == nil {
					f.p.types[spec.Name.Name] = &typeDecl{file: f, decl: decl, spec: spec, after: inner}
				}
				inner = spec.End()
			}
		}
		after = d.End()
	}
}

// lookup returns the declaration of a type of the package.
func (p *pkg) lookup(name string) *typeDecl {
	if t := p.types[name]; t != nil {
		return t
	}
	for _, f := range p.byType[name] {
		f.parse()
	}
	if p.types[name] == nil {
		for _, f := range p.grouped {
			f.parse()
		}
	}
	return p.types[name]
}

// packageName is the name in the package clause.
func (p *pkg) packageName() string {
	for _, f := range p.files {
		if p.name != "" {
			break
		}
		if a, err := parser.ParseFile(p.m.fset, f.name, f.src, parser.PackageClauseOnly); err == nil {
			p.name = a.Name.Name
		}
	}
	return p.name
}

// hasMethod reports whether a type of the package has a method, or an embedded type of
// its has.
func (p *pkg) hasMethod(t *typeDecl, name string, depth int) bool {
	for _, f := range p.files {
		if slices.Contains(f.methods, method{t.spec.Name.Name, name}) {
			return true
		}
	}
	s, ok := t.spec.Type.(*ast.StructType)
	if !ok || depth > 5 {
		return false
	}
	for _, field := range s.Fields.List {
		if len(field.Names) > 0 {
			continue
		}
		expr := field.Type
		if star, ok := expr.(*ast.StarExpr); ok {
			expr = star.X
		}
		if to, decl := p.resolve(t.file, expr); decl != nil && to.hasMethod(decl, name, depth+1) {
			return true
		}
	}
	return false
}

// method is one that makes the JSON or the text of a type.
type method struct{ typ, name string }

// marshalers are the methods in a text that make the JSON or the text of types.
func marshalers(src []byte) (all []method) {
	const start = ") Marshal"
	for {
		i := bytes.Index(src, []byte(start))
		if i < 0 {
			return all
		}
		line := bytes.LastIndexByte(src[:i], '\n') + 1
		rest := src[i+2:]
		for _, name := range []string{"MarshalJSON", "MarshalText"} {
			receiver, ok := bytes.CutPrefix(src[line:i], []byte("func ("))
			if ok && bytes.HasPrefix(rest, []byte(name+"() ([]byte")) {
				receiver = bytes.TrimSpace(receiver)
				all = append(all, method{string(receiver[bytes.LastIndexAny(receiver, " *\t")+1:]), name})
			}
		}
		src = rest
	}
}

// resolve returns the declaration that the name of a type means in a file.
func (p *pkg) resolve(f *file, expr ast.Expr) (*pkg, *typeDecl) {
	switch e := expr.(type) {
	case *ast.ParenExpr:
		return p.resolve(f, e.X)
	case *ast.IndexExpr:
		return p.resolve(f, e.X)
	case *ast.IndexListExpr:
		return p.resolve(f, e.X)
	case *ast.Ident:
		if t := p.lookup(e.Name); t != nil {
			return p, t
		}
		for _, imp := range f.ast.Imports {
			if imp.Name != nil && imp.Name.Name == "." {
				if other := p.imported(imp); other != nil {
					if t := other.lookup(e.Name); t != nil {
						return other, t
					}
				}
			}
		}
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		if !ok {
			return nil, nil
		}
		if other := p.byName(f, x.Name); other != nil {
			return other, other.lookup(e.Sel.Name)
		}
	}
	return nil, nil
}

// byName is the package that a name means in a file.
func (p *pkg) byName(f *file, name string) *pkg {
	var likely, others []*ast.ImportSpec
	for _, imp := range f.ast.Imports {
		path := importPath(imp)
		switch {
		case imp.Name != nil:
			if imp.Name.Name == name {
				return p.imported(imp)
			}
		case strings.Contains(path[strings.LastIndexByte(path, '/')+1:], name):
			likely = append(likely, imp)
		default:
			others = append(others, imp)
		}
	}
	for _, imp := range append(likely, others...) {
		if q := p.imported(imp); q != nil && q.packageName() == name {
			return q
		}
	}
	return nil
}

func (p *pkg) imported(imp *ast.ImportSpec) *pkg {
	path := importPath(imp)
	dir, in := p.m.find(p.in, path)
	if p.in == nil {
		if v := p.m.standard("vendor/" + path); dir == "" && v != "" {
			dir = v
		}
	}
	if dir == "" {
		if knownTypes[path] != nil { // its types need no source
			key := "?" + path
			if p.m.packages[key] == nil {
				q := p.m.newPackage("", path, nil)
				q.name = path[strings.LastIndexByte(path, '/')+1:]
				p.m.packages[key] = q
			}
			return p.m.packages[key]
		}
		return nil
	}
	return p.m.load(dir, path, in)
}

func importPath(imp *ast.ImportSpec) string {
	path, err := strconv.Unquote(imp.Path.Value)
	if err != nil {
		return ""
	}
	return path
}
