package suite

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/kube"
)

// mark begins a comment with an expectation.
const mark = "# crdtool: "

// words are the words with which an expectation may begin.
var words = []string{"accepted", "refused", "pruned", "warned", "stored", "on"}

// A comment is an expectation in a comment.
type comment struct {
	line int
	// beside says that the comment is on the line of a value.
	beside bool
	text   string
}

// commentsOf returns the expectations of a file by document. A comment above a document belongs to it.
func commentsOf(f *source.File) map[*source.Document][]comment {
	if !bytes.Contains(f.Text, []byte(mark)) {
		return nil
	}
	out := map[*source.Document][]comment{}
	var waiting []comment // comments above the next document
	next := 0
	line := 0
	for text := range strings.Lines(string(f.Text)) {
		line++
		for next < len(f.Documents) && f.Documents[next].Line() <= line {
			d := f.Documents[next]
			out[d], waiting = append(out[d], waiting...), nil
			next++
		}
		separator := strings.HasPrefix(text, "---")
		before, expectation, found := strings.Cut(text, mark)
		if !found {
			if separator && next > 0 {
				waiting = nil
			}
			continue
		}
		c := comment{line: line, text: strings.TrimSpace(expectation), beside: strings.TrimSpace(before) != "" && !separator}
		if next == 0 || !c.beside && startsNext(f, next, line) {
			waiting = append(waiting, c)
			continue
		}
		d := f.Documents[next-1]
		out[d] = append(out[d], c)
	}
	return out
}

// startsNext reports whether a line follows the separator of the next document.
func startsNext(f *source.File, next, line int) bool {
	if next >= len(f.Documents) {
		return false
	}
	for n := f.Documents[next-1].Line() + 1; n <= line; n++ {
		if strings.HasPrefix(f.Line(n), "---") {
			return true
		}
	}
	return false
}

// readComments reads the objects of a file and the expectations in its comments; nil if there are no expectations.
func readComments(f *source.File) (*Suite, []Problem) {
	all := commentsOf(f)
	if len(all) == 0 {
		return nil, nil
	}
	s := &Suite{File: f.Name, Name: strings.TrimSuffix(filepath.Base(f.Name), filepath.Ext(f.Name))}
	var problems []Problem
	for _, d := range f.Documents {
		comments := all[d]
		if len(comments) == 0 {
			continue
		}
		value, ok := source.Value(d.Root).(map[string]any)
		if !ok {
			problems = append(problems, Problem{f.Name, d.Line(), notObject})
			continue
		}
		_, kind := d.TypeMeta()
		t := &Test{Name: strings.TrimSpace(kind + " " + nameOf(value)), Line: comments[0].line}
		step := &Step{Op: Create, Line: d.Line(), Object: &Object{Doc: d, Value: value}}
		t.Steps = []*Step{step}
		for _, c := range comments {
			if err := c.read(t, step); err != nil {
				problems = append(problems, Problem{f.Name, c.line, err.Error()})
			}
		}
		s.Tests = append(s.Tests, t)
	}
	return s, problems
}

// read adds the expectation to a step or a test.
func (c *comment) read(t *Test, s *Step) error {
	w := &s.Want
	word, rest, _ := strings.Cut(c.text, " ")
	rest = strings.TrimSpace(rest)
	w.Line = c.line
	switch word {
	case "accepted":
		return nothing(word, rest)
	case "refused":
		texts, err := strs(rest)
		if err != nil {
			return err
		}
		w.Refused, w.Texts = true, append(w.Texts, texts...)
		if c.beside {
			w.At = c.line
		}
	case "warned":
		texts, err := strs(rest)
		if err != nil {
			return err
		}
		w.Warnings, s.Lenient = append(w.Warnings, texts...), true
	case "pruned":
		if rest == "" {
			return fmt.Errorf("write the field that is pruned, as in: %spruned spec.size", mark)
		}
		w.Pruned, s.Lenient = append(w.Pruned, rest), true
	case "stored":
		return stored(w, c.line, rest)
	case "on":
		list, err := kube.ParseVersions(rest)
		t.Versions = list
		return err
	default:
		message := fmt.Sprintf("a comment cannot expect %q", word)
		if near := nearest.Name(word, words); near != "" {
			return fmt.Errorf("%s; did you mean %q?", message, near)
		}
		return fmt.Errorf("%s; it expects one of %s", message, strings.Join(words, ", "))
	}
	return nil
}

func nothing(word, rest string) error {
	if rest != "" {
		return fmt.Errorf("nothing follows %s, but there is %q", word, rest)
	}
	return nil
}

// strs reads quoted texts, separated by commas or spaces.
func strs(s string) ([]string, error) {
	var out []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimLeft(s, ", ") {
		quoted, err := strconv.QuotedPrefix(s)
		if err != nil {
			return nil, fmt.Errorf("write the text in quotes, as in: %srefused \"is immutable\"", mark)
		}
		text, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		out, s = append(out, text), s[len(quoted):]
	}
	return out, nil
}

// stored reads FIELD = VALUE; FIELD is names joined by dots.
func stored(w *Expectation, line int, s string) error {
	field, value, found := strings.Cut(s, "=")
	if !found {
		return fmt.Errorf("write a field and its value, as in: %sstored spec.size = 3", mark)
	}
	var v any
	text, err := sigsyaml.YAMLToJSON([]byte(value))
	if err != nil {
		return err
	}
	if err := utiljson.Unmarshal(text, &v); err != nil { // integers stay integers, as in the server
		return err
	}
	if w.Part == nil {
		w.Part, w.PartLine = map[string]any{}, line
	}
	at := w.Part
	names := strings.Split(strings.TrimSpace(field), ".")
	w.comments = append(w.comments, storedField{line, names})
	for _, n := range names[:len(names)-1] {
		next, ok := at[n].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[n] = next
		}
		at = next
	}
	at[names[len(names)-1]] = v
	return nil
}
