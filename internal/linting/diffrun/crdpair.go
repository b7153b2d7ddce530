package diffrun

import (
	"fmt"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/schema"
)

// Both is a CRD on both sides, or on one, with what comparing them has made of it: whoever
// takes objects through the two need not read, check and compile them again.
type Both struct {
	// Old and New are the documents, nil for a side that lacks it.
	Old, New *source.Document
	// Was and Is are what a server holds of the old CRD and of the new one. They are nil for a
	// side that lacks it, if either cannot be read, and if there is nothing to compare.
	Was, Is *crd.CustomResourceDefinition
	// unread says why one of them cannot be read, and refused why no server has the new one.
	unread, refused error

	server        dryrun.Server
	before, after func() (*dryrun.Resource, error)
}

func (d *Differ) both(old, new *source.Document) *Both {
	return &Both{Old: old, New: new, server: dryrun.Server{Version: d.requests.Version, Rules: d.requests.Rules}}
}

// Same reports whether both documents are written alike, so that nothing changes.
func (b *Both) Same() bool { return b.Old != nil && b.New != nil && unchanged(b.Old, b.New) }

// Resources are what a server serves of the two, nil for a side that lacks it. The error says
// why there is none of one.
func (b *Both) Resources() (before, after *dryrun.Resource, err error) {
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

// resource is what a server serves of one of the two, which is made once, or of another CRD.
func (b *Both) resource(c *crd.CustomResourceDefinition) (*dryrun.Resource, error) {
	switch c {
	case b.Was:
		return b.before()
	case b.Is:
		return b.after()
	}
	return dryrun.New(c, b.server)
}

// read takes note of what was read of the documents, and of what is wrong with those.
func (b *Both) read(was, is *crd.CustomResourceDefinition, wrong, wrongNow []schema.Flaw) {
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

// unreadable is the error for a document that is no CRD of today, or of which not all can be read.
func unreadable(doc *source.Document, flaws []schema.Flaw) error {
	if !doc.IsCRD() || slices.ContainsFunc(flaws, func(f schema.Flaw) bool { return f.Kind == schema.WrongType }) {
		return fmt.Errorf("the CRD in %s cannot be read", doc.File.Name)
	}
	return nil
}

// answered takes note of what the server says to the new CRD in the place of the old one.
func (b *Both) answered(a *crd.Answer) {
	if a.Panic != nil || len(a.Findings) > 0 {
		b.refused = fmt.Errorf("the server refuses the new CRD in %s", b.New.File.Name)
	}
}
