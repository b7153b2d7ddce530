package source

import (
	"sync"

	"github.com/crdtool/crdtool/internal/yamlnode"
)

// Nodes are made many at a time, and used again for the next file: they are most of
// the memory that a run over many files takes, and to find out that nobody holds them
// would be most of the collector's work.
type (
	// nodeSlab fills 32 KiB, the largest of the sizes that the runtime allocates
	// quickly.
	nodeSlab [511]yamlnode.Node
	kidSlab  [1024]*yamlnode.Node
)

var (
	usedNodes = sync.Pool{New: func() any { return new(nodeSlab) }}
	usedKids  = sync.Pool{New: func() any { return new(kidSlab) }}
)

// slabs are those that a file's nodes are in.
type slabs struct {
	nodes []*nodeSlab
	kids  []*kidSlab
}

// someNodes returns empty nodes, about as many as wanted.
func (s *slabs) someNodes(wanted int) []yamlnode.Node {
	if wanted < len(nodeSlab{})/2 {
		return make([]yamlnode.Node, wanted)
	}
	slab := usedNodes.Get().(*nodeSlab)
	s.nodes = append(s.nodes, slab)
	return slab[:]
}

// someKids returns place for the content of collections, of which the next has n nodes
// and all have about as many as wanted.
func (s *slabs) someKids(n, wanted int) []*yamlnode.Node {
	if n > len(kidSlab{}) || wanted < len(kidSlab{})/2 {
		return make([]*yamlnode.Node, max(n, wanted))
	}
	slab := usedKids.Get().(*kidSlab)
	s.kids = append(s.kids, slab)
	return slab[:]
}

// release has the slabs used again.
func (s *slabs) release() {
	for _, slab := range s.nodes {
		clear(slab[:]) // they would hold on to the text
		usedNodes.Put(slab)
	}
	for _, slab := range s.kids {
		clear(slab[:])
		usedKids.Put(slab)
	}
	*s = slabs{}
}

// AtRelease has f called when the file is released: what was made of its documents may
// go then, too. It must not be called on several goroutines at once.
func (f *File) AtRelease(do func()) { f.atRelease = append(f.atRelease, do) }

// Release gives the nodes of all documents up, for other files to be read into, and what
// AtRelease has been told of. Nobody may have any of it left; the text, and strings of it,
// remain. A file that is never released is left to the collector.
func (f *File) Release() {
	f.Documents = nil
	f.slabs.release()
	for _, do := range f.atRelease {
		do()
	}
	f.atRelease = nil
}
