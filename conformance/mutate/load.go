package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// module is the main module as the go command sees it.
type module struct {
	root     string // its folder
	path     string
	packages map[string]*listed // by import path, with all that they import
	dirs     []string           // the folders of its own, from the root
}

// listed is what go list says of a package.
type listed struct {
	Dir, ImportPath, ForTest, Export   string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Deps                               []string
}

func loadModule(root string) (*module, error) {
	m := &module{root: root, packages: map[string]*listed{}}
	name, err := output(root, "go", "list", "-m")
	if err != nil {
		return nil, err
	}
	m.path = strings.TrimSpace(string(name))
	list, err := goList(root, "-export", "-deps", "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		m.packages[p.ImportPath] = p
		if p.ImportPath == m.path || strings.HasPrefix(p.ImportPath, m.path+"/") {
			m.dirs = append(m.dirs, m.dir(p.ImportPath))
		}
	}
	slices.Sort(m.dirs)
	return m, nil
}

// dir is the folder of a package, from the root.
func (m *module) dir(importPath string) string {
	if importPath == m.path {
		return "."
	}
	return strings.TrimPrefix(importPath, m.path+"/")
}

func (m *module) importPath(dir string) string { return path.Join(m.path, dir) }

func goList(root string, args ...string) ([]*listed, error) {
	args = append([]string{"list", "-json=Dir,ImportPath,ForTest,Export,GoFiles,TestGoFiles,XTestGoFiles,Deps"}, args...)
	out, err := output(root, "go", args...)
	if err != nil {
		return nil, err
	}
	var list []*listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}

func output(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.Bytes())
	}
	return out, nil
}

// testers returns the folders of the packages whose tests link any of the
// targets.
func (m *module) testers(targets []target) ([]string, error) {
	list, err := goList(m.root, "-test", "./...")
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, p := range list {
		of, isTest := strings.CutSuffix(p.ImportPath, ".test")
		if !isTest || leftOut[m.dir(of)] != "" {
			continue
		}
		for _, t := range targets {
			target := m.importPath(t.dir)
			if slices.ContainsFunc(p.Deps, func(dep string) bool { return dep == target || strings.HasPrefix(dep, target+" ") }) {
				dirs = append(dirs, m.dir(of))
				break
			}
		}
	}
	slices.Sort(dirs)
	return dirs, nil
}

// source is a package with types.
type source struct {
	target target
	fset   *token.FileSet
	files  []*file
	info   *types.Info
	pkg    *types.Package
}

type file struct {
	name string // from the root of the module
	text []byte
	ast  *ast.File
}

// load reads and checks the package of a target.
func (m *module) load(t target) (*source, error) {
	p := m.packages[m.importPath(t.dir)]
	s := &source{target: t, fset: token.NewFileSet()}
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(s.fset, path.Join(t.dir, name), text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, &file{name: path.Join(t.dir, name), text: text, ast: f})
		parsed = append(parsed, f)
	}
	for name := range t.files {
		if !slices.Contains(p.GoFiles, name) {
			return nil, fmt.Errorf("%s has no file %s", t.dir, name)
		}
	}
	s.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	var err error
	s.pkg, err = (&types.Config{Importer: m.importer(s.fset)}).Check(p.ImportPath, s.fset, parsed, s.info)
	return s, err
}

// importer reads what the go command compiled.
func (m *module) importer(fset *token.FileSet) types.Importer {
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		p := m.packages[path]
		if p == nil || p.Export == "" {
			return nil, fmt.Errorf("nothing is compiled of %s", path)
		}
		return os.Open(p.Export)
	})
}
