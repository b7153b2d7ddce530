package cursor

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// texts returns the YAML and JSON files of the corpus and the texts of testdata, with those of txtar cases.
func texts(t *testing.T) map[string][]byte {
	all := map[string][]byte{}
	for _, dir := range []string{sweep.Corpus(), "../../../testdata"} {
		count := 0
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			switch filepath.Ext(path) {
			case ".yaml", ".yml", ".json", ".txtar":
			default:
				return nil
			}
			count++
			if !sweep.Takes(17, count) {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(path) != ".txtar" {
				all[path] = text
				return nil
			}
			for _, part := range bytes.Split(text, []byte("\n-- ")) {
				if name, body, ok := bytes.Cut(part, []byte(" --\n")); ok && bytes.Contains(name, []byte(".yaml")) {
					all[path+":"+string(name)] = append(body[:len(body):len(body)], '\n')
				}
			}
			return nil
		})
		t.Logf("%s: %d files", dir, count)
	}
	return all
}

// A spot is a key or a value of a document as source reads it.
type spot struct {
	n    *yamlnode.Node
	path []finding.Segment
	// key is the text of a key; isKey is false for a value.
	isKey bool
	key   string
	// offset is where its text begins in the file.
	offset int
	flow   bool
}

// spots lists the keys and values below a node, without those of aliases.
func spots(f *source.File, n *yamlnode.Node, path []finding.Segment, flow bool, visit func(spot)) {
	offset := func(n *yamlnode.Node) int {
		pos := f.Documents[0].NodePos(n)
		at, _ := f.Offset(pos.Line, pos.Column)
		return at
	}
	flow = flow || n.Style&(yamlnode.Flow|yamlnode.JSON) != 0
	switch n.Kind {
	case yamlnode.Mapping:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			name, _ := source.Key(key)
			if key.IsMerge() {
				name = "<<"
			}
			visit(spot{n: key, path: path, isKey: true, key: name, offset: offset(key), flow: flow})
			spots(f, n.Content[i+1], append(path[:len(path):len(path)], finding.Segment{Name: name}), flow, visit)
		}
	case yamlnode.Sequence:
		for i, item := range n.Content {
			spots(f, item, append(path[:len(path):len(path)], finding.Segment{Index: i, IsIndex: true}), flow, visit)
		}
	case yamlnode.Scalar:
		if n.Value != "" || n.Style&(yamlnode.DoubleQuoted|yamlnode.SingleQuoted) != 0 {
			visit(spot{n: n, path: path, offset: offset(n), flow: flow})
		}
	}
}

func printed(path []finding.Segment) string {
	p := finding.Root()
	for _, s := range path {
		if s.IsIndex {
			p = p.Index(s.Index)
		} else {
			p = p.Child(s.Name)
		}
	}
	return p.Server()
}

// TestAgreesWithSource compares the place of each key and value with the path that source has for it, also after the
// rest of the line or of the file was deleted.
func TestAgreesWithSource(t *testing.T) {
	compared, deleted, documents := 0, 0, 0
	for name, text := range texts(t) {
		f := source.Read(name, text)
		text := f.Text
		outline := Read(text)
		for _, d := range f.Documents {
			if d.DerivedFrom != nil {
				continue
			}
			documents++
			start, _ := f.Offset(d.Root.Line(), d.Root.Column())
			if got, want := outline.At(start).Object(), source.Value(d.Root); !bytes.Contains(d.Text, []byte("!!")) && !reflect.DeepEqual(got, want) {
				t.Errorf("%s: document of line %d has other values: %.300v, want %.300v", name, d.Line(), got, want)
				continue
			}
			count := 0
			spots(f, d.Root, nil, false, func(s spot) {
				count++
				if !sweep.Takes(3, count) {
					return
				}
				compared++
				p := outline.At(s.offset)
				if !slices.Equal(p.Path, s.path) || (p.Role == Key) != s.isKey {
					t.Errorf("%s:%d: role %d at %s, want %s", name, s.n.Line(), p.Role, printed(p.Path), printed(s.path))
				}
				if count%(11+len(text)/5_000) != 0 || s.flow && bytes.IndexByte(text, '\n') < 0 {
					return
				}
				deleted++
				end := s.offset + bytes.IndexByte(append(text[s.offset:len(text):len(text)], '\n'), '\n')
				if p := At(text[:s.offset], s.offset); !slices.Equal(p.Path, s.path) {
					t.Errorf("%s:%d: without the rest of the file: role %d at %s, want %s", name, s.n.Line(), p.Role, printed(p.Path), printed(s.path))
				}
				cut := append(text[:s.offset:s.offset], text[end:]...)
				p = At(cut, s.offset)
				if p.Role == Dash && slices.Equal(p.Path[:len(p.Path)-1], s.path) {
					return // a line above a list may be for another item or for a key
				}
				if !slices.Equal(p.Path, s.path) {
					t.Errorf("%s:%d: without the rest of the line: role %d at %s, want %s", name, s.n.Line(), p.Role, printed(p.Path), printed(s.path))
				}
			})
		}
	}
	t.Logf("%d documents, %d keys and values; %d lines cut", documents, compared, deleted)
}

// TestScalarsAreInverse compares the offset in a scalar with the position that source has for it.
func TestScalarsAreInverse(t *testing.T) {
	compared := 0
	for name, text := range texts(t) {
		f := source.Read(name, text)
		outline := Read(f.Text)
		for _, d := range f.Documents {
			if d.DerivedFrom != nil {
				continue
			}
			count := 0
			spots(f, d.Root, nil, false, func(s spot) {
				if count++; s.isKey || !sweep.Takes(5, count) && s.n.Style == 0 {
					return
				}
				step := 1 + len(s.n.Value)/40
				if s.n.Anchor() != "" || s.n.Style&yamlnode.Tagged != 0 {
					return // Inside counts from the anchor
				}
				// On a blank line at the end of a block scalar, another key is more likely than more text.
				last := len(strings.TrimRight(s.n.Value, "\n"))
				for offset := 0; offset <= last; offset += step {
					pos, ok := d.Inside(s.n, offset)
					if !ok || offset < last && !utf8.RuneStart(s.n.Value[offset]) {
						continue
					}
					at, _ := f.Offset(pos.Line, pos.Column)
					compared++
					p := outline.At(at)
					if p.Scalar == nil && offset == len(s.n.Value) {
						continue // after a closing quote
					}
					if p.Scalar == nil || p.Scalar.Value != s.n.Value || p.Scalar.Offset != offset || p.Scalar.InFile(offset) != at {
						t.Errorf("%s:%d: byte %d of %.60q is at %d, where the place has %+v", name, s.n.Line(), offset, s.n.Value, at, p.Scalar)
						return
					}
				}
			})
		}
	}
	t.Logf("%d positions", compared)
}
