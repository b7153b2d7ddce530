package testgen

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/schema"
)

// Write writes the suite. crds are the files of its CRDs; there may be none.
func (s *Suite) Write(w io.Writer, crds []string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "apiVersion: %s\nkind: %s\n", suite.APIVersion, suite.Kind)
	head := mapping("name", scalar(s.Name))
	if len(crds) > 0 {
		list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, name := range crds {
			list.Content = append(list.Content, scalar(name))
		}
		head.Content = append(head.Content, scalar("crds"), list)
	}
	if err := encode(&b, head); err != nil {
		return err
	}
	b.WriteString("tests:\n")
	for _, t := range s.Tests {
		for _, c := range t.Comments {
			b.WriteString("# " + safetext.Line(c) + "\n")
		}
		if len(t.Steps) == 0 {
			continue
		}
		list := &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{t.asYAML()}}
		if err := encode(&b, list); err != nil {
			return err
		}
	}
	text, err := yamltext.Escaped(b.Bytes())
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func encode(w io.Writer, n *yaml.Node) error {
	e := yaml.NewEncoder(w)
	e.SetIndent(2)
	e.CompactSeqIndent()
	return e.Encode(n)
}

func scalar(v any) *yaml.Node {
	n := &yaml.Node{}
	if err := n.Encode(v); err != nil {
		n.SetString(fmt.Sprint(v))
	}
	return n
}

func mapping(key string, value *yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar(key), value}}
}

// asYAML returns the YAML of a test. The fields of a single step are those of the test.
func (t *Test) asYAML() *yaml.Node {
	n := mapping("name", scalar(t.Name))
	if len(t.Steps) == 1 {
		n.Content = append(n.Content, t.step(t.Steps[0]).Content...)
		return n
	}
	steps := &yaml.Node{Kind: yaml.SequenceNode}
	for _, s := range t.Steps {
		steps.Content = append(steps.Content, t.step(s))
	}
	n.Content = append(n.Content, scalar("steps"), steps)
	return n
}

func (t *Test) step(s *Step) *yaml.Node {
	var n *yaml.Node
	if s.Op == suite.Scale {
		n = mapping(string(s.Op), scalar(s.Replicas))
	} else {
		n = mapping(string(s.Op), object(s.Object, t.root))
	}
	if s.Refused != nil {
		n.Content = append(n.Content, scalar("refused"), s.Refused.node())
	}
	if s.Contains != nil {
		part := sample.Node(s.Contains, t.root)
		compact(part, shallow, len("contains"))
		n.Content = append(n.Content, scalar("contains"), part)
	}
	return n
}

// object returns an object as people write it: metadata in flow style, without the default name.
func object(o map[string]any, root *schema.Schema) *yaml.Node {
	if meta, ok := o["metadata"].(map[string]any); ok && len(meta) == 1 && meta["name"] == sampleName {
		o = without(o, "metadata")
	}
	n := sample.Node(o, root)
	for i := 0; i+1 < len(n.Content); i += 2 {
		compact(n.Content[i+1], shallow, len(n.Content[i].Value))
	}
	return n
}

// width limits the length of a line; shallow is the indentation of a step's object.
const width, shallow = 96, 6

// A list of at least manyItems scalars is written on one line of at most longLine characters.
const manyItems, longLine = 8, 1200

// compact sets flow style for values that fit on a line, and for long lists of scalars.
func compact(n *yaml.Node, indent, behind int) {
	if n.Kind == yaml.ScalarNode || len(n.Content) == 0 {
		return
	}
	plain := n.Kind == yaml.SequenceNode
	for _, sub := range n.Content {
		plain = plain && sub.Kind == yaml.ScalarNode
	}
	if plain || indent+behind+flowLength(n) <= width {
		n.Style |= yaml.FlowStyle
		return
	}
	if n.Kind == yaml.SequenceNode && len(n.Content) >= manyItems && flowLength(n) <= longLine {
		n.Style |= yaml.FlowStyle // nobody reads each item
		return
	}
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			compact(item, indent, 2)
		}
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		in := indent + 2
		if n.Content[i+1].Kind == yaml.SequenceNode {
			in = indent
		}
		compact(n.Content[i+1], in, len(n.Content[i].Value))
	}
}

// flowLength estimates the length of a value in flow style.
func flowLength(n *yaml.Node) int {
	if n.Kind == yaml.ScalarNode {
		return len(n.Value) + 2
	}
	size := 2
	for _, sub := range n.Content {
		size += flowLength(sub)
	}
	return size
}

// node returns the YAML of an expected refusal, in flow style if it is short.
func (r *Refused) node() *yaml.Node {
	n := mapping("code", scalar(r.Code))
	size := 0
	if r.Field != "" {
		n.Content = append(n.Content, scalar("field"), scalar(r.Field))
		size += len(r.Field)
	}
	switch len(r.Texts) {
	case 0:
	case 1:
		n.Content = append(n.Content, scalar("text"), scalar(r.Texts[0]))
		size += len(r.Texts[0])
	default:
		list := &yaml.Node{Kind: yaml.SequenceNode}
		for _, t := range r.Texts {
			list.Content = append(list.Content, scalar(t))
			size += len(t)
		}
		n.Content = append(n.Content, scalar("text"), list)
	}
	const line = 70
	if size <= line && !strings.Contains(strings.Join(r.Texts, ""), "\n") {
		n.Style = yaml.FlowStyle
	}
	return n
}
