package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	control "github.com/crdtool/crdtool/conformance/mutate/mutant"
)

// outcome is what became of a mutant.
type outcome struct {
	mutant *mutant
	// killer is the test that failed; "" if none did.
	killer string
	// tried is the number of tests in which it makes a difference.
	tried int
}

// runner tries mutants, several at a time.
type runner struct {
	module *module
	suite  *suite
	temp   string
	jobs   int
	// progress is told each outcome.
	progress func(outcome)

	mu sync.Mutex
	// killers are the last that killed mutants, by the file of these.
	killers map[string][]*unit
}

// all tries mutants, and returns what became of each.
func (r *runner) all(mutants []*mutant) ([]outcome, error) {
	r.killers = map[string][]*unit{}
	outcomes := make([]outcome, len(mutants))
	errs := make([]error, r.jobs)
	next := make(chan int)
	var workers sync.WaitGroup
	for w := range r.jobs {
		workers.Go(func() {
			dir := filepath.Join(r.temp, strconv.Itoa(w))
			for i := range next {
				if errs[w] != nil {
					continue
				}
				if errs[w] = os.MkdirAll(dir, 0o777); errs[w] == nil {
					outcomes[i], errs[w] = r.try(mutants[i], dir)
				}
				if errs[w] == nil {
					errs[w] = os.RemoveAll(dir)
				}
				r.mu.Lock()
				r.progress(outcomes[i])
				r.mu.Unlock()
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	workers.Wait()
	return outcomes, errors.Join(errs...)
}

// try runs the tests that may kill a mutant, until one does.
func (r *runner) try(m *mutant, temp string) (outcome, error) {
	o := outcome{mutant: m, tried: len(r.suite.reach[m.id])}
	r.mu.Lock()
	batches := r.suite.plan(m, r.killers[m.file])
	r.mu.Unlock()
	for _, b := range batches {
		killer, err := r.run(m, b, temp)
		if err != nil {
			return o, err
		}
		if killer != "" {
			o.killer = killer
			r.remember(m, b, killer)
			return o, nil
		}
	}
	return o, nil
}

// mostKillers is how many tests are tried first because they killed mutants of
// the same file.
const mostKillers = 6

func (r *runner) remember(m *mutant, b *batch, killer string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b.tester.kills++
	for _, u := range b.units {
		if killer != u.name && !strings.HasPrefix(killer, u.name+"/") {
			continue
		}
		list := []*unit{u}
		for _, other := range r.killers[m.file] {
			if other != u && len(list) < mostKillers {
				list = append(list, other)
			}
		}
		r.killers[m.file] = list
		return
	}
}

// patience is how many times longer than without a mutant tests may take.
const patience = 5

// stuck is how long a process may take on the clock: one that waits for itself
// uses no time of a processor.
const stuck = 2 * time.Minute

var killedBy = regexp.MustCompile(`(?m)^` + control.Killed + `(.*)$|^\s*--- FAIL: (\S+)|^(panic: .*|fatal error: .*)$`)

// run runs a batch with a mutant and returns the test that failed.
func (r *runner) run(m *mutant, b *batch, temp string) (killer string, err error) {
	list := filepath.Join(temp, "tests")
	if err := os.WriteFile(list, []byte(strings.Join(b.names(), "\n")+"\n"), 0o666); err != nil {
		return "", err
	}
	limit := 2*time.Second + patience*b.took()
	env := []string{
		fmt.Sprintf("%s=%d", control.ActiveVar, m.id),
		fmt.Sprintf("%s=%d", control.TimeVar, limit.Milliseconds()),
		control.TestsVar + "=" + list,
	}
	out, err := b.tester.run(r.module, temp, env, stuck+limit, []string{"-test.failfast", "-test.run=" + b.pattern()})
	switch {
	case err == nil:
		return "", nil
	case errors.Is(err, context.DeadlineExceeded):
		return "waiting in " + b.tester.dir, nil
	}
	if found := killedBy.FindStringSubmatch(string(out)); found != nil {
		return cmp.Or(found[1:]...), nil
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %w", b.tester.dir, err)
	}
	return "failure in " + b.tester.dir, nil // some mutants end the process silently
}
