package cursor

import "github.com/crdtool/crdtool/internal/input/yamlnode"

// A Style is how a document is indented.
type Style struct {
	// Step is the number of spaces by which fields are indented; 2 if the document does not show it.
	Step int
	// ListStep is the number of spaces between the column of a key and the dashes of its list.
	ListStep int
}

// styleOf returns the style of most places of a document.
func styleOf(root *node) Style {
	var steps, lists [9]int
	countSteps(root, &steps, &lists)
	s := Style{Step: mostOf(steps[1:]) + 1, ListStep: mostOf(lists[:])}
	if s.Step == 1 && steps[1] == 0 {
		s.Step = 2
	}
	return s
}

func countSteps(n *node, steps, lists *[9]int) {
	if !n.isBlock() {
		return
	}
	for i := range n.entries {
		child := n.entries[i].value
		if child.isBlock() && n.kind == yamlnode.Mapping {
			if by := child.indent - n.indent; by >= 0 && by < len(steps) {
				if child.kind == yamlnode.Mapping {
					steps[by]++
				} else {
					lists[by]++
				}
			}
		}
		countSteps(child, steps, lists)
	}
}

// mostOf returns the index of the largest count; the first one of several.
func mostOf(counts []int) int {
	most := 0
	for i, n := range counts {
		if n > counts[most] {
			most = i
		}
	}
	return most
}
