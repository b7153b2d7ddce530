package files

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
)

// sources are directories in which generators and authors keep the CRDs of a project. made are directories of
// files that are made from them: releases, charts, bundles, examples.
var (
	sources = map[string]bool{"api": true, "apis": true, "base": true, "bases": true, "config": true, "crd": true, "crds": true}
	made    = map[string]bool{
		"build": true, "bundle": true, "bundles": true, "chart": true, "charts": true, "deploy": true, "dist": true, "doc": true, "docs": true,
		"e2e": true, "example": true, "examples": true, "hack": true, "helm": true, "release": true, "releases": true, "sample": true, "samples": true,
		"test": true, "tests": true,
	}
)

// Nearer compares two files with the same CRD. It returns a number below zero if the first is probably the edited
// or generated one, and the other its copy.
func Nearer(a, b string) int {
	return cmp.Or(cmp.Compare(distance(a), distance(b)), strings.Compare(a, b))
}

// stageOf returns the stage in which a file is read: found sources first, then named files and manifests beside
// sources, then directories of made files such as charts, then bundles of operator-sdk, which are made from both,
// and releases last.
func stageOf(f *File) int {
	if !f.Found {
		return 1
	}
	s := 0
	dirs := strings.Split(filepath.ToSlash(filepath.Dir(f.Name)), "/")
	switch {
	case slices.Contains(dirs, "bundle"), slices.Contains(dirs, "bundles"):
		s = 3
	case inMade(dirs):
		s = 2
	case !slices.ContainsFunc(dirs, func(dir string) bool { return sources[dir] }):
		s = 1
	}
	if source.Release(f.Name) != "" {
		s += 4
	}
	return s
}

func inMade(dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return made[dir] })
}

// IsMade reports whether a file is in a directory of files that are made from sources, or of tests and examples.
func IsMade(name string) bool {
	return inMade(strings.Split(filepath.ToSlash(filepath.Dir(name)), "/"))
}

func distance(name string) int {
	d := 0
	if source.Release(name) != "" {
		d = 1000
	}
	parts := strings.Split(filepath.ToSlash(name), "/")
	for _, part := range parts[:len(parts)-1] {
		switch {
		case sources[part]:
			d -= 10
		case made[part]:
			d += 100
		}
		d++
	}
	return d
}
