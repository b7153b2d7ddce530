// Package lint checks the CRDs of parsed files as kube-apiserver does and with crdtool's lint rules. It reports
// findings with positions, causes and fixes. Start with linter.go, then file.go for a file and crdcheck.go for
// one CRD.
package lint

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/crossplane"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// Linter checks files for one Kubernetes version, or for several. It is safe for concurrent use; one is enough
// for a run.
type Linter struct {
	checker *crd.Checker
	// server answers the requests of witnesses.
	server sample.Options
	// crossplane checks definitions of composite resources.
	crossplane *crossplane.Checker
	// versions are the versions that CRDs have to install on, the newest last. others are the linters of all
	// but the newest.
	versions []kube.Version
	others   []*Linter
	// grid is set if reports list on which versions a CRD installs.
	grid bool
}

// New returns a Linter that answers as the server of version v does. It is cheap to make.
func New(v kube.Version) *Linter { return newLinter(v, crd.NewChecker(behaviour.Of(v))) }

func newLinter(v kube.Version, checker *crd.Checker) *Linter {
	return &Linter{checker: checker, crossplane: crossplane.New(v), server: sample.Options{Version: v, Rules: dryrun.CEL(checker.Compiler())}, versions: []kube.Version{v}}
}
