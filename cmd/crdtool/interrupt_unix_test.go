//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// endless makes a folder with a small CRD, for runs that also read a pipe that nobody writes
// to and that therefore never end by themselves.
func endless(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", "gadgets.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.yaml"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCutShort: --timeout and Ctrl-C end every command soon, with what was found so
// far where it is printed file by file.
func TestCutShort(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"--timeout", "Ctrl-C"} {
		// All wait at once.
		runs := startEndless(t, how)
		if how == "Ctrl-C" {
			for _, r := range runs {
				r.waitUntilItReads(t)
			}
		}
		for _, r := range runs {
			t.Run(r.args+" "+how, r.end)
		}
	}
}

// cutShort is a run of the command that does not end by itself, and what it is to say.
type cutShort struct {
	args, shows    string
	interrupt      bool
	stdin          io.Writer // of a run that reads it
	cmd            *exec.Cmd
	pipe           *os.File // what it reads, which stays open
	stdout, stderr bytes.Buffer
}

// startEndless starts a run of each command, which is ended by a flag or is to be interrupted.
func startEndless(t *testing.T, how string) []*cutShort {
	t.Helper()
	found := "4 errors in 1 of 1 CRD"
	runs := []*cutShort{
		{args: "lint ./a.yaml /dev/fd/3", shows: found},
		{args: "lint --format json ./a.yaml /dev/fd/3", shows: `"errors": 4`},
		{args: "lint --quiet ./a.yaml /dev/fd/3", shows: "16:10"},
		{args: "cost ./a.yaml /dev/fd/3"},
		{args: "apply-dry --crds a.yaml ./a.yaml /dev/fd/3"},
		{args: "apply-dry --crds /dev/fd/3 a.yaml"},
		{args: "docs /dev/fd/3"},
		{args: "openapi /dev/fd/3"},
		{args: "explain --crds /dev/fd/3 widget"},
		{args: "lint -"},
		{args: "openapi -"},
	}
	for _, r := range runs {
		args := strings.Fields(r.args)
		if r.interrupt = how == "Ctrl-C"; !r.interrupt {
			args = append(args, "--timeout", "1s")
		}
		r.cmd = crdtool(t, endless(t), args...)
		stdin, err := r.cmd.StdinPipe() // which stays open
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { stdin.Close() })
		if strings.HasSuffix(r.args, "-") {
			r.stdin = stdin
		}
		theirs, ours, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { theirs.Close(); ours.Close() })
		r.pipe, r.cmd.ExtraFiles = ours, []*os.File{theirs}
		r.cmd.Stdout, r.cmd.Stderr = &r.stdout, &r.stderr
		if err := r.cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	return runs
}

// waitUntilItReads waits until a run reads what does not end: by then it handles Ctrl-C.
func (r *cutShort) waitUntilItReads(t *testing.T) {
	t.Helper()
	if r.stdin != nil {
		// A pipe takes so much only if somebody reads from it.
		if _, err := io.WriteString(r.stdin, strings.Repeat("# more\n", 1<<20)); err != nil {
			t.Error(err)
		}
		return
	}
	// More than a pipe holds is written once somebody reads.
	if _, err := r.pipe.WriteString(strings.Repeat("# a comment\n", 16<<10)); err != nil {
		t.Errorf("%s does not begin to read: %v", r.args, err)
	}
}

func (r *cutShort) end(t *testing.T) {
	want, status := "stopped by --timeout 1s", exitFailed
	if r.interrupt {
		want, status = "interrupted", exitInterrupted
		if err := r.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	err := r.cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != status {
		t.Errorf("%v, want status %d; stderr: %s", err, status, &r.stderr)
	}
	if !strings.Contains(r.stderr.String(), want) || strings.Count(r.stderr.String(), "\n") != 1 {
		t.Errorf("stderr is %q, want one line: %s", &r.stderr, want)
	}
	// A busy machine may not come to the first file before the timeout.
	if r.interrupt && !strings.Contains(r.stdout.String(), r.shows) {
		t.Errorf("stdout is\n%s\nwant what was found: %s", &r.stdout, r.shows)
	}
	if strings.Contains(r.args, "json") && !json.Valid(r.stdout.Bytes()) {
		t.Errorf("stdout is no JSON:\n%s", &r.stdout)
	}
}

// TestTimeoutFlag: the flag takes what Go writes as a duration.
func TestTimeoutFlag(t *testing.T) {
	for value, want := range map[string]string{"-1s": "is negative", "5": "write a number with a unit, such as 30s or 5m", "10m": ""} {
		cmd := crdtool(t, ".", "version", "--timeout", value)
		out, err := cmd.CombinedOutput()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(string(out), want)) {
			t.Error(fmt.Sprintf("--timeout %s: ", value), err, string(out))
		}
	}
}
