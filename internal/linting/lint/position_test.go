package lint

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestFindingsHaveAPlace proves that every finding of every case has a line and
// a column, and that at this place stands what it speaks of: the value its path
// leads to, the key of a mapping or list, or, for what is missing, the nearest
// thing above it that is there.
func TestFindingsHaveAPlace(t *testing.T) {
	checked := 0
	for _, c := range readCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			for _, got := range caseReport(c).Findings {
				if got.Line < 1 || got.Column < 1 || got.EndLine < got.Line || got.EndLine == got.Line && got.EndColumn < got.Column {
					t.Errorf("no place: %+v", got)
				}
			}
			for _, doc := range caseFile(c).Documents {
				if doc.Root.Kind != yamlnode.Mapping {
					continue
				}
				object, _ := crd.Decode(doc)
				found := linter.checker.Check(object, nil).Findings
				locate(doc, found)
				for i := range found {
					checked++
					if problem := misplaced(doc, &found[i]); problem != "" {
						t.Errorf("%s: %s", found[i].Path.Server(), problem)
					}
				}
			}
		})
	}
	if checked < 300 {
		t.Errorf("only %d findings were checked", checked)
	}
}

// misplaced returns what is wrong with a finding's place, reading the file's
// text there instead of asking the code that found it.
func misplaced(doc *source.Document, f *finding.Finding) string {
	segments := f.Path.Segments()
	n, exact := doc.Node(segments)
	for !exact && len(segments) > 0 {
		segments = segments[:len(segments)-1]
		n, exact = doc.Node(segments)
	}
	line := []rune(doc.File.Line(f.Pos.Line))
	if f.Pos.Column > len(line)+1 {
		return "the column is beyond the end of the line"
	}
	text := string(line[f.Pos.Column-1:])
	last := finding.Segment{}
	if len(segments) > 0 {
		last = segments[len(segments)-1]
	}
	switch {
	case len(segments) == 0, last.IsIndex:
		return "" // the root has no key, and the first token of an item may be anything
	case n.Kind == yamlnode.Scalar && !source.IsNull(n) && !f.Path.OfKey() && len(segments) == len(f.Path.Segments()):
		if start, _, _ := strings.Cut(n.Value, "\n"); strings.HasPrefix(strings.TrimLeft(text, `"'`), start) || strings.HasPrefix(text, start) {
			return ""
		}
		if strings.ContainsRune(`"'|>`, rune(text[0])) {
			return "" // escapes and block scalars aren't written as they read
		}
		return "at the place stands " + text + ", not " + n.Value
	}
	if token, err := key(text, doc.JSON()); err != nil || token != last.Name {
		return "at the place stands " + text + ", not the key " + last.Name
	}
	return ""
}

// key reads the key that a text begins with.
func key(text string, json bool) (string, error) {
	var n yaml.Node
	end := strings.IndexByte(text, ':')
	if q := text[0]; q == '"' || q == '\'' {
		end = strings.LastIndexByte(text[:strings.LastIndexByte(text, ':')], q) + 1
		for i := 1; i < len(text); i++ {
			if text[i] == '\\' && q == '"' || text[i] == q && i+1 < len(text) && text[i+1] == q {
				i++
			} else if text[i] == q {
				end = i + 1
				break
			}
		}
	}
	if end < 0 {
		end = len(text)
	}
	if err := yaml.Unmarshal([]byte(text[:end]), &n); err != nil {
		return "", err
	}
	name, _ := source.Key(yamlnode.Of(n.Content[0]))
	return name, nil
}
