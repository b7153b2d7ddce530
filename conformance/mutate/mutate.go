package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
)

// alias is the name by which the rewritten code calls the switch.
const alias = "mutantswitch"

// rewritten is a package with its mutants compiled in.
type rewritten struct {
	mutants []*mutant
	texts   map[string]string // by the name of the file
}

// mutate finds the mutants of a package. They are numbered from first.
func mutate(m *module, s *source, first int) (*rewritten, error) {
	sites := map[*file][]*site{}
	for _, f := range s.files {
		c := &collector{source: s, file: f}
		c.collect()
		sites[f] = c.sites
	}
	// Not everything that is tried compiles. What the compiler is to find is
	// left out beforehand, for it would find it one by one.
	for {
		r := number(s, sites, first)
		bad, err := check(m, s, sites, r)
		if err != nil {
			return nil, err
		}
		if !bad {
			return r, nil
		}
	}
}

func number(s *source, sites map[*file][]*site, id int) *rewritten {
	r := &rewritten{texts: map[string]string{}}
	for _, f := range s.files {
		for _, site := range sites[f] {
			for _, m := range site.mutants {
				if m.id = 0; !site.bad && m.change != "" {
					m.id = id
					id++
					r.mutants = append(r.mutants, m)
				}
			}
		}
	}
	return r
}

// check looks for sites that don't compile, marks them and reports whether there
// were any.
func check(m *module, s *source, sites map[*file][]*site, r *rewritten) (bad bool, err error) {
	fset := token.NewFileSet()
	imports := fmt.Sprintf("; import %s %q", alias, m.importPath(switchDir))
	inserted := map[string][]insertion{}
	byName := map[string]*file{}
	var parsed []*ast.File
	for _, f := range s.files {
		byName[f.name] = f
		text := string(f.text)
		if slices.ContainsFunc(sites[f], func(s *site) bool { return !s.bad }) {
			text, inserted[f.name] = rewrite(f.text, imports, s.fset.Position(f.ast.Name.End()).Offset, sites[f])
			r.texts[f.name] = text
		}
		p, err := parser.ParseFile(fset, f.name, text, parser.SkipObjectResolution)
		if err != nil {
			return false, fmt.Errorf("after the mutants went in: %w", err)
		}
		parsed = append(parsed, p)
	}
	var stuck error
	config := &types.Config{Importer: &withSwitch{m.importer(fset), m.importPath(switchDir)}, Error: func(err error) {
		var e types.Error
		if !errors.As(err, &e) || strings.HasPrefix(e.Msg, "\t") {
			return
		}
		at := fset.Position(e.Pos)
		site := culprit(inserted[at.Filename], at.Offset)
		if site == nil {
			// A function that may now end without a return.
			for _, other := range sites[byName[at.Filename]] {
				if other.returns && !other.bad {
					other.bad, bad = true, true
				}
			}
			if !bad {
				stuck = err
			}
			return
		}
		if site.bad {
			return
		}
		site.bad, bad = true, true
	}}
	_, _ = config.Check(m.importPath(s.target.dir), fset, parsed, nil)
	if !bad && stuck != nil {
		return false, fmt.Errorf("after the mutants went in: %w", stuck)
	}
	return bad, nil
}

// withSwitch imports the switch from its source, and the rest as before.
type withSwitch struct {
	types.Importer
	path string
}

func (i *withSwitch) Import(name string) (*types.Package, error) {
	if name != i.path {
		return i.Importer.Import(name)
	}
	fset := token.NewFileSet()
	text, err := switchFiles.ReadFile("mutant/mutant.go")
	if err != nil {
		return nil, err
	}
	f, err := parser.ParseFile(fset, "mutant.go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	config := &types.Config{Importer: i.Importer, IgnoreFuncBodies: true, Error: func(error) {}}
	pkg, _ := config.Check(name, fset, []*ast.File{f}, nil)
	return pkg, nil
}

// switchDir is where the switch lies in the main module when it is built.
var switchDir = path.Join("internal", "mutant")
