// Package large compares crdtool with a real API server on ordinary files that are large: long
// lists, long strings, large patterns, many fields, rules and objects. crdtool runs as a process
// with its defaults.
package large

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/server"
)

// Options say what Run compares.
type Options struct {
	// Corpus is the folder of the corpus, whose CRDs and objects are enlarged.
	Corpus string
	// Count is the number of files, and Seed chooses them.
	Count int
	Seed  int64
	// From is the number of the first file that is compared.
	From int
	// Only, if not empty, is a path.Match pattern of the families.
	Only string
	// Keep, if not empty, is a folder that gets the files with differences.
	Keep string
	// Verbose prints a line for each file.
	Verbose bool
}

// total is what came of some files.
type total struct {
	files, documents, accepted, bytes, differences int

	// slowest is the longest run of crdtool, and server the time of the server for the same file.
	slowest, server time.Duration
	kib             int64
}

func (t *total) add(o total) {
	if o.slowest > t.slowest {
		t.slowest, t.server = o.slowest, o.server
	}
	t.files += o.files
	t.documents += o.documents
	t.accepted += o.accepted
	t.bytes += o.bytes
	t.differences += o.differences
	t.kib = max(t.kib, o.kib)
}

func (t total) print(out io.Writer, name string) {
	fmt.Fprintf(out, "%-22s %3d files %8.1f MB %6d documents %6d accepted %3d differences  crdtool %6.2f s, server %6.2f s, %5d MiB\n",
		name, t.files, float64(t.bytes)/1e6, t.documents, t.accepted, t.differences, t.slowest.Seconds(), t.server.Seconds(), t.kib>>10)
}

// Run compares, prints a line for each family and reports whether there is no difference.
func Run(ctx context.Context, o Options, out io.Writer) (ok bool, err error) {
	dir, err := os.MkdirTemp("", "crdtool-large-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "crdtool")
	build := exec.Command("go", "build", "-o", program, "./cmd/crdtool")
	build.Dir = ".."
	if text, err := build.CombinedOutput(); err != nil {
		return false, fmt.Errorf("building crdtool: %w: %s", err, text)
	}
	s, err := server.Start()
	if err != nil {
		return false, err
	}
	defer s.Stop()

	totals := make([]total, len(families))
	for i := o.From; i < o.Count; i++ {
		f := families[i%len(families)]
		if match, err := filepath.Match(o.Only, f.name); err != nil || o.Only != "" && !match {
			continue
		}
		r := &maker{Rand: rand.New(rand.NewSource(o.Seed*1_000_000 + int64(i))), corpus: o.Corpus}
		c := &comparison{Context: ctx, server: s, program: program, dir: filepath.Join(dir, "files"), number: i, out: out}
		if err := c.compare(f.file(r)); err != nil {
			return false, fmt.Errorf("file %d, %s: %w", i, f.name, err)
		}
		if o.Verbose || c.differences > 0 {
			c.print(out, fmt.Sprintf("%d %s", i, f.name))
		}
		if c.differences > 0 && o.Keep != "" {
			to := filepath.Join(o.Keep, fmt.Sprintf("%d-%d", o.Seed, i))
			if err := errors.Join(os.RemoveAll(to), os.CopyFS(to, os.DirFS(c.dir))); err != nil {
				return false, err
			}
		}
		totals[i%len(families)].add(c.total)
	}

	var all total
	for i, f := range families {
		if totals[i].files > 0 {
			totals[i].print(out, f.name)
		}
		all.add(totals[i])
	}
	fmt.Fprintf(out, "%d files, %d documents, %d differences\n", all.files, all.documents, all.differences)
	return all.differences == 0, nil
}

// write writes a file of YAML, and returns its size.
func write(path string, documents []object, isList bool) (int, error) {
	if isList {
		documents = []object{{"apiVersion": "v1", "kind": "List", "metadata": object{}, "items": documents}}
	}
	var text bytes.Buffer
	for _, d := range documents {
		y, err := yaml.Marshal(d)
		if err != nil {
			return 0, err
		}
		text.WriteString("---\n")
		text.Write(y)
	}
	return text.Len(), os.WriteFile(path, text.Bytes(), 0o666)
}
