package sample

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/schema"
)

// WriteYAML writes the manifest with its fields in the order of the CRD. With comments, the first paragraph of a
// field's description is above the field.
func (s *Sample) WriteYAML(w io.Writer, comments bool) error {
	y := yamlWriter{comments: comments}
	var schemas []*schema.Schema
	if s.schema != nil {
		schemas = []*schema.Schema{s.schema}
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	e.CompactSeqIndent()
	if err := e.Encode(y.node(s.Object, schemas, true, 0)); err != nil {
		return err
	}
	text, err := yamltext.Escaped(b.Bytes())
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

type yamlWriter struct{ comments bool }

// node returns the YAML of a value with its schemas; depth is its indentation level.
func (y yamlWriter) node(v any, schemas []*schema.Schema, root bool, depth int) *yaml.Node {
	switch v := v.(type) {
	case map[string]any:
		return y.mapping(v, schemas, root, depth)
	case []any:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		if len(v) == 0 {
			n.Style = yaml.FlowStyle
		}
		var items []*schema.Schema
		if schemas != nil {
			items = newShape(schemas, 0).items()
		}
		for _, item := range v {
			n.Content = append(n.Content, y.node(item, items, false, depth+1))
		}
		return n
	}
	n := &yaml.Node{}
	if err := n.Encode(v); err != nil {
		n.SetString(fmt.Sprint(v)) // every JSON value can be encoded
	}
	return n
}

func (y yamlWriter) mapping(v map[string]any, schemas []*schema.Schema, root bool, depth int) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	if len(v) == 0 {
		n.Style = yaml.FlowStyle
	}
	var sh *shape
	if schemas != nil {
		sh = newShape(schemas, 0)
	}
	for _, name := range inOrder(v, sh, root) {
		var of []*schema.Schema
		if sh != nil {
			of = sh.property(name)
		}
		k := &yaml.Node{}
		k.SetString(name)
		// Fields of every object need no explanation.
		plain := name == "apiVersion" || name == "kind" || name == "metadata"
		if y.comments && len(of) > 0 && !(root && plain) {
			k.HeadComment = comment(of[0], depth)
		}
		n.Content = append(n.Content, k, y.node(v[name], of, false, depth+1))
	}
	return n
}

// inOrder returns the names of fields in the order of the schema. The fields of every resource come first,
// undeclared fields last.
func inOrder(v map[string]any, sh *shape, resource bool) []string {
	names := make([]string, 0, len(v))
	seen := make(map[string]bool, len(v))
	add := func(name string) {
		if _, there := v[name]; there && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	if resource || sh != nil && sh.embedded() {
		add("apiVersion")
		add("kind")
		add("metadata")
	}
	if sh != nil {
		for _, s := range sh.schemas {
			for _, p := range s.Properties.All() {
				add(p.Name)
			}
		}
	}
	for _, name := range sortedKeys(v) {
		add(name)
	}
	return names
}

// comment returns the first paragraph of a description, wrapped, and the values of an enum.
func comment(s *schema.Schema, depth int) string {
	text, _, _ := strings.Cut(strings.TrimSpace(s.Description), "\n\n")
	lines := wrap(text, max(40, 78-2*depth))
	if len(s.Enum) > 0 {
		var values []string
		for _, v := range s.Enum {
			values = append(values, fmt.Sprint(v))
		}
		lines = append(lines, wrap("One of: "+strings.Join(values, ", "), max(40, 78-2*depth))...)
	}
	for i := range lines {
		lines[i] = "# " + lines[i]
	}
	return strings.Join(lines, "\n")
}

// wrap breaks a text at spaces into lines of at most width characters.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
