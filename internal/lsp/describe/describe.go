// Package describe writes what an editor shows about a place, in Markdown: fields, kinds, keywords of schemas, and
// lint rules. Text of files is escaped, and long text is cut.
package describe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/schema"
)

const (
	// maxLines limits a hover text, which an editor shows beside the code.
	maxLines = 25
	// maxText is the number of bytes of a description that are shown.
	maxText = 1200
	// maxValues is the number of values of an enum, and maxRules that of CEL rules.
	maxValues, maxRules = 12, 4
)

// A Field is a field of an object or of a schema.
type Field struct {
	Name  string
	Shape shape.Shape
	// Required is set if the object must have it.
	Required bool
	// Around are the schemas of the objects around the field, the root first, each with the path from it to the field.
	// Their CEL rules may read the field.
	Around []Around
	// Origin is the place of the field in Go, such as api/v1/widget.go:12; "" if it is not known.
	Origin string
	// Note is a further fact; "" for none.
	Note string
}

// An Around is a schema around a field.
type Around struct {
	Schema *schema.Schema
	// Path has the names of fields from the schema to the field; "*" stands for items and values.
	Path []string
}

// Markdown returns the hover text of a field.
func (f Field) Markdown() string {
	head := fmt.Sprintf("**%s** · `%s` · ", Text(f.Name), code(f.Shape.TypeText()))
	if f.Required {
		head += "required"
	} else {
		head += "optional"
	}
	if f.Shape.Deprecated() {
		head += " · **deprecated**"
	}
	lines := append(facts(f.Shape), f.rules()...)
	if f.Note != "" {
		lines = append(lines, f.Note)
	}
	if f.Origin != "" {
		lines = append(lines, "Go: `"+code(f.Origin)+"`")
	}
	return join(head, f.Shape.Description(), lines)
}

// Short returns the documentation of a completion: the description and the facts that a list does not show.
func Short(s shape.Shape) string { return join("", s.Description(), facts(s)) }

// join writes a head, a description and a list of facts. A long description leaves room for the facts.
func join(head, description string, facts []string) string {
	var parts []string
	if head != "" {
		parts = append(parts, head)
	}
	if text := Text(cut(description, max(maxLines-4-len(facts), 5))); text != "" {
		parts = append(parts, text)
	}
	if len(facts) > 0 {
		parts = append(parts, "- "+strings.Join(facts, "\n- "))
	}
	return limit(strings.Join(parts, "\n\n"))
}

// facts lists what a schema allows, one line each.
func facts(s shape.Shape) []string {
	var lines []string
	put := func(format string, values ...any) { lines = append(lines, fmt.Sprintf(format, values...)) }
	if enum := s.Enum(); len(enum) > 0 {
		var values []string
		for _, v := range enum[:min(len(enum), maxValues)] {
			values = append(values, "`"+code(prose.JSON(v))+"`")
		}
		more := ""
		if len(enum) > maxValues {
			more = fmt.Sprintf(" and %d more", len(enum)-maxValues)
		}
		put("one of %s%s", strings.Join(values, ", "), more)
	}
	if v := s.Default(); v != nil {
		put("default: `%s`", code(short(prose.JSON(v), 200)))
	}
	of := s.Own()
	if of == nil {
		return lines
	}
	for _, bound := range bounds(of) {
		put("%s", bound)
	}
	if of.Pattern != "" {
		put("pattern: `%s`", code(short(of.Pattern, 200)))
	}
	if f := s.Format(); f != "" {
		put("format: %s", Text(f))
	}
	if of.Nullable {
		put("may be null")
	}
	switch of.ListType() {
	case "map":
		put("items differ in %s", Text(prose.And(of.XListMapKeys())))
	case "set":
		put("items differ")
	case "atomic":
		put("server-side apply replaces the list as a whole")
	}
	if of.PreservesUnknownFields() {
		put("takes fields that are not declared")
	}
	return lines
}

// bounds lists the bounds of values.
func bounds(of *schema.Schema) []string {
	var lines []string
	whole := func(least, most *int64, unit string) {
		switch {
		case least != nil && most != nil && *least == *most:
			lines = append(lines, fmt.Sprintf("%d %s", *least, unit))
		case least != nil && most != nil:
			lines = append(lines, fmt.Sprintf("%d to %d %s", *least, *most, unit))
		case least != nil:
			lines = append(lines, fmt.Sprintf("at least %d %s", *least, unit))
		case most != nil:
			lines = append(lines, fmt.Sprintf("at most %d %s", *most, unit))
		}
	}
	least, most := "at least", "at most"
	if of.ExclusiveMinimum {
		least = "more than"
	}
	if of.ExclusiveMaximum {
		most = "less than"
	}
	switch {
	case of.Minimum != nil && of.Maximum != nil && !of.ExclusiveMinimum && !of.ExclusiveMaximum:
		lines = append(lines, prose.Decimal(*of.Minimum)+" to "+prose.Decimal(*of.Maximum))
	default:
		if of.Minimum != nil {
			lines = append(lines, least+" "+prose.Decimal(*of.Minimum))
		}
		if of.Maximum != nil {
			lines = append(lines, most+" "+prose.Decimal(*of.Maximum))
		}
	}
	if m := of.MultipleOf(); m != nil {
		lines = append(lines, "a multiple of "+prose.Decimal(*m))
	}
	whole(of.MinLength, of.MaxLength, "characters")
	whole(of.MinItems, of.MaxItems, "items")
	whole(of.MinProperties(), of.MaxProperties(), "fields")
	return lines
}

// rules lists the CEL rules that read the field, with their messages.
func (f Field) rules() []string {
	var lines []string
	count := 0
	for _, around := range f.Around {
		for _, r := range around.Schema.XValidations() {
			if len(around.Path) > 0 && !slices.ContainsFunc(mention.Fields(r.Rule), func(m mention.Field) bool { return touches(m.Path, around.Path) }) {
				continue
			}
			if count++; count > maxRules {
				continue
			}
			line := "rule: `" + code(short(r.Rule, 160)) + "`"
			if r.Message != "" {
				line += " — " + Text(short(r.Message, 160))
			}
			lines = append(lines, line)
		}
	}
	if count > maxRules {
		lines = append(lines, fmt.Sprintf("and %s", prose.Count(count-maxRules, "further rule")))
	}
	return lines
}

// touches reports whether a rule that reads one path reads the field at another one, or a part of it. Fields returns
// paths without self.
func touches(read, field []string) bool {
	for i := range min(len(read), len(field)) {
		if read[i] != field[i] && read[i] != "*" && field[i] != "*" {
			return false
		}
	}
	return len(read) >= len(field)
}

// cut returns the beginning of a long text: up to a number of lines, and at the end of a word.
func cut(text string, lines int) string {
	text = strings.TrimSpace(text)
	whole := len(text)
	if all := strings.SplitN(text, "\n", lines+1); len(all) > lines {
		text = strings.TrimSpace(strings.Join(all[:lines], "\n"))
	}
	if len(text) > maxText {
		text = text[:maxText]
		text = strings.ToValidUTF8(text[:max(strings.LastIndexAny(text, " \n"), 0)], "")
	}
	if len(text) < whole {
		text += " …"
	}
	return text
}

// short returns the beginning of a text on one line.
func short(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// limit returns the first lines of a text.
func limit(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) <= maxLines {
		return strings.Join(lines, "\n")
	}
	return strings.Join(lines[:maxLines-1], "\n") + "\n…"
}

// Text escapes text of a file for Markdown. Its paragraphs, its lists and its code between backquotes stay; links,
// images and HTML are shown as they are written.
func Text(text string) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		line = safetext.Line(strings.TrimSpace(line))
		if rest, isItem := strings.CutPrefix(line, "- "); isItem {
			b.WriteString("- ")
			line = rest
		} else if rest, isItem := strings.CutPrefix(line, "* "); isItem {
			b.WriteString("- ")
			line = rest
		}
		parts := strings.Split(line, "`")
		for j, part := range parts {
			switch {
			case j%2 == 1 && j+1 < len(parts) && part != "":
				b.WriteString("`" + part + "`")
			case j%2 == 1:
				b.WriteString("\\`")
				escape(&b, part)
				if j+1 < len(parts) {
					b.WriteString("\\`")
				}
			default:
				escape(&b, part)
			}
		}
	}
	return b.String()
}

// escape writes text without markup.
func escape(b *strings.Builder, text string) {
	for i, r := range text {
		if strings.ContainsRune("\\`*_{}[]<>#|~&!", r) || i == 0 && strings.ContainsRune("-+=", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
}

// code escapes text for a span of code between backquotes.
func code(text string) string { return strings.ReplaceAll(safetext.Line(text), "`", "'") }
