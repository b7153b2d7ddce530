package main

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	control "github.com/crdtool/crdtool/conformance/mutate/mutant"
)

// score counts mutants.
type score struct{ all, killed, equivalent int }

// of is the part that was killed, in hundredths.
func (s score) of() float64 {
	if s.all == 0 {
		return 100
	}
	return 100 * float64(s.killed) / float64(s.all)
}

// report prints the survivors that are not named as equivalent, the entries of
// the list of these that are wrong, and the score of each package. It returns the
// score of all, and whether the list is right.
func report(w io.Writer, outcomes []outcome, all []*mutant, list []*equivalent) (total score, right bool) {
	byDir := map[string]*score{}
	var dirs []string
	survives := map[*equivalent]bool{}
	killed := map[*equivalent]outcome{}
	for _, o := range outcomes {
		m := o.mutant
		dir := path.Dir(m.file)
		if byDir[dir] == nil {
			byDir[dir] = &score{}
			dirs = append(dirs, dir)
		}
		var entry *equivalent
		for _, e := range list {
			if e.names(m) {
				entry = e
			}
		}
		for _, s := range []*score{byDir[dir], &total} {
			s.all++
			switch {
			case o.killer != "":
				s.killed++
			case entry != nil:
				s.equivalent++
			}
		}
		switch {
		case o.killer == control.TooSlow && entry != nil:
			// Most entries are of what only saves time, and a busy machine is slow.
			survives[entry] = true
		case o.killer != "" && entry != nil:
			killed[entry] = o
		case entry != nil:
			survives[entry] = true
		case o.killer == "":
			fmt.Fprintf(w, "%s:%d: %s\n\t%s\n\t%s, %s\n", m.file, m.line, place(m), m.text, m.change, attempts(o.tried))
		}
	}
	right = true
	for _, e := range list {
		o, isKilled := killed[e]
		switch {
		case survives[e]:
		case isKilled:
			right = false
			fmt.Fprintf(w, "equivalent.txt:%d: %s: %s is not equivalent: killed by %s\n", e.line, e.file, e.change, o.killer)
		case !slices.ContainsFunc(all, e.names) && slices.ContainsFunc(all, func(m *mutant) bool { return m.file == e.file || strings.HasSuffix(m.file, "/"+e.file) }):
			right = false
			fmt.Fprintf(w, "equivalent.txt:%d: %s: %s: no such line or change\n", e.line, e.file, e.change)
		}
	}
	fmt.Fprintf(w, "\n%-20s %8s %8s %10s %10s %8s\n", "package", "mutants", "killed", "equivalent", "survivors", "killed")
	line := func(name string, s score) {
		fmt.Fprintf(w, "%-20s %8d %8d %10d %10d %7.1f%%\n", name, s.all, s.killed, s.equivalent, s.all-s.killed-s.equivalent, s.of())
	}
	for _, dir := range dirs {
		line(dir, *byDir[dir])
	}
	line("all", total)
	return total, right
}

func place(m *mutant) string {
	if m.function == "" {
		return "outside of functions"
	}
	return m.function
}

func fate(o outcome) string {
	if o.killer != "" {
		return "killed by " + o.killer
	}
	return "survived, " + attempts(o.tried)
}

func attempts(n int) string {
	switch n {
	case 0:
		return "which makes a difference in no test"
	case 1:
		return "tried on one test"
	}
	return fmt.Sprintf("tried on %d tests", n)
}
