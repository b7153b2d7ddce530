package main

import (
	"fmt"
	"go/ast"
	"io/fs"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/server/builtin"
)

// modules are the modules with the types of the API, and the folder of each with its packages.
var modules = []struct{ path, folder string }{
	{"k8s.io/api", ""},
	{"k8s.io/apimachinery", "pkg"},
	{"k8s.io/kube-aggregator", "pkg"},
}

// notServed are groups of k8s.io/api whose kinds are bodies of webhook requests, which no server stores.
var notServed = map[string]bool{"admission.k8s.io": true, "imagepolicy.k8s.io": true}

// An api has the kinds and types of a release.
type api struct {
	release
	folders  map[string]string // folders of the modules by path
	packages map[string]*goPackage
	kinds    []builtin.Kind
	types    map[string]*builtin.Type
}

// readAPI reads the kinds of a release and the types that they use.
func readAPI(r release) (*api, error) {
	a := &api{release: r, folders: map[string]string{}, packages: map[string]*goPackage{}, types: map[string]*builtin.Type{}}
	for _, m := range modules {
		folder, err := download(m.path, r.version)
		if err != nil {
			return nil, err
		}
		a.folders[m.path] = folder
	}
	if err := a.readKinds("k8s.io/api", ""); err != nil {
		return nil, err
	}
	err := a.readKinds("k8s.io/kube-aggregator", "pkg/apis")
	return a, err
}

// readKinds adds the kinds that the packages in a folder of a module register.
func (a *api) readKinds(module, under string) error {
	root := a.folders[module]
	return filepath.WalkDir(filepath.Join(root, under), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "register.go" {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		p, err := a.open(module + "/" + filepath.ToSlash(folder))
		if err != nil {
			return err
		}
		return a.addKinds(p)
	})
}

// open returns a package by its import path.
func (a *api) open(importPath string) (*goPackage, error) {
	if p := a.packages[importPath]; p != nil {
		return p, nil
	}
	for module, root := range a.folders {
		if folder, ok := strings.CutPrefix(importPath, module+"/"); ok {
			p, err := readPackage(filepath.Join(root, filepath.FromSlash(folder)), importPath)
			a.packages[importPath] = p
			return p, err
		}
	}
	return nil, fmt.Errorf("package %s is of no module that is read", importPath)
}

// addKinds adds the kinds that a package registers and that have metadata.
func (a *api) addKinds(p *goPackage) error {
	group, version, err := p.groupVersion()
	if err != nil || version == "" || version == "__internal" || notServed[group] {
		return err
	}
	for _, name := range p.registered() {
		t := p.types[name]
		if t == nil || !hasMetadata(t) {
			continue
		}
		k := builtin.Kind{Group: group, Version: version, Kind: name}
		if k.Removed, k.Replacement, err = p.removal(name); err != nil {
			return err
		}
		if k.Type, err = a.addType(p, name); err != nil {
			return err
		}
		a.kinds = append(a.kinds, k)
	}
	return nil
}

// groupVersion returns the fields of the variable SchemeGroupVersion; "" if there is none.
func (p *goPackage) groupVersion() (group, version string, err error) {
	p.each(func(n ast.Node) {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || spec.Names[0].Name != "SchemeGroupVersion" || len(spec.Values) != 1 {
			return
		}
		lit, ok := spec.Values[0].(*ast.CompositeLit)
		if !ok {
			return
		}
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			switch key, _ := kv.Key.(*ast.Ident); {
			case key == nil:
			case key.Name == "Group":
				group, err = p.text(kv.Value)
			case key.Name == "Version" && err == nil:
				if s, ok := kv.Value.(*ast.SelectorExpr); ok && s.Sel.Name == "APIVersionInternal" {
					version = "__internal"
				} else {
					version, err = p.text(kv.Value)
				}
			}
		}
	})
	return group, version, err
}

// registered returns the names of the types that the package gives to AddKnownTypes.
func (p *goPackage) registered() []string {
	var names []string
	p.each(func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); !ok || f.Sel.Name != "AddKnownTypes" {
			return
		}
		for _, arg := range call.Args {
			if u, ok := arg.(*ast.UnaryExpr); ok {
				if lit, ok := u.X.(*ast.CompositeLit); ok {
					if name, ok := lit.Type.(*ast.Ident); ok {
						names = append(names, name.Name)
					}
				}
			}
		}
	})
	return names
}

func (p *goPackage) each(f func(ast.Node)) {
	for _, file := range p.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if n != nil {
				f(n)
			}
			return true
		})
	}
}

func hasMetadata(t *goType) bool {
	s, ok := t.expr.(*ast.StructType)
	if !ok {
		return false
	}
	for _, f := range s.Fields.List {
		if of, ok := f.Type.(*ast.SelectorExpr); ok && len(f.Names) == 0 && of.Sel.Name == "ObjectMeta" {
			return true
		}
	}
	return false
}

// removal returns the minor version that stops to serve a kind, and the apiVersion that replaces it.
func (p *goPackage) removal(name string) (minor int, replacement string, err error) {
	if removed := p.lifecycle[name]["Removed"]; len(removed) == 2 {
		lit, ok := removed[1].(*ast.BasicLit)
		if !ok {
			return 0, "", fmt.Errorf("%s.%s: APILifecycleRemoved returns no number", p.path, name)
		}
		if minor, err = strconv.Atoi(lit.Value); err != nil {
			return 0, "", err
		}
	}
	if by := p.lifecycle[name]["Replacement"]; len(by) == 1 {
		fields := map[string]string{}
		for _, e := range by[0].(*ast.CompositeLit).Elts {
			kv := e.(*ast.KeyValueExpr)
			if fields[kv.Key.(*ast.Ident).Name], err = p.text(kv.Value); err != nil {
				return 0, "", err
			}
		}
		if replacement = fields["Version"]; fields["Group"] != "" {
			replacement = fields["Group"] + "/" + replacement
		}
	}
	return minor, replacement, nil
}

// typeName returns the name of a type in the catalog: its package without the prefix that all have in common.
func typeName(importPath, name string) string {
	for _, m := range modules {
		if rest, ok := strings.CutPrefix(importPath, strings.TrimSuffix(m.path+"/"+m.folder, "/")+"/"); ok {
			return rest + "." + name
		}
	}
	return importPath + "." + name
}

// addType adds a type and the types that it uses, and returns its name in the catalog.
func (a *api) addType(p *goPackage, name string) (string, error) {
	t := p.types[name]
	if t == nil {
		return "", fmt.Errorf("%s has no type %s", p.path, name)
	}
	if t.isAlias {
		return a.typeText(p, t.imports, t.expr)
	}
	id := typeName(p.path, name)
	if a.types[id] != nil {
		return id, nil
	}
	out := &builtin.Type{}
	a.types[id] = out // before its fields: types are recursive
	switch e := t.expr.(type) {
	case *ast.StructType:
		if p.decoders[name] {
			out.Form = builtin.Decoder
			return id, nil
		}
		out.Form = builtin.Struct
		var err error
		out.Fields, err = a.fields(p, t, e)
		return id, err
	default:
		if p.decoders[name] {
			out.Form = builtin.Decoder
			return id, nil
		}
		var err error
		if out.Form, err = a.typeText(p, t.imports, e); err != nil {
			return "", err
		}
		if t.isEnum {
			for _, v := range p.values[name] {
				out.Enum = append(out.Enum, builtin.Value{Value: v})
			}
		}
		return id, nil
	}
}

// fields returns the fields of a struct, with those of its embedded structs.
func (a *api) fields(p *goPackage, t *goType, s *ast.StructType) ([]builtin.Field, error) {
	var out []builtin.Field
	for _, f := range s.Fields.List {
		tag := ""
		if f.Tag != nil {
			text, err := strconv.Unquote(f.Tag.Value)
			if err != nil {
				return nil, err
			}
			tag = reflect.StructTag(text).Get("json")
		}
		key, _, _ := strings.Cut(tag, ",")
		if key == "-" {
			continue
		}
		if len(f.Names) == 0 && key == "" {
			inner, err := a.embedded(p, t, f.Type)
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
			continue
		}
		if len(f.Names) > 0 && !f.Names[0].IsExported() {
			continue
		}
		if len(f.Names) > 1 || strings.Contains(tag, ",string") {
			return nil, fmt.Errorf("%s: a field of an unforeseen form: %s", p.path, f.Names[0].Name)
		}
		if key == "" {
			key = f.Names[0].Name
		}
		text, err := a.typeText(p, t.imports, f.Type)
		if err != nil {
			return nil, err
		}
		out = append(out, builtin.Field{Name: key, Type: text})
	}
	return out, nil
}

// embedded returns the fields of an embedded struct.
func (a *api) embedded(p *goPackage, t *goType, e ast.Expr) ([]builtin.Field, error) {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	of, name, err := a.find(p, t.imports, e)
	if err != nil {
		return nil, err
	}
	inner := of.types[name]
	if inner == nil {
		return nil, fmt.Errorf("%s has no type %s", of.path, name)
	}
	s, ok := inner.expr.(*ast.StructType)
	if !ok || of.decoders[name] {
		return nil, fmt.Errorf("%s embeds %s, which is no plain struct", p.path, name)
	}
	list, err := a.fields(of, inner, s)
	if a.namesEmbedded {
		for i := range list {
			list[i].Embedded = strings.TrimSuffix(name+"."+list[i].Embedded, ".")
		}
	}
	return list, err
}

// find returns the package and the name of a named type. It follows aliases.
func (a *api) find(p *goPackage, imports map[string]string, e ast.Expr) (*goPackage, string, error) {
	switch e := e.(type) {
	case *ast.Ident:
		if t := p.types[e.Name]; t != nil && t.isAlias {
			return a.find(p, t.imports, t.expr)
		}
		return p, e.Name, nil
	case *ast.SelectorExpr:
		if of, ok := e.X.(*ast.Ident); ok && imports[of.Name] != "" {
			other, err := a.open(imports[of.Name])
			return other, e.Sel.Name, err
		}
	}
	return nil, "", fmt.Errorf("%s: a type of an unforeseen form", p.path)
}

// typeText returns a type as the catalog writes it, and adds the types that it names.
func (a *api) typeText(p *goPackage, imports map[string]string, e ast.Expr) (string, error) {
	switch e := e.(type) {
	case *ast.StarExpr:
		text, err := a.typeText(p, imports, e.X)
		return "*" + text, err
	case *ast.ArrayType:
		text, err := a.typeText(p, imports, e.Elt)
		return "[]" + text, err
	case *ast.MapType:
		key, err := a.typeText(p, imports, e.Key)
		if err != nil {
			return "", err
		}
		text, err := a.typeText(p, imports, e.Value)
		return "map[" + key + "]" + text, err
	case *ast.Ident:
		switch e.Name {
		case "byte":
			return "uint8", nil
		case "string", "bool", "int", "int32", "int64", "uint8", "float64":
			return e.Name, nil
		}
	}
	of, name, err := a.find(p, imports, e)
	if err != nil {
		return "", err
	}
	return a.addType(of, name)
}
