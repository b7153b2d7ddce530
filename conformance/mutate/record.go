package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	control "github.com/crdtool/crdtool/conformance/mutate/mutant"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// unit is a test or subtest, without the subtests in it.
type unit struct {
	tester *tester
	name   string
	took   time.Duration
	hits   []int // the mutants that make a difference in it
	failed bool
	// whole is set if the test fails when subtests of it are skipped: then it is
	// run with all of them, which are inner.
	whole bool
	inner []string
}

// top is the name of the test that go test knows the unit by.
func (u *unit) top() string {
	top, _, _ := strings.Cut(u.name, "/")
	return top
}

// recording is what a test binary does without a mutant.
type recording struct {
	units   []*unit
	outside []int // the mutants that are reached while packages are initialized
}

// recordAll records a test binary, and finds the tests that can't do without
// their subtests.
func (t *tester) recordAll(m *module, temp string) (*recording, error) {
	r, err := t.record(m, temp, nil)
	if err != nil {
		return nil, err
	}
	outer := []string{""}
	for _, u := range r.units {
		for i, c := range u.name {
			if c == '/' {
				outer = append(outer, u.name[:i])
			}
		}
	}
	hollow, err := t.record(m, temp, outer)
	if err != nil {
		return nil, err
	}
	for _, h := range hollow.units {
		for _, u := range r.units {
			if h.failed && u.name == h.top() {
				u.whole = true
			}
		}
	}
	return r, nil
}

// record runs all tests of a binary, or those named, and notes what each reaches.
func (t *tester) record(m *module, temp string, names []string) (*recording, error) {
	file := filepath.Join(temp, "record")
	defer os.Remove(file)
	env := []string{control.RecordVar + "=" + file}
	if names != nil {
		list := filepath.Join(temp, "record-tests")
		defer os.Remove(list)
		if err := os.WriteFile(list, []byte(strings.Join(names, "\n")+"\n"), 0o666); err != nil {
			return nil, err
		}
		env = append(env, control.TestsVar+"="+list)
	}
	out, err := t.run(m, temp, env, recordLimit, nil)
	r, readErr := t.readRecording(file)
	if readErr != nil {
		return nil, readErr
	}
	if err != nil && names == nil {
		return nil, fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", t.dir, err, out)
	}
	return r, nil
}

// recordLimit is how long the tests of a package may take.
const recordLimit = 20 * time.Minute

func (t *tester) readRecording(file string) (*recording, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		if os.IsNotExist(err) {
			return &recording{}, nil // no test reaches anything
		}
		return nil, err
	}
	r := &recording{}
	byName := map[string]*unit{}
	get := func(name string) *unit {
		if byName[name] == nil {
			byName[name] = &unit{tester: t, name: name}
			r.units = append(r.units, byName[name])
		}
		return byName[name]
	}
	s := bufio.NewScanner(bytes.NewReader(text))
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		words := strings.Fields(s.Text())
		switch words[0] {
		case "hits":
			var ids []int
			for _, w := range words[2:] {
				id, err := strconv.Atoi(w)
				if err != nil {
					return nil, err
				}
				ids = append(ids, id)
			}
			if words[1] == control.Outside {
				r.outside = append(r.outside, ids...)
			} else {
				u := get(words[1])
				u.hits = append(u.hits, ids...)
			}
		case "test":
			micros, err := strconv.Atoi(words[1])
			if err != nil {
				return nil, err
			}
			u := get(words[3])
			u.took = time.Duration(micros) * time.Microsecond
			u.failed = words[2] == "true"
		}
	}
	return r, s.Err()
}

// run runs a test binary in the folder of its package, as go test does.
func (t *tester) run(m *module, temp string, env []string, limit time.Duration, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, t.binary, append([]string{"-test.parallel=1", "-test.timeout=0"}, args...)...)
	cmd.Dir = filepath.Join(m.root, filepath.FromSlash(t.dir))
	cmd.Env = append(append(os.Environ(), "TMPDIR="+temp, "PWD="+cmd.Dir, sweep.All+"=1"), env...)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return out, err
}
