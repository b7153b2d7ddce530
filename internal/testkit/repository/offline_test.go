package repository_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// networks are the packages that reach the network or start programs, with the
// beginnings of the names in them that do neither.
var networks = map[string][]string{
	"net":       {},
	"net/http":  {"Status", "Method"},
	"os/exec":   {},
	"net/rpc":   {},
	"net/smtp":  {},
	"plugin":    {},
	"net/netip": {"Parse", "Addr", "Prefix"},
}

// startsGit is the package that starts the git program, to read its objects;
// TestNoNetworkAndNoOtherFiles sees what that does.
const startsGit = "internal/input/gittree"

// refusesRequests is the file that makes all requests of kustomize fail; TestNothingIsFetched sees that there are none.
const refusesRequests = "internal/input/kustomize/offline.go"

// TestNothingReachesTheNetwork: net/http is linked for the names of statuses, and
// the program uses nothing else of it.
func TestNothingReachesTheNetwork(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); base == "conformance" || base == "testdata" || len(base) > 1 && base[0] == '.' {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.ToSlash(name) == refusesRequests || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		files++
		allowed := map[string][]string{}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if path == "os/exec" && filepath.ToSlash(filepath.Dir(name)) == startsGit {
				continue
			}
			if names, ok := networks[path]; ok {
				local := path[strings.LastIndex(path, "/")+1:]
				if spec.Name != nil {
					local = spec.Name.Name
				}
				allowed[local] = names
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, ok := s.X.(*ast.Ident)
			if !ok || of.Obj != nil {
				return true
			}
			names, ok := allowed[of.Name]
			for _, begin := range names {
				if strings.HasPrefix(s.Sel.Name, begin) {
					return true
				}
			}
			if ok {
				t.Errorf("%s: %s.%s may reach the network", set.Position(s.Pos()), of.Name, s.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Fatal("no files found")
	}
}
