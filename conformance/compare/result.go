package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// outcome is how one document compares.
type outcome int

const (
	equal outcome = iota
	// unread is refused by the server and no CRD to crdtool, as the case says.
	unread
	different
)

// result is the comparison of one document.
type result struct {
	id      string
	outcome outcome
	// diff is a line for each difference.
	diff []string
	// notRead is set when crdtool reads no CRD from the text.
	notRead bool
}

// set is the comparison of documents of one kind.
type set struct {
	name    string
	results []result
}

func (s *set) add(r result) { s.results = append(s.results, r) }

func (s set) count(o outcome) (n int) {
	for _, r := range s.results {
		if r.outcome == o {
			n++
		}
	}
	return n
}

// id is how known differences name a result.
func (s set) id(r result) string { return s.name + ": " + r.id }

// summary is "N documents, M equal", and why some are that are not the same.
func summary(sets ...set) string {
	var documents, same, none int
	for _, s := range sets {
		documents += len(s.results)
		same += s.count(equal)
		none += s.count(unread)
	}
	var notes []string
	if none > 0 {
		notes = append(notes, fmt.Sprintf("%d refused before they are read as a CRD", none))
	}
	text := fmt.Sprintf("%d documents, %d equal", documents, same+none)
	if notes != nil {
		text += " (" + strings.Join(notes, ", ") + ")"
	}
	return text
}

// mostShown is how many differences are listed unless all are asked for.
const mostShown = 20

// list prints the differences of a set that are not known.
func (s set) list(out io.Writer, all bool, known map[string]string) {
	shown := 0
	differing := slices.DeleteFunc(slices.Clone(s.results), func(r result) bool {
		return r.outcome != different || known[s.id(r)] != ""
	})
	for _, r := range differing {
		if shown == mostShown && !all {
			fmt.Fprintf(out, "  ... and %d more; -v lists all\n", len(differing)-shown)
			return
		}
		shown++
		fmt.Fprintf(out, "  %s\n", r.id)
		for _, line := range r.diff {
			fmt.Fprintf(out, "    %s\n", shorten(line, all))
		}
	}
}

// shorten cuts long lines in the middle: values of whole schemas are many
// thousand characters long.
func shorten(line string, all bool) string {
	const most = 600
	if r := []rune(line); len(r) > most && !all {
		return string(r[:most/2]) + " ... " + string(r[len(r)-most/2:])
	}
	return line
}
