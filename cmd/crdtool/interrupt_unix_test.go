//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endless makes a folder with a small CRD and a pipe behind it that nobody writes
// to, so that a run over the folder never ends by itself.
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
	if err := syscall.Mkfifo(filepath.Join(dir, "b.yaml"), 0o666); err != nil {
		t.Skip(err)
	}
	return dir
}

// TestCutShort: --timeout and Ctrl-C end every command soon, with what was found so
// far where it is printed file by file.
func TestCutShort(t *testing.T) {
	t.Parallel()
	found := "4 errors in 1 of 1 CRD"
	for _, c := range []struct{ args, shows string }{
		{"lint a.yaml b.yaml", found},
		{"lint --format json a.yaml b.yaml", `"errors": 4`},
		{"lint --quiet a.yaml b.yaml", "16:10"},
		{"cost a.yaml b.yaml", ""},
		{"apply-dry --crds a.yaml a.yaml b.yaml", ""},
		{"apply-dry --crds b.yaml a.yaml", ""},
		{"docs b.yaml", ""},
		{"openapi b.yaml", ""},
		{"explain --crds b.yaml widget", ""},
		{"lint -", ""},
		{"openapi -", ""},
	} {
		for _, how := range []string{"--timeout", "Ctrl-C"} {
			t.Run(c.args+" "+how, func(t *testing.T) {
				t.Parallel()
				args := strings.Fields(c.args)
				want, status := "interrupted", exitInterrupted
				if how == "--timeout" {
					args, want, status = append(args, "--timeout", "300ms"), "stopped by --timeout 300ms", exitFailed
				}
				cmd := crdtool(t, endless(t), args...)
				stdin, err := cmd.StdinPipe() // which stays open
				if err != nil {
					t.Fatal(err)
				}
				defer stdin.Close()
				var stdout, stderr bytes.Buffer
				cmd.Stdout, cmd.Stderr = &stdout, &stderr
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				if how == "Ctrl-C" {
					time.Sleep(500 * time.Millisecond)
					if err := cmd.Process.Signal(os.Interrupt); err != nil {
						t.Fatal(err)
					}
				}
				start := time.Now()
				err = cmd.Wait()
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.ExitCode() != status {
					t.Errorf("%v, want status %d; stderr: %s", err, status, &stderr)
				}
				if took := time.Since(start); took > 5*time.Second { // seldom as much on a busy machine
					t.Errorf("it ended after %v", took)
				}
				if !strings.Contains(stderr.String(), want) || strings.Count(stderr.String(), "\n") != 1 {
					t.Errorf("stderr is %q, want one line: %s", &stderr, want)
				}
				if !strings.Contains(stdout.String(), c.shows) {
					t.Errorf("stdout is\n%s\nwant what was found: %s", &stdout, c.shows)
				}
				if strings.Contains(c.args, "json") && !json.Valid(stdout.Bytes()) {
					t.Errorf("stdout is no JSON:\n%s", &stdout)
				}
			})
		}
	}
}

// TestCutShortSoon measures what ending takes on a machine that has time for it.
func TestCutShortSoon(t *testing.T) {
	const most = 100 * time.Millisecond
	best := time.Hour
	for try := 0; try < 5 && best > most; try++ {
		cmd := crdtool(t, endless(t), "lint", "a.yaml", "b.yaml")
		var stdout bytes.Buffer
		cmd.Stdout = &stdout
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(200 * time.Millisecond)
		start := time.Now()
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // TestCutShort looks at the status
		best = min(best, time.Since(start))
	}
	if best > most {
		t.Errorf("a run ends %v after Ctrl-C, want at most %v", best, most)
	}
	t.Log(best)
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
