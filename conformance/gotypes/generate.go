package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"
	crdgen "sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// newest is the version of controller-gen that this program is built with.
const newest = gotypes.Generator("v0.23.0")

// copied copies the Go code of a project to a temporary folder.
func copied(dir string) (string, error) {
	tmp, err := os.MkdirTemp("", "gotypes")
	if err != nil {
		return "", err
	}
	to := filepath.Join(tmp, filepath.Base(dir))
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if e.IsDir() {
			if e.Name() == ".git" || e.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		base := e.Name()
		if filepath.Ext(base) != ".go" && base != "go.mod" && base != "go.sum" && base != "go.work" && base != "go.work.sum" && base != "modules.txt" || strings.HasSuffix(base, "_test.go") || !e.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o644)
	})
	return to, err
}

// rootPackages are the packages with types of CRDs, by the folder of their module.
func rootPackages(dir string) map[string][]string {
	found := map[string]map[string]bool{}
	filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if e.IsDir() {
			switch e.Name() {
			case "vendor", "testdata", "docs", "hack", "test", "tests", "designs", "internal", "examples":
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		src, _ := os.ReadFile(name)
		if !strings.Contains(string(src), "+groupName=") {
			return nil
		}
		module := filepath.Dir(name)
		for {
			if _, err := os.Stat(filepath.Join(module, "go.mod")); err == nil {
				break
			}
			if module == dir {
				return nil
			}
			module = filepath.Dir(module)
		}
		rel, _ := filepath.Rel(module, filepath.Dir(name))
		if found[module] == nil {
			found[module] = map[string]bool{}
		}
		found[module]["./"+filepath.ToSlash(rel)] = true
		return nil
	})
	all := map[string][]string{}
	for module, set := range found {
		for p := range set {
			all[module] = append(all[module], p)
		}
		sort.Strings(all[module])
	}
	return all
}

// generate returns what controller-gen makes of packages: a value for each place of each
// CRD, by the place.
func generate(dir string, patterns []string) (map[string]*generated, error) {
	all, _, err := generateOrRefuse(dir, patterns)
	return all, err
}

// generateOrRefuse is generate with the errors for which controller-gen writes nothing.
func generateOrRefuse(dir string, patterns []string) (made map[string]*generated, refusal string, err error) {
	cfg := &packages.Config{Dir: dir, Env: append(os.Environ(), "GOTOOLCHAIN=local")}
	roots, err := loader.LoadRootsWithConfig(cfg, patterns...)
	if err != nil {
		return nil, "", err
	}
	parser, err := parserOf(roots)
	if err != nil {
		return nil, "", err
	}
	meta := crdgen.FindMetav1(roots)
	if meta == nil {
		return nil, "", fmt.Errorf("no metav1 in %s", dir)
	}
	all := map[string]*generated{}
	for _, gk := range crdgen.FindKubeKinds(parser, meta) {
		if gk.Group == "" {
			continue
		}
		parser.NeedCRDFor(gk, nil)
		made := parser.CustomResourceDefinitions[gk]
		crdgen.FixTopLevelMetadata(made)
		for i := range made.Spec.Versions {
			v := &made.Spec.Versions[i]
			text, err := json.Marshal(v)
			if err != nil {
				return nil, "", err
			}
			g := &generated{group: gk.Group, kind: gk.Kind, version: v.Name, values: map[string]string{}}
			if whole, err := json.Marshal(made); err == nil {
				if err := json.Unmarshal(whole, &g.document); err != nil {
					return nil, "", err
				}
			}
			if err := json.Unmarshal(text, &g.all); err != nil {
				return nil, "", err
			}
			schema, _ := g.all["schema"].(map[string]any)
			g.schema, _ = schema["openAPIV3Schema"].(map[string]any)
			g.fill()
			all[g.group+"/"+g.version+" "+g.kind] = g
		}
	}
	var refused []string
	for _, r := range roots {
		for _, e := range r.Errors {
			if e.Kind != packages.TypeError {
				refused = append(refused, e.Msg)
			}
		}
	}
	return all, strings.Join(refused, "; "), nil
}

// parserOf has controller-gen read packages.
func parserOf(roots []*loader.Package) (*crdgen.Parser, error) {
	reg := &markers.Registry{}
	if err := crdmarkers.Register(reg); err != nil {
		return nil, err
	}
	parser := &crdgen.Parser{
		Collector:           &markers.Collector{Registry: reg},
		Checker:             &loader.TypeChecker{NodeFilters: []loader.NodeFilter{crdgen.Generator{}.CheckFilter()}},
		AllowDangerousTypes: true,
	}
	crdgen.AddKnownTypes(parser)
	for _, r := range roots {
		parser.NeedPackage(r)
	}
	return parser, nil
}

// generated is a version of a CRD.
type generated struct {
	group, kind, version string
	all, schema          map[string]any
	document             map[string]any // the CRD
	// values are the keywords, each name in required and each text in a rule, by place.
	values map[string]string
	places []spot
}

// spot is a place of a CRD that a marker sets.
type spot struct {
	key     string // in generated.values
	path    []finding.Segment
	keyword string
	value   any
	typ     string // of the schema
	version bool   // path is below the version, not below the schema
}

func (g *generated) fill() {
	add := func(path []finding.Segment, keyword, name string, value any, s map[string]any) {
		key := text(path)
		if name != "" {
			key += "=" + name
		}
		b, _ := json.Marshal(value)
		if had, ok := g.values[key]; ok {
			b = append([]byte(had+" "), b...)
		}
		g.values[key] = string(b)
		typ, _ := s["type"].(string)
		g.places = append(g.places, spot{key: key, path: path, keyword: keyword, value: value, typ: typ})
	}
	seg := func(path []finding.Segment, more ...finding.Segment) []finding.Segment {
		return append(path[:len(path):len(path)], more...)
	}
	visit(g.schema, nil, func(path []finding.Segment, s map[string]any) {
		add(path, "", "", "schema", s)
		for _, k := range sortedKeys(s) {
			at := seg(path, finding.Segment{Name: k})
			switch k {
			case "properties", "items", "additionalProperties", "anyOf", "allOf":
			case "required":
				for i, n := range s[k].([]any) {
					add(seg(at, finding.Segment{Index: i, IsIndex: true}), k, n.(string), n, s)
					delete(g.values, g.places[len(g.places)-1].key)
					g.places[len(g.places)-1].key = text(at) + "=" + n.(string)
					g.values[text(at)+"="+n.(string)] = "true"
				}
			case "x-kubernetes-validations", "x-kubernetes-list-map-keys":
				for i, r := range s[k].([]any) {
					here := seg(at, finding.Segment{Index: i, IsIndex: true})
					rule, ok := r.(map[string]any)
					if !ok {
						add(here, k, "", r, s)
						continue
					}
					for _, part := range sortedKeys(rule) {
						add(seg(here, finding.Segment{Name: part}), k, "", rule[part], s)
					}
				}
			default:
				add(at, k, "", s[k], s)
			}
		}
	})
	columns, _ := g.all["additionalPrinterColumns"].([]any)
	for i, c := range columns {
		column := c.(map[string]any)
		for _, k := range sortedKeys(column) {
			path := []finding.Segment{{Name: "additionalPrinterColumns"}, {Index: i, IsIndex: true}, {Name: k}}
			add(path, "printcolumn", "", column[k], nil)
			g.places[len(g.places)-1].version = true
		}
	}
}

func sortedKeys(m map[string]any) []string {
	names := make([]string, 0, len(m))
	for k := range m {
		names = append(names, k)
	}
	sort.Strings(names)
	return names
}
