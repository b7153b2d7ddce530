package kustomize

import (
	"bytes"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// sources are the values in the files of a kustomization.
type sources struct {
	values []*value
	named  map[string][]*value // by the last name of their path
}

// A value is a value in a file that the output may have.
type value struct {
	in *document
	// path is the path in the object that the document, the patch or the JSON patch describes.
	path []finding.Segment
	// key is the key of the value, or the path of an operation of a JSON patch; nil for an item of a list.
	key  *yaml.Node
	node *yaml.Node
	// parent has the value, or the operation of a JSON patch that sets it; nil for the root of a document.
	parent *yaml.Node
	// removes says that it removes what the object has at its path.
	removes bool
}

// A document is a YAML document in a file, or in a string of another document, as patches in a kustomization are.
type document struct {
	file  *sourceFile
	root  *yaml.Node
	outer *document    // for a document in a string
	text  *yaml.Node   // the string
	all   []*yaml.Node // the documents in the string
	// kind and name are those of the object that it describes, if it says that.
	kind, name string
}

type sourceFile struct {
	name string // absolute
	docs []*document
	// layer orders files by when kustomize uses them: later layers override earlier ones.
	layer int
	read  *source.File
}

// readSources reads all files that a build has read.
func readSources(inputs *fileSystem) *sources {
	s := &sources{named: map[string][]*value{}}
	for i, name := range inputs.order {
		text := inputs.read[name]
		roots, err := parse(text)
		if err != nil {
			continue // such as the file of a generated ConfigMap
		}
		f := &sourceFile{name: name, layer: i, read: source.Read(inputs.shown(name), text)}
		if IsFile(name) {
			f.layer = 2*len(inputs.order) - i // it is read first and applied last
		}
		for _, root := range roots {
			s.document(f, &document{file: f, root: root})
		}
	}
	return s
}

func (s *sources) document(f *sourceFile, d *document) {
	if d.outer == nil {
		f.docs = append(f.docs, d)
	}
	d.kind, d.name = text(d.root, "kind"), text(field(d.root, "metadata"), "name")
	if d.root.Kind == yaml.SequenceNode && isJSONPatch(d.root) {
		for _, op := range d.root.Content {
			s.operation(d, op)
		}
		return
	}
	s.walk(&value{in: d, node: d.root})
}

func isJSONPatch(n *yaml.Node) bool {
	return len(n.Content) > 0 && text(n.Content[0], "op") != "" && text(n.Content[0], "path") != ""
}

// operation adds the values of an operation of a JSON patch.
func (s *sources) operation(d *document, op *yaml.Node) {
	pointer := field(op, "path")
	if pointer == nil {
		return
	}
	v := &value{in: d, key: pointer, node: field(op, "value"), parent: d.root, path: segments(pointer.Value)}
	if v.node == nil {
		v.node = op
		v.removes = text(op, "op") == "remove"
		s.add(v)
		return
	}
	s.walk(v)
}

// segments returns the path of a JSON pointer.
func segments(pointer string) []finding.Segment {
	var path []finding.Segment
	for _, name := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		if n, err := strconv.Atoi(name); err == nil || name == "-" {
			path = append(path, finding.Segment{Index: n, IsIndex: true})
			continue
		}
		path = append(path, finding.Segment{Name: name})
	}
	return path
}

// walk adds a value and all values below it.
func (s *sources) walk(v *value) {
	s.add(v)
	below := func(segment finding.Segment, key, node *yaml.Node) {
		path := append(v.path[:len(v.path):len(v.path)], segment)
		s.walk(&value{in: v.in, path: path, key: key, node: node, parent: v.node, removes: node.ShortTag() == "!!null"})
	}
	switch v.node.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(v.node.Content); i += 2 {
			below(finding.Segment{Name: v.node.Content[i].Value}, v.node.Content[i], v.node.Content[i+1])
		}
	case yaml.SequenceNode:
		for i, item := range v.node.Content {
			below(finding.Segment{Index: i, IsIndex: true}, nil, item)
		}
	case yaml.ScalarNode:
		s.inner(v)
	}
}

// inner reads the YAML in a string, as patches in a kustomization and in transformers are.
func (s *sources) inner(v *value) {
	d := v.in
	if d.outer != nil || !strings.Contains(v.node.Value, "\n") || !IsFile(d.file.name) && !strings.HasSuffix(d.kind, "Transformer") && !strings.HasSuffix(d.kind, "Generator") {
		return
	}
	roots, err := parse([]byte(v.node.Value))
	if err != nil || len(roots) == 0 || roots[0].Kind == yaml.ScalarNode {
		return
	}
	for _, root := range roots {
		s.document(d.file, &document{file: d.file, root: root, outer: d, text: v.node, all: roots})
	}
}

func (s *sources) add(v *value) {
	s.values = append(s.values, v)
	if name := lastName(v.path); name != "" {
		s.named[name] = append(s.named[name], v)
	}
}

// lastName returns the last name of a path, before its indexes.
func lastName(path []finding.Segment) string {
	for i := len(path) - 1; i >= 0; i-- {
		if !path[i].IsIndex {
			return path[i].Name
		}
	}
	return ""
}

// text returns the text of the file of a document, as it is now.
func (f *sourceFile) text() []byte {
	roots := make([]*yaml.Node, len(f.docs))
	for i, d := range f.docs {
		roots[i] = d.root
	}
	return encode(roots)
}

// encode writes documents; nil if that fails.
func encode(roots []*yaml.Node) []byte {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	for _, root := range roots {
		if err := e.Encode(root); err != nil {
			return nil
		}
	}
	_ = e.Close()
	return b.Bytes()
}

func field(n *yaml.Node, name string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}

// text returns a field that is a scalar; "" if there is none.
func text(n *yaml.Node, name string) string {
	if v := field(n, name); v != nil && v.Kind == yaml.ScalarNode {
		return v.Value
	}
	return ""
}
