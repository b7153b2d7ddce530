package diagnose_test

import (
	"context"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/report"
)

var (
	typedFolders = flag.String("typed", "", "folders with manifests to type, separated by colons; the default is a copy of examples")
	typedStates  = flag.Int("states", 3000, "how many states of texts to check")
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
	folders := strings.Split(*typedFolders, ":")
	if *typedFolders == "" {
		dir := t.TempDir() // the repository around the examples is large
		if err := os.CopyFS(dir, os.DirFS("../../../examples")); err != nil {
			t.Fatal(err)
		}
		folders = []string{dir}
	}
	ty := typist{t: t, by: map[string]int{}, heldBy: map[string]int{}}
	for _, dir := range folders {
		ty.folder(dir, *typedStates/len(folders))
	}
	t.Logf("%d files, %d states, %d with a spurious diagnostic before the cursor (%.2f %%)", ty.files, ty.states, ty.spurious, 100*float64(ty.spurious)/float64(ty.states))
	t.Logf("of the findings of the finished files before the cursor, %d were shown, %d held back, and %d caused by lines that came later", ty.shown, ty.held, ty.later)
	for title, counts := range map[string]map[string]int{"spurious": ty.by, "held back": ty.heldBy} {
		for _, code := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return counts[b] - counts[a] }) {
			t.Logf("%6d %s: %s", counts[code], title, code)
		}
	}
	if ty.spurious*100 > ty.states {
		t.Errorf("%d of %d states have a spurious diagnostic", ty.spurious, ty.states)
	}
	if ty.shown < ty.held {
		t.Errorf("of the findings of the finished files, only %d were shown and %d held back", ty.shown, ty.held)
	}
}

// A typist types files and looks at what is shown.
type typist struct {
	t                       *testing.T
	files, states, spurious int
	shown, held, later      int
	// by counts spurious diagnostics by code, and heldBy those that are held back by rule.
	by, heldBy map[string]int
}

// folder types the files of a folder, which takes a number of states.
func (ty *typist) folder(dir string, states int) {
	var names []string
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (filepath.Ext(name) == ".yaml" || filepath.Ext(name) == ".yml") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		ty.t.Fatal(err)
	}
	w := workspace.New()
	w.SetFolders([]string{dir})
	for _, name := range names {
		ty.file(w, name, states/len(names))
	}
}

// file types a file, and checks about as many states as are asked for.
func (ty *typist) file(w *workspace.Workspace, name string, states int) {
	text, err := os.ReadFile(name)
	if err != nil {
		ty.t.Fatal(err)
	}
	ty.files++
	uri := workspace.URIOf(name)
	ctx := context.Background()
	whole := w.Open(&protocol.TextDocumentItem{URI: uri, LanguageID: "yaml", Version: 1, Text: string(text)})
	defer w.Close(uri)
	p := w.Project(ctx, whole)
	final := placesOf(diagnose.Document(ctx, p, whole))
	l := lines.Of(text)
	before := 0
	w.Change(change(uri, 2, l, 0, len(text), nil))
	for at := 1; at <= len(text); at += max(1, len(text)/max(1, states)) {
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
		doc := w.Change(change(uri, at+2, l, before, before, text[before:at]))
		before = at
		cursor := l.LineOf(at) + 1
		found := diagnose.Document(ctx, p, doc)
		ty.look(name, found, final, cursor)
		ty.count(final, placesOf(found), cursor, func() map[place]bool {
			_, start := l.Line(cursor - 1)
			return placesOf(diagnose.Changed(ctx, p, doc, text[:start]))
		})
	}
}

// change is an edit of a part of a text. l are lines that begin with those of the text.
func change(uri string, version int, l *lines.Lines, from, to int, inserted []byte) *protocol.DidChangeTextDocumentParams {
	at := l.Range(from, to, lines.UTF16)
	return &protocol.DidChangeTextDocumentParams{
		TextDocument:   protocol.VersionedTextDocumentIdentifier{URI: uri, Version: int32(version)},
		ContentChanges: []protocol.TextDocumentContentChangeEvent{{Range: &at, Text: string(inserted)}},
	}
}

// look compares what is shown above the line of the cursor with what the finished file has there.
func (ty *typist) look(name string, found []report.Finding, final map[place]bool, cursor int) {
	ty.states++
	i := slices.IndexFunc(found, func(f report.Finding) bool { return f.Line < cursor && !final[place{f.Line, f.Rule, f.Path}] })
	if i < 0 {
		return
	}
	ty.spurious++
	code := string(found[i].Rule) + " " + string(found[i].Code)
	if ty.by[code]++; ty.by[code] < 4 && testing.Verbose() {
		ty.t.Logf("%s, the cursor in line %d: %d: %s [%s]", name, cursor, found[i].Line, found[i].Message, code)
	}
}

// count counts the findings of the finished file above the line of the cursor: those that are shown, those that are held
// back, and those that lines which are not typed yet cause. above returns all findings of the lines above the cursor.
func (ty *typist) count(final, shown map[place]bool, cursor int, above func() map[place]bool) {
	var caused map[place]bool
	for f := range final {
		switch {
		case f.line >= cursor:
			continue
		case shown[f]:
			ty.shown++
			continue
		case caused == nil:
			caused = above()
		}
		if !caused[f] {
			ty.later++
			continue
		}
		ty.held++
		ty.heldBy[f.rule]++
	}
}
