package suite

import (
	"bytes"
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// A Problem is an error in a suite.
type Problem struct {
	File    string
	Line    int
	Message string
}

// A reader reads the nodes of a suite.
type reader struct {
	doc      *source.Document
	problems []Problem
}

func (r *reader) problem(at *yamlnode.Node, message string) {
	r.problems = append(r.problems, Problem{r.doc.File.Name, at.Line(), message})
}

// field returns the key and the value of a field; nil if it is absent.
func (r *reader) field(n *yamlnode.Node, name string) (key, value *yamlnode.Node) {
	for e := range source.Entries(n) {
		if e.Key == name {
			return e.KeyNode, e.Value
		}
	}
	return nil, nil
}

func (r *reader) string(n *yamlnode.Node, name string) string {
	v := source.Field(n, name)
	if v == nil || source.IsNull(v) {
		return ""
	}
	if s, ok := source.String(v); ok {
		return s
	}
	return v.Value
}

// texts returns the items of a list as strings, or a single scalar.
func (r *reader) texts(n *yamlnode.Node) []string {
	switch {
	case n == nil || source.IsNull(n):
		return nil
	case n.Kind == yamlnode.Sequence:
		var out []string
		for _, c := range n.Content {
			out = append(out, r.texts(source.Resolve(c))...)
		}
		return out
	}
	s, ok := source.String(n)
	if !ok {
		s = n.Value
	}
	return []string{s}
}

// embedded reads an object from a text of YAML within the suite, or from a mapping; nil if there is none.
func (r *reader) embedded(n *yamlnode.Node) *Object {
	if n == nil || source.IsNull(n) {
		return nil
	}
	s, ok := source.String(n)
	if !ok {
		return r.object(n)
	}
	f := source.Read(r.doc.File.Name, []byte(s))
	for i := range f.Problems {
		p := &f.Problems[i]
		r.problems = append(r.problems, Problem{r.doc.File.Name, n.Line() + p.Pos.Line, p.Message})
	}
	if len(f.Documents) == 0 {
		return nil
	}
	d := f.Documents[0]
	v, ok := source.Value(d.Root).(map[string]any)
	if !ok {
		r.problem(n, notObject)
		return nil
	}
	o := &Object{Doc: d, Value: v, Line: n.Line()}
	if n.Style&(yamlnode.Literal|yamlnode.Folded) != 0 {
		o.Column = indent(r.doc.File.Line(n.Line() + 1))
	} else {
		o.Line = n.Line() - 1
	}
	return o
}

// object reads an object from a mapping of the suite.
func (r *reader) object(n *yamlnode.Node) *Object { return r.mapping(n, notObject) }

// notObject is the message about a value where an object must be.
const notObject = "this has to be an object: a mapping with apiVersion and kind"

// mapping reads a mapping, or reports a problem with the message wrong.
func (r *reader) mapping(n *yamlnode.Node, wrong string) *Object {
	v, ok := source.Value(n).(map[string]any)
	if !ok {
		r.problem(n, wrong)
		return nil
	}
	return &Object{Doc: &source.Document{File: r.doc.File, Index: r.doc.Index, Root: n}, Value: v}
}

func indent(line string) int {
	for i, c := range line {
		if c != ' ' {
			return i
		}
	}
	return 0
}

// May reports whether a text may hold tests.
func May(text []byte) bool {
	return bytes.Contains(text, []byte("onCreate")) || bytes.Contains(text, []byte("onUpdate")) ||
		bytes.Contains(text, []byte(APIVersion)) || bytes.Contains(text, []byte(Kind)) || bytes.Contains(text, []byte(mark))
}

// Read returns the suites of a file, and the problems in them.
func Read(f *source.File) (suites []*Suite, problems []Problem) {
	add := func(s *Suite, wrong []Problem) {
		if s != nil {
			suites = append(suites, s)
		}
		problems = append(problems, wrong...)
	}
	own := false
	for _, d := range f.Documents {
		switch {
		case isOpenShift(d):
			add(readOpenShift(d))
			own = true
		case isOwn(d):
			add(readOwn(d))
			own = true
		case isOtherVersion(d):
			apiVersion, _ := d.TypeMeta()
			add(nil, []Problem{{d.File.Name, d.Line(), fmt.Sprintf("no suite has apiVersion %s; write: apiVersion: %s", apiVersion, APIVersion)}})
			own = true
		}
	}
	if !own {
		add(readComments(f))
	}
	if len(suites) > 0 || len(problems) > 0 || bytes.Contains(f.Text, []byte(Kind)) {
		for i := range f.Problems {
			p := &f.Problems[i]
			problems = append(problems, Problem{f.Name, p.Pos.Line, p.Message})
		}
	}
	return suites, problems
}
