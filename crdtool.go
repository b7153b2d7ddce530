// Package crdtool gives kube-apiserver's answer to CustomResourceDefinitions and
// custom objects offline, and says where in their files the cause stands. It is
// the crdtool command for programs.
//
//   - A [Linter] checks CRDs as the server does on create and on update, finds what
//     our own rules find, makes fixes, and tells what CEL rules cost.
//   - [Diff] compares CRDs with those that they replace: what breaks, for whom, shown by
//     an object, and what becomes of objects that exist.
//   - A [Cluster] has CRDs and answers requests for objects of theirs: create,
//     update, a change of status or scale. It also writes what a server with these
//     CRDs publishes, and explains and documents them.
//
// What is found is in the results, as plain values with their places; see package
// report. An error is only for what could not run. Nothing is logged, nothing is
// kept between calls but in the values themselves, and all of them are safe for
// concurrent use. docs/library.md has programs to begin with, and says which parts
// stay as they are.
package crdtool

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// The values of FieldValidation, as kubectl and the server name them.
const (
	Strict = "Strict" // unknown and repeated fields are refused
	Warn   = "Warn"   // they are warned of
	Ignore = "Ignore" // nothing is said of them
)

// checkFieldValidation returns the error for a word that is none.
func checkFieldValidation(s string) error {
	switch s {
	case "", Strict, Warn, Ignore:
		return nil
	}
	return fmt.Errorf("the option FieldValidation is %q; it must be Strict, Warn or Ignore", s)
}

// parseVersion reads a Kubernetes version; none is the given one.
func parseVersion(s string, none kube.Version) (kube.Version, error) {
	if s == "" {
		return none, nil
	}
	return kube.ParseVersion(s)
}

// unread returns the error for a file of which not everything can be read.
func unread(f *source.File) error {
	if len(f.Problems) == 0 {
		return nil
	}
	return fmt.Errorf("%s:%d: %s", f.Name, f.Problems[0].Pos.Line, f.Problems[0].Message)
}
