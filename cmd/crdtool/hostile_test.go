package main

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/hostile"
)

// maxExponent is how fast time and memory may grow with the size of the input: 1 is
// in proportion, 2 with its square. There is room for sorting, for tables that
// double and for what is measured with little precision.
const maxExponent = 1.3

// A hostileCommand is a command line for the files of a family.
type hostileCommand struct {
	name string
	args string
}

// hostileCRDCommands are the commands that read CRDs.
var hostileCRDCommands = []hostileCommand{
	{"lint", "lint crd.yaml"},
	{"lint-strict", "lint --profile strict crd.yaml"},
	{"lint-api-review", "lint --profile api-review --format json crd.yaml"},
	{"lint-old-same", "lint --profile strict --old crd.yaml crd.yaml"},
	{"lint-old-changed", "lint --profile strict --old old.yaml crd.yaml"},
	{"lint-fix", "lint --profile strict --fix --dry-run crd.yaml"},
	{"lint-formats", "lint --output sarif=o.sarif --output junit=o.xml --output gitlab=o.gitlab --output github=o.github --output markdown=o.md --output html=o.html crd.yaml"},
	{"lint-baseline", "lint --baseline base.json --write-baseline crd.yaml"},
	{"cost", "cost crd.yaml"},
	{"cost-suggest", "cost --suggest --top 0 --format json crd.yaml"},
	{"openapi", "openapi crd.yaml"},
	{"openapi-v2", "openapi --v2 --format yaml crd.yaml"},
	{"openapi-loss", "openapi --v2 --explain-loss crd.yaml"},
	{"jsonschema", "openapi --format jsonschema crd.yaml"},
	{"docs", "docs crd.yaml"},
	{"docs-html", "docs --format html --no-samples crd.yaml"},
	{"explain", "explain thing.spec --crds crd.yaml"},
	{"sample", "sample --crds crd.yaml"},
	{"explain-recursive", "explain thing --recursive --crds crd.yaml"},
	{"apply-dry-plain", "apply-dry --crds crd.yaml object.yaml"},
	{"diff", "diff old.yaml crd.yaml"},
	{"diff-json", "diff --format json old.yaml crd.yaml"},
	{"diff-objects", "diff --objects object.yaml old.yaml crd.yaml"},
	{"convert", "convert beta.yaml"},
	{"test", "test suite.yaml"},
}

// hostileObjectCommands are the commands that read objects.
var hostileObjectCommands = []hostileCommand{
	{"apply-dry", "apply-dry --crds crd.yaml object.yaml"},
	{"apply-dry-json", "apply-dry --format json --crds crd.yaml object.yaml"},
	{"apply-dry-warn", "apply-dry --field-validation warn --crds crd.yaml object.yaml"},
	{"apply-dry-same", "apply-dry --crds crd.yaml --old object.yaml object.yaml"},
	{"apply-dry-diff", "apply-dry --diff --crds crd.yaml object.yaml"},
	{"apply-dry-columns", "apply-dry --show-columns --crds crd.yaml object.yaml"},
	{"apply-dry-server-side", "apply-dry --server-side --crds crd.yaml object.yaml"},
	{"apply-dry-sequence", "apply-dry --sequence --crds crd.yaml object.yaml"},
	{"convert-objects", "convert --to example.com/v1 --crds crd.yaml object.yaml"},
	{"test-objects", "test --crds crd.yaml tested.yaml"},
	{"apply-dry-formats", "apply-dry --output sarif=o.sarif --output junit=o.xml --output gitlab=o.gitlab --output github=o.github --output markdown=o.md --output html=o.html --crds crd.yaml object.yaml"},
}

// hostileUpdateCommands are the commands that read objects and those they replace.
var hostileUpdateCommands = []hostileCommand{
	{"apply-dry-old", "apply-dry --crds crd.yaml --old live.yaml object.yaml"},
	{"apply-dry-old-json", "apply-dry --format json --crds crd.yaml --old live.yaml object.yaml"},
	{"apply-dry-old-server-side", "apply-dry --server-side --crds crd.yaml --old live.yaml object.yaml"},
	{"apply-dry-cluster", "apply-dry --sequence --crds crd.yaml --cluster live.yaml object.yaml"},
}

// commandsFor returns the commands that a family is made for.
func commandsFor(f *hostile.Family) []hostileCommand {
	switch {
	case f.Live != nil:
		return hostileUpdateCommands
	case f.Object != nil:
		return hostileObjectCommands
	}
	return hostileCRDCommands
}

// hostileSuite is a suite of tests about the plain object.
const hostileSuite = `apiVersion: crdtool/v1
kind: TestSuite
name: things
crds: [crd.yaml]
tests:
- name: plain
  create:
    apiVersion: example.com/v1
    kind: Thing
    spec: {}
  refused: {}
`

// writeHostile writes the files of a family, of which the one that grows is about as
// long as wanted, and returns its length. The working directory is dir.
func writeHostile(f *hostile.Family, dir string, size int) (int, error) {
	files := map[string]string{"object.yaml": hostile.PlainObject}
	var length int
	if f.Object == nil {
		n, text := hostile.Sized(f.CRD, size)
		_ = n
		files["crd.yaml"], files["old.yaml"] = hostile.New(text), hostile.Changed(text)
		files["beta.yaml"] = strings.ReplaceAll(files["crd.yaml"], "apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1")
		files["suite.yaml"] = hostileSuite
		length = len(text)
	} else {
		n, text := hostile.Sized(f.Object, size)
		if f.Live != nil {
			of, live := hostile.Sized(f.Live, size)
			if of < n { // that is the longer one
				n, text = of, f.Object(of)
			} else {
				live = f.Live(n)
			}
			files["live.yaml"] = live
		}
		files["crd.yaml"], files["object.yaml"] = hostile.New(f.CRD(n)), text
		files["tested.yaml"] = "# crdtool: refused\n" + text
		length = max(len(text), len(files["live.yaml"]))
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return 0, err
		}
	}
	return length, nil
}

// runHostile runs a command in the working directory.
func runHostile(c *hostileCommand) int {
	name, args, _ := strings.Cut(c.args, " ")
	args = name + " --no-config " + args
	if name == "openapi" || name == "docs" || name == "explain" || name == "sample" {
		args = c.args
	}
	return run(context.Background(), strings.Fields(args), strings.NewReader(""), io.Discard, io.Discard)
}

// exponent is the slope of the line that fits the logarithms of what was measured
// best, by least squares: how often a quantity doubles when the size doubles.
func exponent(sizes, measured []float64) float64 {
	var x, y, xx, xy float64
	n := float64(len(sizes))
	for i := range sizes {
		u, v := math.Log(sizes[i]), math.Log(max(measured[i], 1e-9))
		x, y, xx, xy = x+u, y+v, xx+u*u, xy+u*v
	}
	return (n*xy - x*y) / (n*xx - x*x)
}

func TestExponent(t *testing.T) {
	sizes := []float64{1, 2, 4, 8}
	for want, measured := range map[float64][]float64{1: {3, 6, 12, 24}, 2: {1, 4, 16, 64}, 0: {5, 5, 5, 5}} {
		if got := exponent(sizes, measured); math.Abs(got-want) > 1e-9 {
			t.Errorf("exponent of %v is %v, want %v", measured, got, want)
		}
	}
}
