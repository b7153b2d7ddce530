package workspace

import (
	"context"

	"github.com/crdtool/crdtool/internal/input/gittree"
)

// head is the commit that a repository is at.
type head struct {
	tree *gittree.Tree // nil outside of a repository, and before the first commit
	// fresh is set until something may have been committed.
	fresh bool
}

// Head returns the files of the commit that the repository of a project is at, or nil. They are read as long as the
// server runs, so no request or check that is cancelled may end the git program.
func (p *Project) Head() *gittree.Tree {
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
