// Package versions holds crdtool at each minor version of Kubernetes against what
// the server of that version answered, as it is recorded in testdata/minors. It
// needs no server.
package versions

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/conformance/differences"
	"github.com/crdtool/crdtool/conformance/openapi"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// Options say what Run compares.
type Options struct {
	// Answers is the folder of the recorded answers.
	Answers string
	// Cases and ObjectCases are the folders of the cases.
	Cases, ObjectCases string
	// Corpus is the folder of the corpus; when it does not exist, what needs it is
	// left out, loudly.
	Corpus string
	// Minors are the versions to compare; all that are recorded if it is empty.
	Minors []int
	// Sets are the names of what is compared; all if it is empty.
	Sets []string
	// Known is the folder of the known differences.
	Known string
	// Verbose lists all differences, those of one kind together.
	Verbose bool
	// WriteOpen writes how many answers are equal at versions that are not finished.
	WriteOpen bool

	documents map[string]map[string]openapi.Document
}

// set compares what is asked of one kind.
type set struct {
	// name is how it is printed, and file has the recorded answers.
	name, file string
	questions  []question
}

// question is one thing that is asked.
type question struct {
	id, hash string
	// compare compares the recorded answer with that of crdtool at a version.
	compare func(recorded json.RawMessage, as *emulated) (comparison, error)
	// compareAll, if there is one, compares several things that the answer says, each
	// with its own name.
	compareAll func(recorded json.RawMessage, as *emulated) (map[string]comparison, error)
}

// comparison is how two answers compare.
type comparison struct {
	// unplayable is set when the server refuses what the request begins with, so
	// that there is nothing to compare.
	unplayable bool
	// verdict is set when they differ in more than words.
	verdict bool
	// differences are of all kinds.
	differences []difference
}

// difference is one of two answers.
type difference struct {
	// kind is what it has in common with others; text says it in full.
	kind, text string
}

// Run compares, prints what it finds, and reports whether all is as it should
// be: no difference that is not known, and no known one that has gone away.
func Run(o Options, out io.Writer) (ok bool, err error) {
	o.documents = map[string]map[string]openapi.Document{}
	sets, err := o.sets(out)
	if err != nil {
		return false, err
	}
	if len(o.Sets) > 0 {
		sets = slices.DeleteFunc(sets, func(s *set) bool { return !slices.Contains(o.Sets, s.name) })
	}
	histories := map[string]*golden.History{}
	recorded := map[int]bool{}
	for _, s := range sets {
		h, err := golden.ReadHistory(filepath.Join(o.Answers, s.file))
		if err != nil {
			return false, err
		}
		histories[s.file] = h
		for _, n := range h.Minors() {
			recorded[n] = true
		}
	}
	if len(o.Minors) == 0 {
		o.Minors = slices.Sorted(maps.Keys(recorded))
	}
	ok = true
	for _, n := range o.Minors {
		if !recorded[n] {
			return false, fmt.Errorf("no answers of Kubernetes 1.%d are recorded", n)
		}
		known, err := differences.Known(filepath.Join(o.Known, fmt.Sprintf("1.%d", n)))
		if err != nil {
			return false, err
		}
		open, err := readOpen(filepath.Join(o.Known, fmt.Sprintf("1.%d.open", n)))
		if err != nil {
			return false, err
		}
		m := minor{n: n, as: emulate(n), known: known, open: open}
		for _, s := range sets {
			if err := m.compare(s, histories[s.file]); err != nil {
				return false, err
			}
		}
		m.print(o.Verbose, out)
		ok = m.ok(out) && ok
		if o.WriteOpen {
			if err := m.writeOpen(filepath.Join(o.Known, fmt.Sprintf("1.%d.open", n))); err != nil {
				return false, err
			}
		}
	}
	return ok, nil
}

// minor is the comparison at one version.
type minor struct {
	n      int
	as     *emulated
	known  map[string]string
	open   map[string]floor
	counts []count
	kinds  map[string]*kind
	// unknown are the ids of differences that are not known, seen of those that are.
	unknown []string
	seen    map[string]bool
}

// count is that of a set.
type count struct {
	set                                       *set
	compared, verdicts, words, unplayable, no int
}

// kind gathers differences of one kind.
type kind struct {
	set, name string
	n         int
	id, text  string // of the first
}

func (m *minor) compare(s *set, h *golden.History) error {
	c := count{set: s}
	if m.kinds == nil {
		m.kinds, m.seen = map[string]*kind{}, map[string]bool{}
	}
	for _, q := range s.questions {
		recorded, found := h.Answer(q.id, q.hash, m.n)
		if !found {
			c.no++
			continue
		}
		err := q.ask(recorded, m.as, func(id string, r comparison) {
			if r.unplayable {
				c.unplayable++
				return
			}
			c.compared++
			if !r.verdict {
				c.verdicts++
			}
			if len(r.differences) == 0 {
				c.words++
				return
			}
			m.note(s.name, id, r.differences)
		})
		if err != nil {
			return fmt.Errorf("1.%d: %s: %s: %w", m.n, s.name, q.id, err)
		}
	}
	m.counts = append(m.counts, c)
	return nil
}

func (m *minor) note(set, id string, differences []difference) {
	full := set + ": " + id
	if m.known[full] != "" {
		m.seen[full] = true
	} else {
		m.unknown = append(m.unknown, full)
	}
	noted := map[string]bool{}
	for _, d := range differences {
		if noted[d.kind] {
			continue
		}
		noted[d.kind] = true
		k := m.kinds[set+"\x00"+d.kind]
		if k == nil {
			k = &kind{set: set, name: d.kind, id: id, text: d.text}
			m.kinds[set+"\x00"+d.kind] = k
		}
		k.n++
	}
}

// print writes a line with how many answers are equal, and in full what differs.
func (m *minor) print(verbose bool, out io.Writer) {
	var parts []string
	for _, c := range m.counts {
		part := fmt.Sprintf("%s %d/%d words %d/%d", c.set.name, c.verdicts, c.compared, c.words, c.compared)
		var notes []string
		if c.unplayable > 0 {
			notes = append(notes, fmt.Sprintf("%d can't be asked there", c.unplayable))
		}
		if c.no > 0 {
			notes = append(notes, fmt.Sprintf("%d NOT RECORDED", c.no))
		}
		if notes != nil {
			part += " (" + strings.Join(notes, ", ") + ")"
		}
		parts = append(parts, part)
	}
	as := ""
	if m.as.version.Minor != m.n {
		as = fmt.Sprintf(", crdtool as %s", m.as.version)
	}
	fmt.Fprintf(out, "1.%d%s: %s\n", m.n, as, strings.Join(parts, "; "))
	if !verbose {
		return
	}
	order := map[string]int{} // of the sets
	for i, c := range m.counts {
		order[c.set.name] = i
	}
	kinds := slices.SortedFunc(maps.Values(m.kinds), func(a, b *kind) int {
		if a.set != b.set {
			return order[a.set] - order[b.set]
		}
		if a.n != b.n {
			return b.n - a.n
		}
		return strings.Compare(a.name, b.name)
	})
	set := ""
	for _, k := range kinds {
		if k.set != set {
			set = k.set
			fmt.Fprintf(out, "\n  == 1.%d: %s\n", m.n, set)
		}
		fmt.Fprintf(out, "  %5d  %s\n         as in %s: %s\n", k.n, k.name, k.id, shorten(k.text))
	}
}

// ok reports whether all differences are known, and all known ones are there. At
// versions that crdtool does not know yet, none are looked for.
func (m *minor) ok(out io.Writer) bool {
	if m.as.version.Minor != m.n {
		return true
	}
	ok := m.open != nil || len(m.unknown) == 0
	const most = 40
	for i, id := range m.unknown {
		if i == most {
			fmt.Fprintf(out, "1.%d: and %d more\n", m.n, len(m.unknown)-i)
			break
		}
		fmt.Fprintf(out, "1.%d: not known: %s\n", m.n, id)
	}
	for _, c := range m.counts {
		ok = ok && c.no == 0
		if f := m.open[c.set.name]; c.compared > 0 && (c.verdicts < f.verdicts || c.words < f.words) {
			fmt.Fprintf(out, "1.%d: %s: fewer are equal than were: %d and in words %d\n", m.n, c.set.name, f.verdicts, f.words)
			ok = false
		}
	}
	compared := map[string]bool{}
	for _, c := range m.counts {
		compared[c.set.name] = true
	}
	for _, id := range slices.Sorted(maps.Keys(m.known)) {
		name, _, _ := strings.Cut(id, ": ")
		if compared[name] && !m.seen[id] {
			fmt.Fprintf(out, "1.%d: known difference has gone away, remove it: %s\n", m.n, id)
			ok = false
		}
	}
	return ok
}

func shorten(text string) string {
	const most = 900
	if r := []rune(text); len(r) > most {
		return string(r[:most/2]) + " ... " + string(r[len(r)-most/2:])
	}
	return text
}

// hasCorpus reports whether the corpus is there, and says so if it is not.
func (o Options) hasCorpus(out io.Writer) bool {
	if _, err := os.Stat(filepath.Join(o.Corpus, "dev")); err != nil {
		fmt.Fprintf(out, "NO CORPUS at %s (set CRDTOOL_CORPUS): what is recorded of it is NOT compared\n", o.Corpus)
		return false
	}
	return true
}

// version is the one that crdtool is asked as: the newest if it knows no other.
func version(minor int) kube.Version { return kube.Version{Minor: minor} }
