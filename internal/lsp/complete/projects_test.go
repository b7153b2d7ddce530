package complete_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/lsp/complete"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

var (
	projects = flag.String("projects", "", "folders of projects, with CRDs and samples, separated by colons")
	places   = flag.Int("places", 40, "the number of places of each project that are listed with -list")
	most     = flag.Int("most", 3000, "the number of places of each project that are tried")
	inCRDs   = flag.Bool("crds", false, "try places of the CRDs, not of their objects")
	alone    = flag.Bool("alone", false, "let the workspace have no objects beside the one that is edited")
	list     = flag.Bool("list", false, "list the places that are picked at random")
	misses   = flag.Int("misses", 0, "the number of misses of each project that are listed")
)

// A target is a key or a value of a sample that is deleted, and should be offered then.
type target struct {
	file       string
	text       []byte
	start, end int // of the entry or value
	lineEnd    int // of the line of start
	isValue    bool
	want       string
	path       []finding.Segment
	object     map[string]any
}

// project reads the CRDs and the samples of a folder.
func project(t *testing.T, dir string) (*shape.Workspace, []target) {
	t.Helper()
	w := shape.NewWorkspace()
	var samples, crds []*source.Document
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !source.Readable(path) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || bytes.Contains(text, []byte("{{")) {
			return nil
		}
		for _, doc := range source.Read(path, text).Documents {
			if doc.IsCRD() {
				c, _ := crd.Decode(doc)
				c.Default()
				w.AddCRD(c, path)
				if *inCRDs {
					crds = append(crds, doc)
				}
			} else if doc.Root.Kind == yamlnode.Mapping {
				samples = append(samples, doc)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var targets []target
	for _, doc := range samples {
		apiVersion, kind := doc.TypeMeta()
		object, _ := source.Owned(doc.Root).(map[string]any)
		if !*alone {
			w.AddObject(object)
		}
		if w.Find(apiVersion, kind) == nil || len(doc.Text) == 0 {
			continue
		}
		of, _ := shape.Of(w, kube.Latest.Minor, apiVersion, kind)
		targets = append(targets, targetsOf(doc, of, object, doc.Root, nil)...)
	}
	if *inCRDs {
		targets = nil
	}
	for _, doc := range crds {
		of, _ := shape.Of(w, kube.Latest.Minor, source.CRDAPIVersion, source.CRDKind)
		targets = append(targets, targetsOf(doc, of, nil, doc.Root, nil)...)
	}
	return w, targets
}

// targetsOf returns the declared keys below a node, and the values that a schema lists.
func targetsOf(doc *source.Document, root shape.Shape, object map[string]any, n *yamlnode.Node, path []finding.Segment) []target {
	var targets []target
	at := root.At(path, typeMeta(object))
	switch n.Kind {
	case yamlnode.Sequence:
		for i, item := range n.Content {
			targets = append(targets, targetsOf(doc, root, object, item, append(path[:len(path):len(path)], finding.Segment{Index: i, IsIndex: true}))...)
		}
	case yamlnode.Mapping:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			in := append(path[:len(path):len(path)], finding.Segment{Name: key.Value})
			if slices.ContainsFunc(at.Fields(), func(f shape.Field) bool { return f.Name == key.Value }) {
				targets = append(targets, newTarget(doc, key, value, path, object))
				of := root.At(in, typeMeta(object))
				isType := key.Value == "kind" || key.Value == "apiVersion"
				if value.Kind == yamlnode.Scalar && value.Value != "" && (len(of.Enum()) > 0 || of.Type() == "boolean" || isType && at.IsResource()) {
					v := newTarget(doc, value, value, in, object)
					v.isValue = true
					targets = append(targets, v)
				}
			}
			targets = append(targets, targetsOf(doc, root, object, value, in)...)
		}
	}
	return targets
}

// typeMeta returns the apiVersions and kinds of objects in an object.
func typeMeta(object any) shape.TypeMeta {
	return func(path []finding.Segment) (string, string) {
		v := object
		for _, s := range path {
			if list, ok := v.([]any); ok && s.IsIndex && s.Index < len(list) {
				v = list[s.Index]
			} else if m, ok := v.(map[string]any); ok {
				v = m[s.Name]
			}
		}
		m, _ := v.(map[string]any)
		apiVersion, _ := m["apiVersion"].(string)
		kind, _ := m["kind"].(string)
		return apiVersion, kind
	}
}

func newTarget(doc *source.Document, n, value *yamlnode.Node, path []finding.Segment, object map[string]any) target {
	f := doc.File
	offset := func(n *yamlnode.Node) int {
		at, _ := f.Offset(n.Line(), n.Column())
		return at
	}
	start := offset(n)
	lineEnd := start + bytes.IndexByte(append(f.Text[start:len(f.Text):len(f.Text)], '\n'), '\n')
	// The entry ends before the next line that is indented by no more than its key.
	column := start - bytes.LastIndexByte(f.Text[:start], '\n') - 1
	end := lineEnd
	for end < len(f.Text) && n != value {
		line := f.Text[end+1:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		content := bytes.TrimLeft(line, " ")
		in := len(line) - len(content)
		isItem := value.Kind == yamlnode.Sequence && in == column && bytes.HasPrefix(content, []byte("-"))
		if len(content) > 0 && content[0] != '#' && in <= column && !isItem {
			break
		}
		end += 1 + len(line)
		if end >= len(f.Text) {
			end = len(f.Text)
		}
	}
	return target{file: f.Name, text: f.Text, start: start, end: end, lineEnd: lineEnd, want: n.Value, path: path, object: object}
}

// A variant is a way to delete a target.
type variant struct {
	name  string
	typed int
	cut   func(x target) (rest int)
}

var variants = []variant{
	{"without a letter", 0, func(x target) int { return x.end }},
	{"with two letters", 2, func(x target) int { return x.end }},
	{"with two letters, nothing below", 2, func(x target) int { return len(x.text) }},
	{"with two letters, lines below stay", 2, func(x target) int { return x.lineEnd }},
}

// rank returns the index of the wanted item among those that begin with what is typed; -1 if it is not offered.
func rank(w *shape.Workspace, x target, v variant) int {
	typed := x.want[:min(v.typed, len(x.want))]
	rest := x.text[v.cut(x):]
	text := slices.Concat(x.text[:x.start], []byte(typed), rest)
	if len(rest) > 0 && rest[0] != '\n' {
		text = slices.Concat(x.text[:x.start], []byte(typed), []byte("\n"), rest)
	}
	p := cursor.At(text, x.start+len(typed))
	i := 0
	for _, item := range complete.At(p, complete.Options{Kinds: w, File: x.file, Version: kube.Latest}) {
		if !strings.HasPrefix(strings.ToLower(item.Filter), strings.ToLower(p.Typed)) {
			continue
		}
		if item.Label == x.want {
			return i
		}
		i++
	}
	return -1
}

// TestProjects deletes keys and values of samples of real projects and looks for them among the completions.
func TestProjects(t *testing.T) {
	if *projects == "" {
		t.Skip("no projects: set -args -projects DIR:DIR")
	}
	for _, dir := range strings.Split(*projects, ":") {
		w, targets := project(t, dir)
		r := rand.New(rand.NewPCG(1, 2))
		r.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
		targets = targets[:min(len(targets), *most)]
		t.Logf("%s: %d kinds, %d places", filepath.Base(dir), len(w.All()), len(targets))
		missed := map[string]int{}
		for _, isValue := range []bool{false, true} {
			for _, v := range variants {
				count, offered, first := 0, 0, 0
				for i, x := range targets {
					if x.isValue != isValue {
						continue
					}
					if !*alone && !*inCRDs {
						w.RemoveObject(x.object)
					}
					at := rank(w, x, v)
					if !*alone && !*inCRDs {
						w.AddObject(x.object)
					}
					count++
					if at >= 0 {
						offered++
					}
					if at >= 0 && at < 3 {
						first++
					}
					if line := fmt.Sprintf("%s:%d: %s at %s: index %d", x.file, 1+bytes.Count(x.text[:x.start], []byte("\n")), x.want, finding.Trail(x.path).Path().Server(), at); i < *places && *list {
						t.Logf("  %s (%s)", line, v.name)
					} else if (at < 0 || at > 2) && missed[v.name] < *misses {
						missed[v.name]++
						t.Logf("  missed %s (%s)", line, v.name)
					}
				}
				what := map[bool]string{false: "keys", true: "values"}[isValue]
				t.Logf("  %s %s: offered %d of %d, within the first three %d", what, v.name, offered, count, first)
			}
		}
	}
}
