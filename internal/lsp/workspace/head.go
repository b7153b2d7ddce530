package workspace

import (
	"context"
	"sync"

	"github.com/crdtool/crdtool/internal/input/gittree"
	"github.com/crdtool/crdtool/internal/input/source"
)

// head is the commit that a repository is at.
type head struct {
	tree *gittree.Tree // nil outside of a repository, and before the first commit
	// fresh is set until something may have been committed.
	fresh bool
}

// committed is a document as it is in a commit. All versions of an open document share it.
type committed struct {
	mu   sync.Mutex
	tree *gittree.Tree
	file *source.File // nil if it is not in the commit
}

// Committed returns a document as it is in HEAD; nil if it is not there. It is read once for each commit.
func (p *Project) Committed(doc *Document) *source.File {
	head := p.head()
	if head == nil || doc.committed == nil {
		return nil
	}
	c := doc.committed
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tree != head {
		c.tree, c.file = head, nil
		if text, err := head.Load(doc.Path); err == nil {
			c.file = source.Read(doc.Name, text)
		}
	}
	return c.file
}

// head returns the files of the commit that the repository of a project is at, or nil. They are read as long as the
// server runs, so no request or check that is cancelled may end the git program.
func (p *Project) head() *gittree.Tree {
	r := p.root
	r.headMu.Lock()
	defer r.headMu.Unlock()
	if r.head.fresh || !r.searched {
		return r.head.tree
	}
	tree, err := gittree.Open(context.Background(), p.Dir, "HEAD")
	switch {
	case err != nil:
		tree = nil
	case r.head.tree != nil && r.head.tree.Commit == tree.Commit:
		tree.Close()
		tree = r.head.tree
	}
	if old := r.head.tree; old != nil && old != tree {
		old.Close()
	}
	r.head = head{tree, true}
	return tree
}

// close ends the processes of a root that is not used any more.
func (r *root) close() {
	r.headMu.Lock()
	defer r.headMu.Unlock()
	if r.head.tree != nil {
		r.head.tree.Close()
	}
	r.head = head{}
}

// Committed takes note that something may have been committed.
func (w *Workspace) Committed() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.roots {
		r.headMu.Lock()
		r.head.fresh = false
		r.headMu.Unlock()
	}
}
