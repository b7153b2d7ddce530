package source

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// fastShare counts what the fast reader accepted.
type fastShare struct{ documents, fast, bytes, fastBytes int }

func (s *fastShare) String() string {
	return fmt.Sprintf("fast reader: %d of %d documents, %.2f %% of %d bytes",
		s.fast, s.documents, 100*float64(s.fastBytes)/float64(max(1, s.bytes)), s.bytes)
}

// compareFast compares the nodes that the fast reader makes of each document
// that it accepts with yaml.v3's.
func compareFast(t testing.TB, text []byte, share *fastShare) {
	t.Helper()
	f := &File{Text: text}
	var r fastReader
	for offset, line := 0, 1; offset < len(text); {
		c := nextChunk(text, offset, line)
		offset, line = c.end, c.endLine
		if c.badSeparator() != nil || c.blank() || !f.beginsLine(&c) {
			continue
		}
		share.documents++
		share.bytes += len(c.text)
		got := r.read(&c)
		if got == nil {
			continue
		}
		share.fast++
		share.fastBytes += len(c.text)
		want, rest, err := c.parse()
		if err != nil || want == nil || rest >= 0 {
			t.Errorf("the fast reader accepts what yaml.v3 does not (%v, rest at %d): %q", err, rest, c.text)
			continue
		}
		w := inspection{shift: c.line - 1, breaks: f.oddBreaks(&c)}
		w.walk(want, 0)
		if w.aliases || w.template != nil || len(w.problems) > 0 {
			t.Errorf("the fast reader accepts what the inspection has something to say about: %+v", w)
		}
		if d := differ(got, want); d != "" {
			t.Errorf("%s in %q", d, c.text)
		}
	}
}

// differ returns how the fast reader's node differs from that of yaml.v3's.
func differ(got, want *yamlnode.Node) string {
	if got.Kind != want.Kind || got.Style != want.Style || got.Tag() != want.Tag() || got.Value != want.Value ||
		got.Line() != want.Line() || got.Column() != want.Column() || want.Anchor() != "" || want.Alias() != nil ||
		len(got.Content) != len(want.Content) || cap(got.Content) != len(got.Content) || (got.Content == nil) != (want.Content == nil) {
		show := func(n *yamlnode.Node) string {
			return fmt.Sprintf("%d:%d kind %d style %d tag %q anchor %q value %q, %d nodes", n.Line(), n.Column(), n.Kind, n.Style, n.Tag(), n.Anchor(), n.Value, len(n.Content))
		}
		return fmt.Sprintf("got %s, want %s", show(got), show(want))
	}
	for i := range got.Content {
		if d := differ(got.Content[i], want.Content[i]); d != "" {
			return d
		}
	}
	return ""
}

func TestFastCorpus(t *testing.T) {
	for _, pattern := range []string{"crds/*.yaml", "objects/*.yaml"} {
		var share fastShare
		for _, name := range sweep.Part(12, corpus(t, pattern)) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			before := share.fast
			compareFast(t, text, &share)
			if share.fast == before {
				t.Logf("not read fast: %s", name)
			}
		}
		t.Logf("%s: %s", pattern, &share)
		if share.fastBytes*100 < share.bytes*95 {
			t.Errorf("%s: less than 95 %% took the fast path", pattern)
		}
	}
}

// TestFastCases reads every YAML part of the recorded cases.
func TestFastCases(t *testing.T) {
	var share fastShare
	err := filepath.WalkDir(filepath.Join("..", "..", "..", "testdata"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, part := range yamlParts(string(text)) {
			compareFast(t, []byte(part), &share)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if share.documents == 0 {
		t.Error("no cases found")
	}
	t.Log(&share)
}

// yamlParts returns the YAML files of a txtar archive.
func yamlParts(archive string) (parts []string) {
	yaml := false
	for line := range strings.Lines(archive) {
		if name, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(strings.TrimSpace(name), " --") {
			yaml = strings.HasSuffix(strings.TrimSpace(name), ".yaml --")
			if yaml {
				parts = append(parts, "")
			}
		} else if yaml {
			parts[len(parts)-1] += line
		}
	}
	return parts
}
