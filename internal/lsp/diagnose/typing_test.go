package diagnose_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/report"
)

var (
	typedFiles  = flag.String("typed", "", "folders with manifests to type, separated by colons; the default is examples")
	typedStates = flag.Int("states", 3000, "how many states of texts to check")
)

// place identifies a finding for the comparison of two states of a text.
type place struct {
	line       int
	rule, path string
}

func placesOf(found []report.Finding) map[place]bool {
	places := map[place]bool{}
	for i := range found {
		f := &found[i]
		places[place{f.Line, f.Rule, f.Path}] = true
	}
	return places
}

// TestTyping types files key by key from empty. A diagnostic in a line before that of the cursor is spurious if the
// finished file does not have it. At most one state in a hundred may have any.
func TestTyping(t *testing.T) {
	var files []string
	for _, dir := range strings.Split(cmpOr(*typedFiles, "../../../examples"), ":") {
		_ = filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (filepath.Ext(name) == ".yaml" || filepath.Ext(name) == ".yml") {
				files = append(files, name)
			}
			return nil
		})
	}
	states, spurious, by := 0, 0, map[string]int{}
	per := max(1, *typedStates/max(1, len(files)))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n, s := typeFile(t, name, text, max(1, len(text)/per), by)
		states, spurious = states+n, spurious+s
	}
	t.Logf("%d files, %d states, %d with a spurious diagnostic before the cursor (%.2f %%)", len(files), states, spurious, 100*float64(spurious)/float64(states))
	keys := make([]string, 0, len(by))
	for k := range by {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return by[keys[i]] > by[keys[j]] })
	for _, k := range keys[:min(30, len(keys))] {
		t.Logf("%6d %s", by[k], k)
	}
	if spurious*100 > states {
		t.Errorf("%d of %d states", spurious, states)
	}
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// typeFile types a file in its folder, and checks each step-th state.
func typeFile(t *testing.T, name string, text []byte, step int, by map[string]int) (states, spurious int) {
	dir, _ := filepath.Abs(filepath.Dir(name))
	w := workspace.New()
	w.SetFolders([]string{dir})
	uri := workspace.URIOf(filepath.Join(dir, filepath.Base(name)))
	ctx := context.Background()
	whole := w.Open(&protocol.TextDocumentItem{URI: uri, LanguageID: "yaml", Version: 1, Text: string(text)})
	p := w.Project(ctx, whole)
	final := placesOf(diagnose.Document(ctx, p, whole))
	l := lines.Of(text)
	for at := 1; at <= len(text); at += step {
		doc := w.Change(&protocol.DidChangeTextDocumentParams{
			TextDocument:   protocol.VersionedTextDocumentIdentifier{URI: uri, Version: int32(at + 1)},
			ContentChanges: []protocol.TextDocumentContentChangeEvent{{Text: string(text[:at])}},
		})
		found := diagnose.Document(ctx, p, doc)
		states++
		cursor := l.LineOf(at) + 1
		shown := placesOf(found)
		for f := range final {
			if f.line < cursor {
				if final := "shown"; !shown[f] {
					by["late "+f.rule]++
				} else {
					by[final+" "+f.rule]++
				}
			}
		}
		if i := slices.IndexFunc(found, func(f report.Finding) bool {
			return f.Line < cursor && !final[place{f.Line, f.Rule, f.Path}]
		}); i >= 0 {
			spurious++
			by[fmt.Sprintf("%s %s", found[i].Code, found[i].Rule)]++
			if testing.Verbose() && by[fmt.Sprintf("%s %s", found[i].Code, found[i].Rule)] < 4 {
				t.Logf("%s at line %d of %d: %d: %s", name, cursor, at, found[i].Line, found[i].Message)
			}
		}
	}
	return states, spurious
}
