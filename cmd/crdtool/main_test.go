package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/fatih/color"
)

// runsMain makes the test binary be crdtool, so that the tests run the command
// as people do: a process with arguments, files and an exit status.
const runsMain = "CRDTOOL_TEST_RUNS_MAIN"

// peakFile names the file to which the test binary writes the most memory it
// had. What the system says of a finished process would do, were it not at least
// what the process had that started it.
const peakFile = "CRDTOOL_TEST_PEAK_FILE"

// beforeMain takes something away from the command, where the system lets it.
var beforeMain func()

func TestMain(m *testing.M) {
	if file := os.Getenv(peakFile); file != "" {
		tuneCollector()
		status := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		memory, err := os.ReadFile("/proc/self/status")
		if err == nil {
			err = os.WriteFile(file, memory, 0o666)
		}
		if err != nil {
			panic(err)
		}
		os.Exit(status)
	}
	if os.Getenv(runsMain) != "" {
		if beforeMain != nil {
			beforeMain()
		}
		main()
		panic("main returned")
	}
	debug.SetGCPercent(400) // as in a run of the command, which sets limits as well
	os.Exit(m.Run())
}

// crdtool returns the command, to be run in dir, without the settings for
// colour of whoever runs the tests.
func crdtool(t testing.TB, dir string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Dir = dir
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "NO_COLOR=") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, runsMain+"=1")
	return cmd
}

// A result is what a command printed and its exit status, -1 if a signal ended
// it.
type result struct {
	stdout, stderr string
	status         int
}

func finish(t testing.TB, cmd *exec.Cmd) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if cmd.Stdout == nil {
		cmd.Stdout = &stdout
	}
	cmd.Stderr = &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// inProcess runs the command in dir as crdtool and finish do, but in this process, which
// takes half the time. It is for tests that do not run in parallel and for what no
// process of its own is needed: signals, limits and standard files are tested with one.
func inProcess(t testing.TB, dir string, args ...string) result {
	t.Helper()
	return inProcessWith(t, dir, "", args...)
}

// inProcessWith does so with a text as standard input.
func inProcessWith(t testing.TB, dir, stdin string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := inProcessTo(t, &stdout, &stderr, dir, stdin, args...)
	return result{stdout.String(), stderr.String(), status}
}

// inProcessTo does so with writers of the caller, and returns the exit status.
func inProcessTo(t testing.TB, stdout, stderr io.Writer, dir, stdin string, args ...string) int {
	t.Helper()
	t.Setenv("NO_COLOR", "") // panics in parallel tests, which share the working directory
	defer func(was bool) { color.NoColor = was }(color.NoColor)
	color.NoColor = true // as where standard output is a pipe
	if dir != "" {
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chdir(dir); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := os.Chdir(here); err != nil {
				t.Fatal(err)
			}
		}()
	}
	return run(t.Context(), args, strings.NewReader(stdin), stdout, stderr)
}

// crd returns a CRD of the given plural that the server accepts.
func crd(plural string) string {
	return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ` + plural + `.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: ` + plural + `}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: string, format: date}
`
}

// badScope is a CRD with an error at 7:10, oddFormat one with a warning. The
// kind of each is its own.
func badScope(plural string) string {
	return strings.Replace(ownKind(plural), "Namespaced", "namespaces", 1)
}

func oddFormat(plural string) string {
	return strings.Replace(ownKind(plural), "format: date", "format: dte", 1)
}

// ownKind is a CRD that can stand beside others of its group.
func ownKind(plural string) string {
	return strings.Replace(crd(plural), "Thing", "Kind-"+plural, 1)
}

// folder makes a folder of files.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// repository is the root of the checkout, where the examples of --help work.
func repository(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func skipOnWindows(t *testing.T, why string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip(why)
	}
}
