//go:build linux

package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// hostileFamilies are inputs that are built to take long: of each, one thing is repeated, lengthened
// or nested n times. each is the number of bytes that one more takes.
var hostileFamilies = []struct {
	name string
	each int
	crd  func(n int) string
	// object is of objects of the CRD; nil for CRDs that are of interest by themselves.
	object func(n int) string
}{
	{"fields", 32, ofSpec("type: object\nproperties:\n", "  f%d: {type: string}\n"), nil},
	{"fields-with-defaults", 60, ofSpec("type: object\nproperties:\n", "  f%d: {type: object, default: {a: [1, 2, 3]}}\n"), nil},
	{"nested-fields", 40, func(n int) string { return specCRD(nested(n, "{type: object, properties: {a: ", "}}")) }, nil},
	{"unknown-keywords", 24, ofSpec("type: object\nproperties:\n  a:\n    type: string\n", "    typ%d: string\n"), nil},
	{"enum", 14, ofSpec("type: string\nenum:\n", "- value-%d\n"), nil},
	{"required", 12, ofSpec("type: object\nrequired:\n", "- f%d\n"), nil},
	{"patterns", 60, ofSpec("type: object\nproperties:\n", "  f%d: {type: string, pattern: '^([a-z]{1,%[1]d}x)*$'}\n"), nil},
	{"branches", 28, ofSpec("type: object\noneOf:\n", "- required: [f%d]\n"), nil},
	{"nested-branches", 30, func(n int) string { return specCRD(nested(n, "{type: object, allOf: [", "]}")) }, nil},
	{"rules", 40, ofSpec("type: object\nproperties: {a: {type: string}}\nx-kubernetes-validations:\n", "- rule: self.a != 'v%d'\n"), nil},
	{"rules-wrong", 30, ofSpec("type: object\nx-kubernetes-validations:\n", "- rule: self.f%d > 1\n"), nil},
	{"rule-long", 18, func(n int) string {
		return specCRD("type: object\nproperties: {a: {type: string}}\nx-kubernetes-validations:\n- rule: \"" + repeated(n, "self.a != 'v%d' && ") + "true\"\n")
	}, nil},
	{"rule-nested", 60, func(n int) string {
		n = min(n, 10) // each takes several times as long as the one before
		return specCRD("type: object\nproperties: {a: {type: array, items: {type: string}}}\nx-kubernetes-validations:\n- rule: \"" +
			strings.Repeat("self.a.all(x, ", n) + "true" + strings.Repeat(")", n) + "\"\n")
	}, nil},
	{"rule-macros", 2 << 10, func(n int) string {
		n = min(n, 40) // each doubles what it stands behind
		return specCRD("type: object\nx-kubernetes-validations:\n- rule: optional.of(1)" + strings.Repeat(".optMap(x, x)", n) + ".hasValue()\n")
	}, nil},
	{"versions", 130, func(n int) string {
		text := specCRD("type: object\n")
		return text + repeated(n, "  - {name: v%d, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n")
	}, nil},
	{"labels", 24, func(n int) string {
		return strings.Replace(specCRD("type: object\n"), "spec:\n", "  labels:\n"+repeated(n, "    label-%d: a b\n")+"spec:\n", 1)
	}, nil},
	{"crds", 330, func(n int) string {
		return repeated(n, strings.NewReplacer("%", "%%", "thing", "thing%[1]d").Replace(specCRD("type: object\n"))+"---\n")
	}, nil},
	{"objects", 60, ofSpec("type: object\n", ""), func(n int) string {
		return repeated(n, "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a%d}\n---\n")
	}},
	{"object-unknown-fields", 12, ofSpec("type: object\n", ""), ofObject("  f%d: 1\n")},
	{"object-items-twice", 8, ofSpec("type: object\nproperties: {l: {type: array, x-kubernetes-list-type: set, items: {type: integer}}}\n", ""), ofObject("", "  l:\n", "  - 1\n  - %d\n")},
	{"object-wrong-items", 14, ofSpec("type: object\nproperties: {l: {type: array, items: {type: integer}}}\n", ""), ofObject("", "  l:\n", "  - a%d\n")},
	{"object-long-text", 10, ofSpec("type: object\nproperties: {t: {type: string, pattern: '^(([a-z]{1,40}0*)*,?)*$'}}\nx-kubernetes-validations: [{rule: \"self.t.split('a').all(x, x.size() < 9)\"}]\n", ""), func(n int) string {
		return "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec:\n  t: " + repeated(n, "abcdef%d") + "\n"
	}},
}

func repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(format, "%") {
			fmt.Fprintf(&b, format, i)
		} else {
			b.WriteString(format)
		}
	}
	return b.String()
}

func nested(n int, open, end string) string {
	n = min(n, 400) // deeper ones are not read
	return strings.Repeat(open, n) + "{type: object}" + strings.Repeat(end, n) + "\n"
}

// specCRD is a CRD with a schema for spec.
func specCRD(schema string) string {
	return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things, singular: thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            ` + strings.TrimRight(strings.ReplaceAll(schema, "\n", "\n            "), " ")
}

func ofSpec(before, each string) func(n int) string {
	return func(n int) string { return specCRD(before + repeated(n, each)) }
}

// ofObject is an object whose spec has lines, the last text once for each number.
func ofObject(lines ...string) func(n int) string {
	return func(n int) string {
		last := len(lines) - 1
		return "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec:\n" + strings.Join(lines[:last], "") + repeated(n, lines[last])
	}
}

var (
	hostileCRDCommands    = []string{"lint crd.yaml", "lint --profile strict --format json crd.yaml", "lint --old old.yaml crd.yaml", "diff old.yaml crd.yaml", "docs crd.yaml", "openapi crd.yaml", "sample --crds crd.yaml"}
	hostileObjectCommands = []string{"apply-dry --crds crd.yaml object.yaml", "apply-dry --format json --crds crd.yaml object.yaml", "apply-dry --server-side --crds crd.yaml object.yaml"}
)

var hostileSize = flag.Int("size", 0, "bytes of the inputs of TestHostile")

// TestHostile runs the commands on each family, with 2 KiB, 8 KiB in make thorough, or the size
// that make hostile chooses.
// No command crashes, and each ends with an answer or says that a document takes too long.
func TestHostile(t *testing.T) {
	size := sweep.Times(2<<10, 8<<10)
	large := *hostileSize
	for _, f := range hostileFamilies {
		t.Run(f.name, func(t *testing.T) {
			dir := t.TempDir()
			n := cmp.Or(large, size) / f.each
			commands := hostileCRDCommands
			files := map[string]string{"crd.yaml": f.crd(n), "old.yaml": f.crd(n/2 + 1)}
			if f.object != nil {
				commands = hostileObjectCommands
				files = map[string]string{"crd.yaml": f.crd(n), "object.yaml": f.object(n)}
			}
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range commands {
				if large > 0 {
					measureHostile(t, dir, c)
					continue
				}
				if got := inProcess(t, dir, strings.Fields(c)...); got.status > exitFailed || got.status == exitFailed && got.stderr == "" && got.stdout == "" {
					t.Errorf("%s: status %d, %.300s", c, got.status, got.stderr)
				}
			}
		})
	}
}

// maxHostileKiB is what no command may take.
const maxHostileKiB = 2 << 20

// measureHostile runs a command as a process, and prints what it takes.
func measureHostile(t *testing.T, dir, command string) {
	begin := time.Now()
	status, kib, stderr := runMeasured(t, dir, strings.Fields(command)...)
	fmt.Printf("%-24s %-50s %8d ms %6d MiB  status %d %.90s\n", strings.TrimPrefix(t.Name(), "TestHostile/"), command, time.Since(begin).Milliseconds(), kib>>10, status, stderr)
	if status > exitFailed || status < 0 {
		t.Errorf("%s: status %d: %.500s", command, status, stderr)
	}
	if kib > maxHostileKiB {
		t.Errorf("%s takes %d MiB", command, kib>>10)
	}
}

// runMeasured runs a command as a process, and returns its exit status, the KiB that it took at most,
// and what it printed on standard error.
func runMeasured(t *testing.T, dir string, args ...string) (status int, kib int64, stderr string) {
	cmd := crdtool(t, dir, args...)
	cmd.Stdout = io.Discard
	got := finish(t, cmd)
	usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return got.status, usage.Maxrss, got.stderr
}
