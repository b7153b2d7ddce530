//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallDisk makes the command unable to write files of more than so many bytes, as
// if the disk were full then; asNobody takes the rights of root away, to which no
// file is read-only.
const (
	smallDisk = "CRDTOOL_TEST_SMALL_DISK"
	asNobody  = "CRDTOOL_TEST_AS_NOBODY"
)

const nobody = 65534

func init() {
	beforeMain = func() {
		if bytes, err := strconv.ParseUint(os.Getenv(smallDisk), 10, 64); err == nil {
			signal.Ignore(syscall.SIGXFSZ) // then the write fails instead
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes}); err != nil {
				panic(err)
			}
		}
		if os.Getenv(asNobody) != "" && os.Geteuid() == 0 {
			if err := syscall.Setgid(nobody); err != nil {
				panic(err)
			}
			if err := syscall.Setuid(nobody); err != nil {
				panic(err)
			}
		}
	}
}

// contents are the files below a folder, by their names.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		files[strings.TrimPrefix(name, dir+"/")] = string(text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

func sameFiles(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if now, ok := got[name]; !ok {
			t.Errorf("%s is gone", name)
		} else if now != text {
			t.Errorf("%s has %d bytes, want the %d that it had", name, len(now), len(text))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s was left behind", name)
		}
	}
}

// oldOutputs is a folder in which all that is written below is there already.
func oldOutputs(t *testing.T) (dir string, files map[string]string) {
	t.Helper()
	files = map[string]string{
		"bad.yaml": fixable("bads"), "good.yaml": ownKind("goods"), "report.json": "old", ".crdtool-baseline.json": "{\"version\":1}", "docs/README.md": "old", "api/apis/example.com/v1.json": "old",
	}
	dir = folder(t, files)
	return dir, files
}

// TestWritingToAFullDisk: what cannot be written whole is not written at all.
func TestWritingToAFullDisk(t *testing.T) {
	for _, c := range []struct{ args, names string }{
		{"lint --fix bad.yaml", "bad.yaml"},
		{"lint --output json=report.json good.yaml bad.yaml", "report.json"},
		{"lint --output json=new.json bad.yaml", "new.json"},
		{"lint --write-baseline bad.yaml", ".crdtool-baseline.json"},
		{"apply-dry --allow-empty --crds good.yaml --output json=report.json bad.yaml", "report.json"},
		{"docs --out docs good.yaml", "docs/README.md"},
		{"openapi --out api good.yaml", "api/"},
		{"init", ".crdtool.yaml"},
	} {
		t.Run(c.args, func(t *testing.T) {
			dir, files := oldOutputs(t)
			cmd := crdtool(t, dir, strings.Fields(c.args)...)
			cmd.Env = append(cmd.Env, smallDisk+"=40")
			got := finish(t, cmd)
			if got.status != exitFailed {
				t.Errorf("status %d, want %d", got.status, exitFailed)
			}
			sameFiles(t, contents(t, dir), files)
			tellsWhy(t, got.stderr, c.names, "file too large")
		})
	}
}

// tellsWhy holds that there is one line of error with the file and the cause.
func tellsWhy(t *testing.T, stderr, name, cause string) {
	t.Helper()
	if !strings.HasPrefix(stderr, "crdtool: ") || strings.Count(stderr, "\n") != 1 || strings.Count(stderr, name) != 1 || !strings.Contains(stderr, cause) {
		t.Errorf("standard error is %q, want one line with %s and: %s", stderr, name, cause)
	}
}

// TestWritingWithoutTheRight: neither a file that may not be written nor one in such
// a folder is replaced.
func TestWritingWithoutTheRight(t *testing.T) {
	for _, c := range []struct{ args, name, readOnly, cause string }{
		{"lint --fix bad.yaml", "bad.yaml", "bad.yaml", "permission denied"},
		{"lint --fix bad.yaml", "bad.yaml", ".", "no file can be created beside it: permission denied"},
		{"lint --output json=report.json bad.yaml", "report.json", "report.json", "permission denied"},
		{"lint --output json=new.json bad.yaml", "new.json", ".", "permission denied"},
		{"lint --write-baseline bad.yaml", ".crdtool-baseline.json", ".crdtool-baseline.json", "permission denied"},
		{"docs --out docs good.yaml", "docs/README.md", "docs/README.md", "permission denied"},
		{"docs --out docs/new good.yaml", "docs/new", "docs", "permission denied"},
		{"openapi --out api good.yaml", "api/", "api/apis/example.com", "permission denied"},
		{"init", ".crdtool.yaml", ".", "permission denied"},
	} {
		t.Run(c.args+" where "+c.readOnly+" is read-only", func(t *testing.T) {
			dir, files := oldOutputs(t)
			if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // only its owner may look into it
				t.Fatal(err)
			}
			if err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
				if err == nil && os.Geteuid() == 0 {
					err = os.Chown(name, nobody, nobody)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
			locked := filepath.Join(dir, c.readOnly)
			info, err := os.Stat(locked)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(locked, info.Mode().Perm()&^0o222); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.Chmod(locked, info.Mode().Perm()) })
			cmd := crdtool(t, dir, strings.Fields(c.args)...)
			cmd.Env = append(cmd.Env, asNobody+"=1")
			got := finish(t, cmd)
			if got.status != exitFailed {
				t.Errorf("status %d, want %d: %s", got.status, exitFailed, got.stdout)
			}
			sameFiles(t, contents(t, dir), files)
			tellsWhy(t, got.stderr, c.name, c.cause)
		})
	}
}

// TestWritingThroughLinks: symbolic links stay and what they lead to is written; of
// two names of a file the one that was given gets the new text.
func TestWritingThroughLinks(t *testing.T) {
	dir := folder(t, map[string]string{"real/bad.yaml": fixable("bads"), "hard.yaml": fixable("hards"), "real/report.json": "old"})
	for name, to := range map[string]string{"soft.yaml": "real/bad.yaml", "softer.yaml": "soft.yaml", "report.json": "real/report.json", "dangling.json": "real/new.json"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(dir, "hard.yaml"), filepath.Join(dir, "other.yaml")); err != nil {
		t.Skip("the file system has no hard links: ", err)
	}
	got := finish(t, crdtool(t, dir, "lint", "--fix", "--output", "json=report.json", "--output", "sarif=dangling.json", "softer.yaml", "hard.yaml"))
	if got.status != exitFindings || got.stderr != "" {
		t.Fatalf("%+v", got)
	}
	for _, name := range []string{"soft.yaml", "softer.yaml", "report.json", "dangling.json"} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link %s is gone (%v)", name, err)
		}
	}
	files := contents(t, dir)
	if want := strings.Replace(fixable("hards"), "namespaced", "Namespaced", 1); files["hard.yaml"] != want || files["other.yaml"] != fixable("hards") {
		t.Errorf("the two names of a file are now\n%s\nand\n%s", files["hard.yaml"], files["other.yaml"])
	}
	if !strings.Contains(files["real/bad.yaml"], "scope: Namespaced") || !strings.Contains(files["real/report.json"], "\"findings\"") || !strings.Contains(files["real/new.json"], "sarif") {
		t.Errorf("what the links lead to was not written: %d, %d and %d bytes", len(files["real/bad.yaml"]), len(files["real/report.json"]), len(files["real/new.json"]))
	}
	if len(files) != 9 {
		t.Errorf("there are other files: %d", len(files))
	}
}

// TestKilledWhileFixing: the file is the old or the new one, whenever the program is
// killed, at any time or just when it writes; Ctrl-C leaves nothing else behind.
func TestKilledWhileFixing(t *testing.T) {
	old := large(t)
	dir := folder(t, map[string]string{"big.yaml": old})
	name := filepath.Join(dir, "big.yaml")
	start := time.Now()
	finish(t, crdtool(t, dir, "lint", "--fix", "big.yaml"))
	takes := time.Since(start)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fixed := string(text)
	if fixed == old {
		t.Fatal("nothing was fixed")
	}
	random := rand.New(rand.NewPCG(1, 1))
	seen := map[string]int{}
	const rounds = 9
	for round := range rounds {
		if err := os.WriteFile(name, []byte(old), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := crdtool(t, dir, "lint", "--fix", "big.yaml")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		send := os.Kill
		if round%3 == 0 {
			time.Sleep(time.Duration(random.Int64N(int64(takes))))
		} else {
			if round%3 == 1 {
				send = os.Interrupt
			}
			awaitPart(dir, done)
		}
		_ = cmd.Process.Signal(send) // it may have ended
		<-done
		left := parts(dir)
		now, err := os.ReadFile(name)
		switch {
		case err != nil:
			t.Fatal(err)
		case string(now) == old:
			seen["old"]++
		case string(now) == fixed:
			seen["new"]++
		default:
			t.Errorf("round %d: the file has %d bytes, neither the old nor the new ones", round, len(now))
		}
		if len(left) > 0 {
			seen["temporary file"]++
			if send == os.Interrupt {
				t.Errorf("round %d: %s was left behind", round, left)
			}
		}
		for _, part := range left {
			os.Remove(part)
		}
	}
	t.Logf("a run takes %v; left after %d: %v", takes, rounds, seen)
}

// awaitPart waits for the temporary file of a run, or its end.
func awaitPart(dir string, done chan error) {
	for len(parts(dir)) == 0 {
		select {
		case err := <-done:
			done <- err
			return
		case <-time.After(200 * time.Microsecond):
		}
	}
}

func parts(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, ".big.yaml.*")) // the pattern is well formed
	return names
}

// large is a CRD that takes a while to be written.
func large(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(fixable("bigs"))
	b.WriteString("          more:\n            type: object\n            properties:\n")
	for i := range 200 {
		fmt.Fprintf(&b, "              field%d:\n                type: string\n                description: |\n", i)
		for range 40 {
			b.WriteString("                  This is a line of text that makes the file a large one.\n")
		}
	}
	return b.String()
}
