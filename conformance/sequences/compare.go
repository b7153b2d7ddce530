package sequences

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/conformance/record"
	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/play"
)

// Options say what Compare does.
type Options struct {
	// Testdata and Corpus are folders with CRDs; without a corpus it takes the others.
	Testdata, Corpus string
	Seed             int64
	// Count is how many sequences are played.
	Count int
	// Examples is how many differences of a class are printed.
	Examples int
}

// Compare plays random sequences on a real server and on crdtool, and compares the answers
// after each step. It reports whether all are equal. After the first difference of a
// sequence the rest of it says nothing.
func Compare(ctx context.Context, o Options, out io.Writer) (ok bool, err error) {
	crds, err := ownCRDs(o.Testdata)
	if err != nil {
		return false, err
	}
	corpus, err := corpusCRDs(o.Corpus)
	if err != nil {
		return false, err
	}
	if len(corpus) == 0 {
		fmt.Fprintf(out, "NO CORPUS at %s (set CRDTOOL_CORPUS): CRDs of public projects are NOT played\n", o.Corpus)
	}
	s, err := server.Start()
	if err != nil {
		return false, err
	}
	defer s.Stop()
	c := &comparison{Options: o, out: out, classes: map[string]int{}, verbs: map[string]int{}}
	real, ours := &record.SequencePlayer{Server: s, Context: ctx}, play.New()
	for _, q := range Generate(append(crds, corpus...), o.Seed, o.Count) {
		if err := c.play(q, real, ours); err != nil {
			return false, fmt.Errorf("%s: %w", q.ID, err)
		}
	}
	c.print()
	return len(c.classes) == 0 && c.refused == 0, nil
}

type comparison struct {
	Options
	out io.Writer

	sequences, equal, byChance, requests, accepted, beyond, refused int
	// verbs counts the requests that were compared, classes the differences.
	verbs, classes map[string]int
}

func (c *comparison) play(q *golden.Sequence, real, ours golden.Player) error {
	want, err := real.Play(q.CRDs, q.Steps)
	if record.RefusedCRD(err) {
		c.refused++
		fmt.Fprintf(c.out, "%s: %v\n", q.ID, err)
		return nil
	}
	if err != nil {
		return err
	}
	c.sequences++
	got, err := ours.Play(q.CRDs, q.Steps)
	if errors.Is(err, play.ErrBeyond) {
		c.beyond++
	} else if err != nil {
		c.different(q, len(got), "crdtool has no answer", []string{err.Error()})
		return nil
	}
	step, diff := firstDifference(want, got)
	for range mostPlays - 1 {
		if diff == nil {
			break
		}
		again, err := real.Play(q.CRDs, q.Steps)
		if err != nil {
			return err
		}
		if _, other := firstDifference(again, got); other == nil {
			want, diff = again, nil
			c.byChance++
		}
	}
	for i := range got {
		c.requests++
		if want[i].Code/100 == 2 {
			c.accepted++
		}
		c.verbs[kindOf(&q.Steps[i])]++
		if diff != nil && i == step {
			c.different(q, i, classOf(&q.Steps[i], diff), diff)
			return nil
		}
	}
	c.equal++
	return nil
}

// mostPlays is how often a sequence is played that is answered in different ways: of several
// things that are wrong with an embedded resource, the server names the one that it meets
// first on its way through a Go map.
const mostPlays = 8

// firstDifference returns the first step with different answers, and how they differ; nil if
// none has.
func firstDifference(want, got []golden.StepAnswer) (step int, diff []string) {
	for i, a := range got {
		if diff := want[i].Diff(a); len(diff) > 0 {
			return i, diff
		}
	}
	return 0, nil
}

// kindOf names the kind of a request.
func kindOf(s *golden.Step) string {
	return strings.TrimSpace(strings.Join([]string{s.Verb, s.Type, s.Subresource}, " "))
}

var (
	quoted = regexp.MustCompile(`\\"[^"]*\\"`)
	within = regexp.MustCompile(`\.[\w.\[\]{}":=,/-]+`)
)

// classOf is what differences of one cause probably have in common: the kind of the request,
// and the first line without names and values.
func classOf(s *golden.Step, diff []string) string {
	line := diff[0]
	if what, _, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(what, "object.") {
		_, rest, _ := strings.Cut(line, ": ")
		verdict, _, _ := strings.Cut(rest, " ")
		at := strings.Join(strings.SplitN(what, ".", 4)[:min(3, strings.Count(what, ".")+1)], ".")
		return kindOf(s) + ": " + at + " " + verdict
	}
	if what, text, _ := strings.Cut(line, ": "); what == "message" {
		line = what + ": " + within.ReplaceAllString(quoted.ReplaceAllString(text, "X"), ".X")
		line = line[:min(len(line), 200)]
	}
	return kindOf(s) + ": " + line
}

func (c *comparison) different(q *golden.Sequence, step int, class string, diff []string) {
	c.classes[class]++
	if c.classes[class] > max(1, c.Examples) {
		return
	}
	fmt.Fprintf(c.out, "\n%s, step %d: %s\n", q.ID, step+1, class)
	for i := range min(step+1, len(q.Steps)) {
		fmt.Fprintf(c.out, "  %d %.1200s\n", i+1, text(q.Steps[i]))
	}
	for _, line := range diff {
		fmt.Fprintf(c.out, "    %.1500s\n", line)
	}
}

func (c *comparison) print() {
	fmt.Fprintf(c.out, "\n%d sequences, %d equal after each step; %d requests compared, %d of them accepted; %d sequences end with a request that crdtool does not have\n",
		c.sequences, c.equal, c.requests, c.accepted, c.beyond)
	if c.byChance > 0 {
		fmt.Fprintf(c.out, "%d of the equal ones only in one of several plays, as the server answers by chance\n", c.byChance)
	}
	for _, kind := range slices.Sorted(maps.Keys(c.verbs)) {
		fmt.Fprintf(c.out, "  %6d %s\n", c.verbs[kind], kind)
	}
	if len(c.classes) > 0 {
		fmt.Fprintln(c.out, "differences:")
	}
	for _, class := range slices.SortedFunc(maps.Keys(c.classes), func(a, b string) int {
		return 2*(c.classes[b]-c.classes[a]) + strings.Compare(a, b)
	}) {
		fmt.Fprintf(c.out, "  %6d %s\n", c.classes[class], class)
	}
}
