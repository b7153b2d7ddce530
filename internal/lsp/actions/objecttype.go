package actions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// wrongType returns the candidates for a value of a wrong type.
func (o *object) wrongType() []candidate {
	s := o.schemaAt(o.path)
	if s == nil || o.node == nil {
		return nil
	}
	switch value := source.Value(o.node).(type) {
	case nil:
		return append([]candidate{o.removal("remove it", true)}, o.filledNull()...)
	case string:
		if v, ok := unquoted(value, s); ok {
			return []candidate{o.replacement("write it without quotes", v, true)}
		}
		if value == "" && (s.Type == "object" || s.Type == "array") {
			return o.tokenAs(map[string]string{"object": "{}", "array": "[]"}[s.Type])
		}
	case bool, int64, float64:
		if s.Type == "string" || s.XIntOrString {
			return o.quoted()
		}
		if v, isFloat := value.(float64); isFloat && s.Type == "integer" && v == float64(int64(v)) {
			return []candidate{o.replacement(fmt.Sprintf("write %d", int64(v)), int64(v), true)}
		}
	}
	switch {
	case s.Type == "array" && o.node.Kind == yamlnode.Scalar:
		return o.inBrackets()
	case s.Type == "array" && o.node.Kind == yamlnode.Mapping:
		return o.asOnlyItem()
	}
	return nil
}

// unquoted returns the value that a string has without quotes, if the schema accepts its type.
func unquoted(text string, s *schema.Schema) (any, bool) {
	switch s.Type {
	case "boolean":
		if text == "true" || text == "false" {
			return text == "true", true
		}
	case "integer":
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, true
		}
	case "number":
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, true
		}
		if n, err := strconv.ParseFloat(text, 64); err == nil {
			if _, err := json.Marshal(n); err == nil { // neither infinite nor NaN
				return n, true
			}
		}
	}
	return nil, false
}

// token returns the place of a scalar on one line.
func (o *object) token() (start, end int, ok bool) {
	pos := o.doc.NodePos(o.node)
	start, ok = o.doc.File.Offset(pos.Line, pos.Column)
	if !ok || pos.Line != pos.EndLine || o.node.Kind != yamlnode.Scalar || o.node.Anchor() != "" || o.node.Style&(yamlnode.Literal|yamlnode.Folded) != 0 {
		return 0, 0, false
	}
	end, ok = o.doc.File.Offset(pos.EndLine, pos.EndColumn)
	return start, end, ok && end > start
}

// tokenAs writes other text instead of a scalar.
func (o *object) tokenAs(text string) []candidate {
	start, end, ok := o.token()
	if !ok {
		return nil
	}
	return []candidate{{title: "write " + text, edits: []edit.Edit{{Start: start, End: end, Text: text}}}}
}

// inBrackets makes a list of a scalar.
func (o *object) inBrackets() []candidate {
	start, end, ok := o.token()
	if !ok {
		return nil
	}
	return []candidate{{title: "make it a list", certain: true, edits: []edit.Edit{{Start: start, End: start, Text: "["}, {Start: end, End: end, Text: "]"}}}}
}

// filledNull gives a value to a field that is null.
func (o *object) filledNull() []candidate {
	segments := o.path.Segments()
	key := o.doc.KeyNode(segments)
	if key == nil {
		return nil
	}
	value, ok := o.sampleAt(o.path, true)
	if !ok {
		return nil
	}
	c := candidate{title: "write a value", certain: true}
	_, _, isWritten := o.token()
	switch text, isScalar := scalarText(value); {
	case isScalar && isWritten:
		c.changes = []finding.Change{{Op: finding.Replace, Path: o.path, Value: value}}
	case isScalar:
		pos := o.doc.NodePos(key)
		at, ok := o.doc.File.Offset(pos.EndLine, pos.EndColumn)
		if !ok || at >= len(o.doc.File.Text) || o.doc.File.Text[at] != ':' {
			return nil
		}
		c.edits = []edit.Edit{{Start: at + 1, End: at + 1, Text: " " + text}}
	default:
		c.changes = []finding.Change{{Path: o.path}, {Op: finding.Add, Path: o.path, Value: value}}
	}
	return []candidate{c}
}

// scalarText returns a scalar as JSON, which is YAML, too.
func scalarText(v any) (string, bool) {
	switch v.(type) {
	case map[string]any, []any, nil:
		return "", false
	}
	text, err := json.Marshal(v)
	return string(text), err == nil
}

// asOnlyItem makes a list of a mapping, which becomes its only item.
func (o *object) asOnlyItem() []candidate {
	c := candidate{title: "make it a list", certain: true}
	text := o.doc.File.Text
	lines, ok := edit.LinesOf(o.doc, o.path.Segments()...)
	if !ok || o.node.Style&yamlnode.Flow != 0 || o.node.Anchor() != "" || len(o.node.Content) == 0 {
		return nil
	}
	first := true
	for at := lines.Token; at < lines.End; {
		end := at + bytes.IndexByte(text[at:lines.End], '\n') + 1
		if end <= at {
			break
		}
		at = end
		line := text[at:lines.End]
		content := bytes.TrimLeft(line, " ")
		if len(content) == 0 || content[0] == '\n' || content[0] == '\r' {
			continue
		}
		indent := len(line) - len(content)
		switch {
		case content[0] == '#' && first:
		case first:
			c.edits = append(c.edits, edit.Edit{Start: at + indent, End: at + indent, Text: "- "})
			first = false
		default:
			c.edits = append(c.edits, edit.Edit{Start: at, End: at, Text: "  "})
		}
	}
	return []candidate{c}
}
