package convert

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/kube"
)

// FuzzFile: no text panics, what cannot be converted stays, what is not to be converted
// has the same values as before, and converted once more all stays as it is.
func FuzzFile(f *testing.F) {
	for _, text := range textsBefore(f) {
		f.Add([]byte(text))
	}
	linter := lint.New(kube.Latest)
	f.Fuzz(func(t *testing.T, text []byte) { holdConversion(t, linter, text) })
}

func TestSeedsFile(t *testing.T) {
	texts := steer.NewTexts(textsBefore(t), "- ", ": ", "{}", "[]", "null", "~", "---\n", "&x ", "*x", "<<: *x\n", "# c\n", "v1beta1", "v1", "version: v2\n", "versions:\n", "validation:\n", "schema: {}\n", "preserveUnknownFields: true\n", "\r\n", "{", "}", "true", "\"\"")
	linter := lint.New(kube.Latest)
	steer.Seeds(t, 30, func(t *testing.T, seed uint64) { holdConversion(t, linter, []byte(texts.Any(seed))) })
}

// textsBefore are those of the recorded cases.
func textsBefore(t testing.TB) (texts []string) {
	files, _ := filepath.Glob(filepath.Join(cases, "*.txtar"))
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := golden.Parse(text).Get("before.yaml"); ok {
			texts = append(texts, string(before))
		}
	}
	return texts
}

func holdConversion(t *testing.T, linter *lint.Linter, text []byte) {
	if len(text) > 1<<14 {
		return
	}
	for _, unknown := range []Unknown{Undecided, Keep} {
		file := source.Read("crd.yaml", text)
		r := File(file, unknown, nil)
		r.Report(file, linter, 0)
		after := source.Read("crd.yaml", r.Text)
		if len(after.Documents) != len(file.Documents) {
			t.Fatalf("%d documents become %d", len(file.Documents), len(after.Documents))
		}
		for i, doc := range after.Documents {
			if Is(doc) && !r.Stuck[i] {
				t.Fatalf("document %d is not converted:\n%s", i, r.Text)
			}
			if r.Made[i] == nil && !reflect.DeepEqual(source.Value(doc.Root), source.Value(file.Documents[i].Root)) {
				t.Errorf("document %d is another:\n%s\n%s", i, text, r.Text)
			}
		}
		if again := File(after, unknown, nil); len(r.Stuck) == 0 && !bytes.Equal(again.Text, r.Text) {
			t.Errorf("converted once more it is\n%s\nof\n%s", again.Text, r.Text)
		}
	}
}
