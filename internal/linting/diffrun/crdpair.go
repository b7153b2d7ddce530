package diffrun

import (
	"fmt"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// CRDPair is a CRD on both sides, or on one, with the results of the comparison. Callers that validate objects
// with the two CRDs need not decode, check and compile them again.
type CRDPair struct {
	// Old and New are the documents, nil if a side lacks the CRD.
	Old, New *source.Document
	// Was and Is are the old and the new CRD as a server holds them. They are nil if a side lacks the CRD, if
	// either cannot be decoded, or if both documents are equal.
	Was, Is *crd.CustomResourceDefinition
	// unread is the error if either cannot be decoded, refused the error if the server refuses the new one.
	unread, refused error

	server        dryrun.Server
	before, after func() (*dryrun.Resource, error)
}

func (d *Differ) both(old, new *source.Document) *CRDPair {
	return &CRDPair{Old: old, New: new, server: dryrun.Server{Version: d.requests.Version, Rules: d.requests.Rules}}
}

// Same reports whether both documents have the same text.
func (b *CRDPair) Same() bool { return b.Old != nil && b.New != nil && unchanged(b.Old, b.New) }

// Resources returns the resources that a server serves for the two CRDs, nil if a side lacks the CRD. The error
// tells why a resource is missing.
func (b *CRDPair) Resources() (before, after *dryrun.Resource, err error) {
	if b.unread != nil {
		return nil, nil, b.unread
	}
	if b.Was != nil {
		if before, err = b.before(); err != nil {
			return nil, nil, err
		}
	}
	if b.Is == nil || b.refused != nil {
		return before, nil, b.refused
	}
	after, err = b.after()
	return before, after, err
}

// resource returns the resource of a CRD. Those of Was and Is are made only once.
func (b *CRDPair) resource(c *crd.CustomResourceDefinition) (*dryrun.Resource, error) {
	switch c {
	case b.Was:
		return b.before()
	case b.Is:
		return b.after()
	}
	return dryrun.New(c, b.server)
}

// read records the decoded CRDs, or the error if their flaws leave one incomplete.
func (b *CRDPair) read(was, is *crd.CustomResourceDefinition, wrong, wrongNow []yamldecode.Flaw) {
	if b.unread = unreadable(b.Old, wrong); b.unread == nil && b.New != nil {
		b.unread = unreadable(b.New, wrongNow)
	}
	if b.unread != nil {
		return
	}
	b.Was, b.Is = was, is
	b.before = sync.OnceValues(func() (*dryrun.Resource, error) { return dryrun.New(was, b.server) })
	b.after = sync.OnceValues(func() (*dryrun.Resource, error) { return dryrun.New(is, b.server) })
}

// unreadable returns an error if a document is not a CRD of v1, or has a value of the wrong type.
func unreadable(doc *source.Document, flaws []yamldecode.Flaw) error {
	if !doc.IsCRD() || slices.ContainsFunc(flaws, func(f yamldecode.Flaw) bool { return f.Kind == yamldecode.WrongType }) {
		return fmt.Errorf("the CRD in %s cannot be read", doc.File.Name)
	}
	return nil
}

// setAnswer records whether the server accepts the update to the new CRD.
func (b *CRDPair) setAnswer(a *crd.Answer) {
	if a.Panic != nil || len(a.Findings) > 0 {
		b.refused = fmt.Errorf("the server refuses the new CRD in %s", b.New.File.Name)
	}
}
