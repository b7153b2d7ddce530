package complete_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/complete"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// TestInsertedTextIsRead deletes an entry of an object of the corpus, inserts each item that is offered for its place,
// and reads the file: the field of the item must be there, and nothing else may have changed.
func TestInsertedTextIsRead(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev", "*"))
	if len(dirs) == 0 {
		t.Skipf("no corpus in %s", sweep.Corpus())
	}
	r := rand.New(rand.NewPCG(3, 4))
	inserted := 0
	for _, dir := range dirs {
		w, targets := project(t, dir)
		r.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
		for _, x := range targets[:min(len(targets), sweep.Times(6, 60))] {
			if x.isValue {
				continue
			}
			text := slices.Concat(x.text[:x.start], x.text[x.end:])
			p := cursor.At(text, x.start)
			for _, item := range complete.At(p, complete.Options{Kinds: w, File: x.file, Version: kube.Latest}) {
				if item.Kind != complete.Field && item.Kind != complete.Snippet {
					continue
				}
				inserted++
				with := slices.Concat(text[:item.Replace.Start], []byte(item.Text), text[item.Replace.End:])
				f := source.Read("", with)
				if len(f.Problems) > 0 {
					t.Errorf("%s: %s at %s: %s in\n%s", x.file, item.Label, finding.Trail(x.path).Path().Server(), f.Problems[0].Detail, excerpt(with, x.start))
					break
				}
				if item.Kind == complete.Snippet {
					continue
				}
				path := append(slices.Clone(x.path), finding.Segment{Name: item.Label})
				if !slices.ContainsFunc(f.Documents, func(d *source.Document) bool { return d.KeyNode(path) != nil }) {
					t.Errorf("%s: %s is not at %s in\n%s", x.file, item.Label, finding.Trail(x.path).Path().Server(), excerpt(with, x.start))
					break
				}
			}
		}
	}
	if inserted < 100 {
		t.Errorf("only %d items were inserted", inserted)
	}
	t.Logf("%d items inserted", inserted)
}

// excerpt returns the lines around an offset.
func excerpt(text []byte, at int) []byte {
	from := max(0, at-200)
	return bytes.ReplaceAll(text[from:min(len(text), at+200)], []byte("\t"), []byte("→"))
}

// BenchmarkCompletion completes a keyword in a CRD of 600 kB.
func BenchmarkCompletion(b *testing.B) {
	head, tail, _ := strings.Cut(widgets, "              color:")
	var text strings.Builder
	text.WriteString(head)
	for i := 0; text.Len() < 600_000; i++ {
		fmt.Fprintf(&text, "              field%d:\n                description: |-\n                  The field of a widget.\n                type: string\n", i)
	}
	at := text.Len() / 2
	text.WriteString("              color:" + tail)
	doc := []byte(text.String())
	at += bytes.Index(doc[at:], []byte("type: string"))
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if len(complete.At(cursor.At(doc, at), complete.Options{Version: kube.Latest})) == 0 {
			b.Fatal("no items")
		}
	}
}
