package edit

import (
	"bytes"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// proof holds plans to what they are to do.
type proof struct {
	file     *source.File
	requests []Request
	plans    [][]Edit
	// touched are the collections in which each plan changes something.
	touched [][]*yamlnode.Node
	// readings is how often the text has been read again.
	readings int
	// alone are the documents whose changes are proved one by one.
	alone map[*source.Document]bool
}

// mostReadings limits how often a file is read to prove its fixes. Fixes that are not proved by then are not offered.
const mostReadings = 100

func newProof(f *source.File, requests []Request, plans [][]Edit) *proof {
	p := &proof{file: f, requests: requests, plans: plans, alone: map[*source.Document]bool{}}
	for i := range requests {
		d := requests[i].Doc
		if _, known := p.alone[d]; !known {
			p.alone[d] = hasAlias(d.Root) || !d.JSON() && beginsAsJSON(f.Text)
		}
	}
	return p
}

// apart divides requests into groups that can be proved at once, because what is
// right in all of a group is right for each: no two edits overlap, no two changes
// are in one mapping or list, where one could hide what the other does wrong, none is
// in a document with aliases, where every place may be two, or in a file that begins as
// JSON and is none, which each may make it, and none takes away what is next to
// another: the blank lines that follow "|+" are no more than that where the text
// above them is replaced, and what is put before them belongs there.
func (p *proof) apart(indexes []int) [][]int {
	var groups [][]int
	for len(indexes) > 0 && len(groups) < mostReadings { // a group takes a reading at least
		var group, rest []int
		var taken layout
		touched := map[*yamlnode.Node]bool{}
		full := false
		for _, i := range indexes {
			alone := p.alone[p.requests[i].Doc]
			meets := func(n *yamlnode.Node) bool { return touched[n] }
			if full || alone && len(group) > 0 || slices.ContainsFunc(p.touched[i], meets) || taken.beside(p.plans[i], p.file.Text) || !taken.add(p.plans[i]) {
				rest = append(rest, i)
				continue
			}
			group = append(group, i)
			full = alone
			for _, n := range p.touched[i] {
				touched[n] = true
			}
		}
		groups = append(groups, group)
		indexes = rest
	}
	for _, i := range indexes {
		p.plans[i] = nil
	}
	return groups
}

func beginsAsJSON(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

func hasAlias(n *yamlnode.Node) bool {
	return n.Kind == yamlnode.Alias || slices.ContainsFunc(n.Content, hasAlias)
}

// hold drops those plans of a group that are wrong. A group that is not right as a
// whole is halved, which costs little where few plans are wrong.
func (p *proof) hold(group []int) {
	switch {
	case len(group) == 0 || p.right(group):
	case len(group) == 1:
		p.plans[group[0]] = nil
	default:
		p.hold(group[:len(group)/2])
		p.hold(group[len(group)/2:])
	}
}

// right reports whether the text with the edits of a group reads as the documents
// with its changes.
func (p *proof) right(group []int) bool {
	if p.readings++; p.readings > mostReadings {
		return false
	}
	var edits []Edit
	want := map[*source.Document]*tree{}
	for _, i := range group {
		r := &p.requests[i]
		edits = append(edits, p.plans[i]...)
		if want[r.Doc] == nil {
			want[r.Doc] = newTree(r.Doc)
		}
		for j := range r.Changes {
			if !want[r.Doc].change(&r.Changes[j]) {
				return false
			}
		}
	}
	Sort(edits)
	if Overlap(edits) {
		return false
	}
	return p.reads(Reread(p.file, Apply(p.file.Text, edits)), want)
}

// reads reports whether an edited file has the documents of the file, of which some are to be
// others.
func (p *proof) reads(edited *source.File, want map[*source.Document]*tree) bool {
	if len(edited.Documents) != len(p.file.Documents) || len(edited.Problems) != len(p.file.Problems) {
		return false
	}
	for i, old := range p.file.Documents {
		now := edited.Documents[i]
		if now.JSON() != old.JSON() || now.Index != old.Index {
			return false
		}
		switch t := want[old]; {
		case t != nil:
			if !t.equals(now.Root) {
				return false
			}
		case len(old.Text) > 0 && bytes.Equal(old.Text, now.Text):
		case !Same(old.Root, now.Root):
			return false
		}
	}
	return true
}

// Reread reads an edited Text of f, which nobody else has, as f was read.
func Reread(f *source.File, text []byte) *source.File {
	return source.Read(f.Name, Bytes(f, text))
}

// Bytes returns what is to be written to have text in the place of f.Text.
func Bytes(f *source.File, text []byte) []byte {
	if len(f.Marks) == 0 {
		return text
	}
	return slices.Concat(f.Marks, text)
}
