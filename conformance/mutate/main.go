// Command mutate changes the main module in small ways, one at a time, and
// reports the changes that no test notices.
//
//	go run ./mutate [flags] [PACKAGE | FILE | FILE:FUNCTION]...
//
// The behaviour of most packages is held by tests of others, which take minutes.
// So all changes are compiled into the test binaries at once, each behind a
// switch; a first run without any finds out in which tests a change could make a
// difference, down to the subtest; and then only those are run, one process a
// change, the quickest first and until one fails. A test that takes far longer than
// without a change has failed.
//
// The changes go in by an overlay of the go command: the tree stays as it is.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

type options struct {
	root   string
	names  []string // what is mutated
	sample int
	seed   uint64
	min    float64
	slow   time.Duration
	jobs   int
	list   bool
	// only are the packages whose tests are run; none for all.
	only []string
	// verbose tells the fate of each mutant as soon as it is known.
	verbose bool
}

func main() {
	o := options{names: mutated}
	flag.StringVar(&o.root, "root", "..", "the `folder` of the module")
	flag.IntVar(&o.sample, "sample", 0, "try this `number` of mutants, chosen by the seed; 0 is all")
	flag.Uint64Var(&o.seed, "seed", 1, "the `seed` that chooses the sample")
	flag.Float64Var(&o.min, "min", 95, "fail if fewer of a hundred mutants are killed than this `number`")
	flag.DurationVar(&o.slow, "slow", 2*time.Second, "try only mutants that no other test reaches on tests that take longer than this")
	flag.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "run this `number` of processes at a time")
	flag.BoolVar(&o.list, "list", false, "list the mutants and stop")
	flag.Func("only", "run only the tests of these `packages`, with commas between them, so that more survive than do in truth", func(s string) error {
		o.only = strings.Split(s, ",")
		return nil
	})
	flag.BoolVar(&o.verbose, "v", false, "say of each mutant what killed it")
	flag.Parse()
	if flag.NArg() > 0 {
		o.names = flag.Args()
	}
	good, err := run(o, equivalentText, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

// run does what the command does, and reports whether enough mutants were killed.
func run(o options, equivalents string, out, progress io.Writer) (good bool, err error) {
	list, err := readEquivalents(equivalents)
	if err != nil {
		return false, err
	}
	root, err := filepath.Abs(o.root)
	if err != nil {
		return false, err
	}
	m, err := loadModule(root)
	if err != nil {
		return false, err
	}
	targets, err := resolve(o.names, m.dirs)
	if err != nil {
		return false, err
	}
	mutants, texts, err := mutateAll(m, targets)
	if err != nil {
		return false, err
	}
	if o.list {
		for _, m := range mutants {
			fmt.Fprintf(out, "%s:%d: %s: %s\n", m.file, m.line, place(m), m.change)
		}
		return true, nil
	}
	temp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(temp)
	// Whoever interrupts the run is to find nothing left of it.
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(stopped)
	go func() {
		<-stopped
		os.RemoveAll(temp)
		os.Exit(2)
	}()

	s, err := prepare(m, targets, temp, mutants, texts, o, progress)
	if err != nil {
		return false, err
	}
	chosen := choose(mutants, o.sample, o.seed)
	started := time.Now()
	done := 0
	r := &runner{module: m, suite: s, temp: temp, jobs: o.jobs, progress: func(outcome outcome) {
		if o.verbose {
			fmt.Fprintf(progress, "%s:%d: %s: %s: %s\n", outcome.mutant.file, outcome.mutant.line, place(outcome.mutant), outcome.mutant.change, fate(outcome))
		}
		if done++; done%100 == 0 {
			fmt.Fprintf(progress, "%d of %d mutants tried in %s\n", done, len(chosen), time.Since(started).Round(time.Second))
		}
	}}
	outcomes, err := r.all(chosen)
	if err != nil {
		return false, err
	}
	total, right := report(out, outcomes, mutants, list)
	return right && total.of() >= o.min, nil
}

func mutateAll(m *module, targets []target) (mutants []*mutant, texts map[string]string, err error) {
	texts = map[string]string{}
	for _, t := range targets {
		s, err := m.load(t)
		if err != nil {
			return nil, nil, err
		}
		r, err := mutate(m, s, len(mutants)+1)
		if err != nil {
			return nil, nil, err
		}
		mutants = append(mutants, r.mutants...)
		for name, text := range r.texts {
			texts[name] = text
		}
	}
	return mutants, texts, nil
}

// prepare builds the tests and runs them without a mutant.
func prepare(m *module, targets []target, temp string, mutants []*mutant, texts map[string]string, o options, progress io.Writer) (*suite, error) {
	dirs, err := m.testers(targets)
	if err != nil {
		return nil, err
	}
	if o.only != nil {
		dirs = slices.DeleteFunc(dirs, func(dir string) bool { return !slices.Contains(o.only, dir) })
	}
	started := time.Now()
	testers, err := build(m, temp, texts, dirs)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(progress, "%d mutants in the tests of %d packages, built in %s\n", len(mutants), len(dirs), time.Since(started).Round(time.Second))
	started = time.Now()
	recordings := map[*tester]*recording{}
	for _, t := range testers {
		if recordings[t], err = t.recordAll(m, temp); err != nil {
			return nil, err
		}
	}
	s := newSuite(testers, recordings, mutants, o.slow)
	var names []string
	for _, u := range s.slow {
		names = append(names, u.tester.dir+" "+u.name)
	}
	fmt.Fprintf(progress, "recorded in %s; run only where no other test is: %s\n", time.Since(started).Round(time.Second), strings.Join(names, ", "))
	return s, nil
}

// choose takes a sample.
func choose(mutants []*mutant, number int, seed uint64) []*mutant {
	if number == 0 || number >= len(mutants) {
		return mutants
	}
	chosen := slices.Clone(mutants)
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	chosen = chosen[:number]
	slices.SortFunc(chosen, func(a, b *mutant) int { return a.id - b.id })
	return chosen
}
