// Package crossplane checks Crossplane's CompositeResourceDefinitions as a server does to which Crossplane 2.4 has
// added their CRD. The CRDs that Crossplane derives from them are documents of their own; see source.Document.
package crossplane

import (
	_ "embed"
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/kube"
)

//go:embed xrds.yaml
var definition []byte

// CRD returns the CRD of CompositeResourceDefinitions.
var CRD = sync.OnceValue(func() *source.Document {
	return source.Read("crossplane-2.4/compositeresourcedefinitions.yaml", definition).Documents[0]
})

// A Checker checks CompositeResourceDefinitions on a server of a version. It is safe for concurrent use.
type Checker struct{ resource func() *dryrun.Resource }

// New returns a Checker for a version. It is cheap to make.
func New(v kube.Version) *Checker {
	return &Checker{sync.OnceValue(func() *dryrun.Resource {
		checker := crd.NewChecker(behaviour.Of(v))
		c, _ := checker.Decode(CRD())
		resource, err := dryrun.New(c, dryrun.Server{Version: v, Rules: dryrun.CEL(checker.Compiler())})
		if err != nil {
			panic(err) // every version accepts the CRD, as a test shows
		}
		return resource
	})}
}

// Create returns the answer to a request to create a CompositeResourceDefinition.
func (c *Checker) Create(xrd *source.Document, opts dryrun.RequestOptions) *dryrun.Result {
	return c.resource().Create(dryrun.FromDocument(xrd), opts)
}
