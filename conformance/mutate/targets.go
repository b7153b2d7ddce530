package main

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// mutated is what is mutated unless the arguments say otherwise: packages of the
// main module, files of them, or with a colon functions of a file. A package is
// named by the end of its path, so that it may lie in internal/ or not.
var mutated = []string{
	"internal/schemas/structural",
	"internal/schemas/prune",
	"internal/server/defaulting",
	"validate",
	"crd",
	"internal/cel/celcost",
	"schema",
	"internal/input/source/locate.go",
	"internal/input/source/inside.go",
	"internal/linting/lint/place.go:locateInside",
}

// leftOut are the packages whose tests are not run, and why.
var leftOut = map[string]string{
	"cmd/crdtool": "its tests start the program over and over, and what they find in these packages others find sooner",
}

// target is a package and what of it is mutated.
type target struct {
	dir   string              // of the package, from the root of the module
	files map[string][]string // the functions of a file, nil for all; a nil map for all files
}

// resolve finds the packages that the names are of, among the folders of the
// packages of the module.
func resolve(names, dirs []string) ([]target, error) {
	var targets []target
	for _, name := range names {
		name, function, _ := strings.Cut(name, ":")
		dir, file := name, ""
		if path.Ext(name) == ".go" {
			dir, file = path.Split(name)
			dir = path.Clean(dir)
		}
		dir, err := one(dir, dirs)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(targets, func(t target) bool { return t.dir == dir })
		if i < 0 {
			i = len(targets)
			targets = append(targets, target{dir: dir, files: map[string][]string{}})
		}
		t := &targets[i]
		switch functions, ok := t.files[file]; {
		case file == "":
			t.files = nil
		case t.files == nil || ok && functions == nil:
		case function == "":
			t.files[file] = nil
		default:
			t.files[file] = append(functions, function)
		}
	}
	return targets, nil
}

// one finds the only folder that ends in a path.
func one(name string, dirs []string) (string, error) {
	if slices.Contains(dirs, name) {
		return name, nil
	}
	var found []string
	for _, dir := range dirs {
		if strings.HasSuffix(dir, "/"+name) {
			found = append(found, dir)
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%q is to be the end of the path of one package, but is that of %d: %s", name, len(found), strings.Join(found, ", "))
	}
	return found[0], nil
}

// wants reports whether a function is to be mutated; the name is "" for what is
// in none.
func (t *target) wants(file, function string) bool {
	if t.files == nil {
		return true
	}
	functions, ok := t.files[file]
	return ok && (functions == nil || slices.Contains(functions, function))
}
