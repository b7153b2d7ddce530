package jsonsize

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// TestJSONSize holds the counted length to that of what is written.
func TestJSONSize(t *testing.T) {
	texts := map[string][]byte{
		"escapes": []byte(`{a: "\" \\ \n \t \b \f \r \x01 < > & é € 😀 \L \P \x7f", "k<": 1, l: [], m: {}, n: ~, o: [1, 1.5, -2, true, 1e30], 1: one}`),
		"numbers": []byte("a: [1e20, 2e20, -1e20, +1e20, .5, 0x1f, 1_000, 0o7, 0777, 1:30, 1e5, 123456789012345678901234567890]\nb: 1e20\nc:\n- 1e20\n- 1e19\n"),
		"words":   []byte("a: y\nb: n\nc: ~\nd:\ne: [~, y, n, no, on]\nf: {a: x, b: y}\ny: y\nn: n\n1: 1\n1e20: 1e20\n1.5: yes\n"),
		"longest": []byte("{a: '<<<<', b: [:, <, 1e20], c}"),
		"quotes":  []byte("a: \"\\e\\0\\a\\x01\\u0001\\L\\P\\\"\\\\\"\nb: '<>&\\'\nc: |\n  a\n\n  b\n  \"\nd: >\n  <\n\n\n  >\n'<&>': a\n"),
		"aliases": []byte("a: &a {b: text}\nc: *a\nd: {<<: *a, e: 1}\n"),
		"json":    []byte(`{"a": "\u2028<", "b": [1, 10, null]}`),
	}
	files, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev/*/crds/*.yaml"))
	if len(files) == 0 {
		t.Log("no corpus is there; only the texts here were measured")
	}
	for _, name := range sweep.Part(4, files) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = text
	}
	for name, text := range texts {
		for _, doc := range source.Read(name, text).Documents {
			written, err := source.ToJSON(doc.Root)
			if err != nil {
				t.Fatal(err)
			}
			// kubectl decodes the object and encodes it again.
			var object any
			d := json.NewDecoder(bytes.NewReader(written))
			d.UseNumber()
			if err := d.Decode(&object); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := json.NewEncoder(&b).Encode(object); err != nil {
				t.Fatal(err)
			}
			if got, want := Of(doc.Root)+len("\n"), b.Len(); got != want {
				t.Errorf("%s: counted %d bytes, written %d", name, got, want)
			}
			if got, want := Value(object)+len("\n"), b.Len(); got != want {
				t.Errorf("%s: counted %d bytes of the value, written %d", name, got, want)
			}
			if got := Beyond(doc, b.Len()-1); got != b.Len() {
				t.Errorf("%s: %d bytes are beyond a limit of one less, want %d", name, got, b.Len())
			}
			if got := Beyond(doc, b.Len()); got != 0 {
				t.Errorf("%s: %d bytes are beyond the own length", name, got)
			}
		}
	}
}
