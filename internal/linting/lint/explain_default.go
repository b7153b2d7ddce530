package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// invalidDefault sets the message of an error in a default: the value, and the keyword it violates with its
// line.
func (e *explainer) invalidDefault() {
	at := e.defaultAt()
	if at < 0 {
		return
	}
	inside := e.segments[at+1:]
	what := "default of " + fieldName(e.segments[:at])
	if len(inside) > 0 {
		what = fmt.Sprintf("%s in the %s", printed(inside), what)
	}
	detail := cmp.Or(e.f.Facts.ValidatorText, strings.TrimSpace(e.f.Detail))
	keyword := e.f.Code.CaseName()
	switch keyword {
	case "required":
		e.say("%s is missing, but required", what)
		e.help("defaults are checked as they are written, before the defaults of their own fields are set; write the field into the default")
		return
	case "type":
		e.say("%s is of type %s, but must be of type %s", what, e.f.Facts.Found, e.f.Facts.Wanted)
	case "format":
		e.say("%s is %q, but must be in the format %s", what, e.f.Facts.Found, e.f.Facts.Wanted)
	case "enum":
		e.say("%s is %s, which is not in the enum", what, cmp.Or(shown(e.f.Value), `""`))
	case "maxLength":
		e.say("%s is longer than %v characters", what, e.f.Facts.Limit) // the value itself is left out
	case "minItems", "maxItems":
		e.say("%s has %v items", what, e.f.Value)
	case "minProperties", "maxProperties":
		e.say("%s has %v properties", what, e.f.Value)
	default:
		e.say("%s %s", what, detail)
		if v := shown(e.f.Value); v != "" && !strings.Contains(detail, v) {
			e.say("%s is %s, and %s", what, v, detail)
		}
	}
	switch keyword {
	case "", "anyOf", "allOf", "oneOf", "not":
	default:
		schema := e.schemaOf(e.segments[:at], inside)
		if n, exact := e.doc.Node(append(schema, finding.Segment{Name: keyword})); exact {
			line := e.doc.LocateKey(append(schema, finding.Segment{Name: keyword})).Line
			says := keyword + ": " + oneLine(n)
			e.help("line %d says %s", line, says)
			e.quoted(keyword)
			if len(inside) == 0 {
				e.f.YAML = []string{says}
			}
			e.f.HelpLine, e.f.HelpAt = fmt.Sprintf("line %d", line), slices.Clone(append(schema, finding.Segment{Name: keyword}))
			if text, ok := e.f.Value.(string); ok && keyword == "enum" {
				if near := nearest.Name(text, stringsIn(n)); near != "" {
					e.f.Help = "did you mean " + near + "? " + e.f.Help
				}
			}
		}
	}
}

// quoted sets the help for a string's default such as on or no, which YAML 1.1 reads as a boolean.
func (e *explainer) quoted(keyword string) {
	n, exact := e.doc.Node(e.segments)
	if !exact || keyword != "type" || e.f.Facts.Wanted != "string" || n.Kind != yamlnode.Scalar {
		return
	}
	if _, is := source.Value(n).(bool); is && n.Value != "true" && n.Value != "false" {
		e.help("put it in quotes: %s without quotes is the boolean %v", n.Value, source.Value(n))
	}
}

// stringsIn returns the strings of a list.
func stringsIn(n *yamlnode.Node) (all []string) {
	list, _ := source.Value(n).([]any)
	for _, v := range list {
		if s, ok := v.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

// defaultAt returns the index of the segment with the keyword default, or -1.
func (e *explainer) defaultAt() int {
	for i := len(e.segments) - 1; i > 0; i-- {
		if e.segments[i].Name != "default" || e.segments[i].IsIndex {
			continue
		}
		if n, _ := e.doc.Node(e.segments[:i]); source.Field(n, "default") != nil && !(e.segments[i-1].Name == "properties" && !e.segments[i-1].Quoted) {
			return i
		}
	}
	return -1
}

// schemaOf returns the path of the schema of a value inside of a default.
func (e *explainer) schemaOf(schema, inside []finding.Segment) []finding.Segment {
	schema = append([]finding.Segment(nil), schema...)
	for _, s := range inside {
		if s.IsIndex {
			schema = append(schema, finding.Segment{Name: "items"})
			continue
		}
		property := append(schema, finding.Segment{Name: "properties"}, finding.Segment{Name: s.Name, Quoted: true})
		if _, exact := e.doc.Node(property); exact {
			schema = property
		} else {
			schema = append(schema, finding.Segment{Name: "additionalProperties"})
		}
	}
	return schema
}

func printed(segments []finding.Segment) string {
	var p *finding.Path
	for _, s := range segments {
		if s.IsIndex {
			p = p.Index(s.Index)
		} else {
			p = p.Child(s.Name)
		}
	}
	return p.Server()
}

// oneLine returns a value on one line, shortened to 80 characters.
func oneLine(n *yamlnode.Node) string {
	if n.Kind == yamlnode.Scalar {
		return n.Value
	}
	var items []string
	for _, c := range n.Content {
		items = append(items, oneLine(c))
	}
	text := "[" + strings.Join(items, ", ") + "]"
	if r := []rune(text); len(r) > 80 {
		text = string(r[:77]) + "..."
	}
	return text
}
