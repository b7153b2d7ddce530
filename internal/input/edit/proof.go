package edit

import (
	"bytes"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// A proof checks that plans make exactly the requested changes.
type proof struct {
	file     *source.File
	requests []Request
	plans    [][]Edit
	// touched are the collections that each plan changes.
	touched [][]*yamlnode.Node
	// readings counts how often the text was read again.
	readings int
	// alone are the documents whose changes are proved one by one.
	alone map[*source.Document]bool
}

// mostReadings limits the readings of a file. Later fixes are not offered.
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

// apart divides requests into groups that can be proved at once: if all changes of a group together are right,
// each one is. No two edits overlap. No two changes are in one mapping or list, where one could hide an error of
// the other. None is in a document with aliases, where a place may occur twice, or in a file that begins like JSON
// and is YAML, because each change may turn it into JSON. None removes text next to another: blank lines after
// "|+" would lose their meaning if the text above them is replaced.
func (p *proof) apart(indexes []int) [][]int {
	var groups [][]int
	for len(indexes) > 0 && len(groups) < mostReadings { // a group takes at least one reading
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

// hold drops the wrong plans of a group. It halves a group that is wrong as a whole, which costs little if few
// plans are wrong.
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

// right reports whether the text with the edits of a group has the values of the changed documents.
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

// reads reports whether an edited file has the documents of the file, with the changed values in want.
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
		case old.DerivedFrom != nil: // it follows from its definition
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

// Reread reads an edited Text of f in the way f was read. text must not be shared.
func Reread(f *source.File, text []byte) *source.File {
	return source.Read(f.Name, Bytes(f, text))
}

// Bytes returns the bytes of the file with text instead of f.Text.
func Bytes(f *source.File, text []byte) []byte {
	if len(f.Marks) == 0 {
		return text
	}
	return slices.Concat(f.Marks, text)
}
