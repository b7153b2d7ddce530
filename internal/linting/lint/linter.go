// Package lint checks CRDs of parsed files as kube-apiserver does and by the rules of crdtool, and reports findings with their
// positions, causes and fixes. linter.go has what it is made with, file.go a file, and crdcheck.go one CRD.
package lint

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// Linter checks files for one Kubernetes version. It is safe for concurrent
// use, and one should serve a run of the program.
type Linter struct {
	checker *crd.Checker
	// server answers the requests of witnesses.
	server sample.Options
	// versions are those that CRDs are to install on, the newest last, and others are linters of
	// all but the newest.
	versions []kube.Version
	others   []*Linter
	// grid says that reports tell on which of the versions a CRD installs.
	grid bool
}

// New returns a Linter that answers as the server of a version does. Making one
// costs nothing.
func New(v kube.Version) *Linter { return newLinter(v, crd.NewChecker(v.Behaviour())) }

func newLinter(v kube.Version, checker *crd.Checker) *Linter {
	return &Linter{checker: checker, server: sample.Options{Version: v, Rules: dryrun.CEL(checker.Compiler())}, versions: []kube.Version{v}}
}
