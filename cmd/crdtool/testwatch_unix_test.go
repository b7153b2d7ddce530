//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestTestWatch changes the files of a real process, and ends it with Ctrl-C.
func TestTestWatch(t *testing.T) {
	t.Parallel()
	dir := folder(t, things)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := crdtool(t, dir, "test", "--watch", "--output", "json=tests/report.json", "tests")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said lockedBuffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(stdout); s.Scan(); {
			lines <- s.Text()
		}
	}()
	// last is the line below a run.
	last := func() string {
		for line := range lines {
			if strings.Contains(line, " ms)") {
				return line
			}
		}
		t.Fatalf("it has ended\n%s", said.String())
		return ""
	}
	if line := last(); !strings.Contains(line, "3 passed, 1 failed") {
		t.Errorf("at first: %s", line)
	}
	// A suite, an object, the CRD, a new file and one that goes.
	write("tests/a.yaml", strings.Replace(things["tests/a.yaml"], `"today"`, `"2001-01-02"`, 1))
	if line := last(); !strings.Contains(line, "4 passed") {
		t.Errorf("after a change of a suite: %s", line)
	}
	write("crd.yaml", strings.Replace(things["crd.yaml"], "format: date", "format: duration", 1))
	if line := last(); !strings.Contains(line, "failed") {
		t.Errorf("after a change of the CRD: %s", line)
	}
	write("crd.yaml", things["crd.yaml"])
	last()
	write("tests/c.yaml", strings.Replace(things["tests/b.yaml"], "name: b", "name: c", 1))
	if line := last(); !strings.Contains(line, "5 passed") {
		t.Errorf("with a new file: %s", line)
	}
	write("tests/b.yaml", "# crdtool: acepted\n"+things["tests/b.yaml"])
	if line := last(); !strings.Contains(line, "4 passed") {
		t.Errorf("with a file that is not understood: %s", line)
	}
	if err := os.Remove(filepath.Join(dir, "tests", "b.yaml")); err != nil {
		t.Fatal(err)
	}
	last()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for range lines {
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("it ends with %v, want status %d", err, exitInterrupted)
	}
	for _, want := range []string{"crdtool: watching ", "a.yaml has changed\n", "crd.yaml has changed\n", `cannot expect "acepted"`} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, said.String())
		}
	}
	if strings.Contains(said.String(), "\x1b") {
		t.Error("it clears what is no terminal")
	}
}

// TestTestWatchIsQuiet: no test runs again before a file changes, although each run writes a report
// beside the suites.
func TestTestWatchIsQuiet(t *testing.T) {
	t.Chdir(folder(t, things))
	for name := range things { // before the clock of the bubble begins
		if err := os.Chtimes(name, time.Time{}, time.Unix(0, 0)); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var stdout, stderr lockedBuffer
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			run(ctx, []string{"test", "--watch", "--output", "json=tests/report.json", "tests"}, strings.NewReader(""), &stdout, &stderr)
		}()
		time.Sleep(100 * watchInterval) // by that clock, which waits for nothing
		if n := strings.Count(stdout.String(), " ms)"); n != 1 {
			t.Errorf("%d runs, want one:\n%s%s", n, stdout.String(), stderr.String())
		}
		cancel()
		<-ended
	})
}

// lockedBuffer is for a process that is still writing.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestTestWatchRefuses(t *testing.T) {
	dir := folder(t, things)
	for _, args := range [][]string{{"test", "--watch", "--update", "tests"}, {"test", "--watch", "-"}} {
		if got := inProcess(t, dir, args...); got.status != exitFailed || !strings.Contains(got.stderr, "--watch") {
			t.Errorf("crdtool %v: status %d\n%s", args, got.status, got.stderr)
		}
	}
}
