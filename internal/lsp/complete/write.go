package complete

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/shape"
)

// A writer writes new text in the style of the document.
type writer struct {
	place *cursor.Place
	// column is the column of the key that is written.
	column int
	// stops counts the placeholders.
	stops int
}

// writer returns a writer for text that begins at the token.
func (c *completer) writer() writer {
	return writer{place: c.place, column: c.place.ColumnOf(c.place.Token.Start)}
}

// field returns the text of a field without a value, as plain text and as a snippet. Only the key is written if its
// colon is there already.
func (w *writer) field(name string, of shape.Shape) (text, snippet string) {
	key := w.key(name)
	if w.place.HasColon {
		return key, ""
	}
	w.stops = 0
	text, snippet = key+":", escapeSnippet(key)+":"
	plain, marked := w.value(of, w.column, 0)
	return text + plain, snippet + marked
}

// key returns the text of a key, in quotes where they are needed.
func (w *writer) key(name string) string {
	if w.place.JSON || w.place.Quote == '"' {
		return quoted(name)
	}
	if w.place.Quote == '\'' {
		return "'" + strings.ReplaceAll(name, "'", "''") + "'"
	}
	return plain(name)
}

// value returns the text after the colon of a field.
func (w *writer) value(of shape.Shape, column, depth int) (text, snippet string) {
	style := w.place.Style()
	inFlow := w.place.Flow || w.place.JSON
	isSchema, nested := of.IsKeywords()
	switch typ := of.Type(); {
	case typ == "object" && inFlow:
		return " {}", " {" + w.stop("") + "}"
	case typ == "array" && inFlow:
		return " []", " [" + w.stop("") + "]"
	case isSchema && !nested:
		indent := "\n" + strings.Repeat(" ", column+style.Step) + "type: "
		return indent, indent + w.choice(shape.KeywordNamed("type").Enum)
	case typ == "object":
		indent := "\n" + strings.Repeat(" ", column+style.Step)
		if fields := required(of); len(fields) > 0 && depth < 4 {
			for _, f := range fields {
				p, s := w.value(f.Shape, column+style.Step, depth+1)
				text += indent + plain(f.Name) + ":" + p
				snippet += indent + escapeSnippet(plain(f.Name)) + ":" + s
			}
			return text, snippet
		}
		return indent, indent + w.stop("")
	case typ == "array":
		indent := "\n" + strings.Repeat(" ", column+style.ListStep)
		p, s := w.itemAt(of.Item(), column+style.ListStep, depth+1)
		return indent + p, indent + s
	}
	if v := of.Default(); isScalar(v) && depth == 0 {
		return " " + scalar(v), " " + w.stop(scalar(v))
	}
	if enum := of.Enum(); len(enum) > 0 && isScalar(enum[0]) {
		return " ", " " + w.choice(enum)
	}
	if of.Type() == "boolean" {
		return " ", " " + w.choice([]any{true, false})
	}
	return " ", " " + w.stop("")
}

// item returns the text of an item of a list from its dash on.
func (w *writer) item(of shape.Shape) (text, snippet string) {
	w.stops = 0
	return w.itemAt(of, w.column, 0)
}

func (w *writer) itemAt(of shape.Shape, column, depth int) (text, snippet string) {
	fields := itemFields(of)
	if len(fields) == 0 || depth > 3 {
		return "- ", "- " + w.stop("")
	}
	for i, f := range fields {
		before := "- "
		if i > 0 {
			before = "\n" + strings.Repeat(" ", column+2)
		}
		p, s := w.value(f.Shape, column+2, depth+1)
		text += before + plain(f.Name) + ":" + p
		snippet += before + escapeSnippet(plain(f.Name)) + ":" + s
	}
	return text, snippet
}

// required returns the required fields of an object that is not a whole resource.
func required(of shape.Shape) []shape.Field {
	if of.IsResource() {
		return nil
	}
	var fields []shape.Field
	for _, f := range of.Fields() {
		if f.Required {
			fields = append(fields, f)
		}
	}
	return fields
}

// stop returns the next placeholder.
func (w *writer) stop(text string) string {
	w.stops++
	if text == "" {
		return fmt.Sprintf("$%d", w.stops)
	}
	return fmt.Sprintf("${%d:%s}", w.stops, escapeSnippet(text))
}

// choice returns a placeholder with a list of values.
func (w *writer) choice(values []any) string {
	w.stops++
	var texts []string
	for _, v := range values {
		if isScalar(v) {
			texts = append(texts, strings.NewReplacer(`\`, `\\`, ",", `\,`, "|", `\|`, "$", `\$`, "}", `\}`).Replace(scalar(v)))
		}
	}
	return fmt.Sprintf("${%d|%s|}", w.stops, strings.Join(texts, ","))
}

// escapeSnippet escapes the characters that have a meaning in snippets.
func escapeSnippet(text string) string {
	return strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`).Replace(text)
}

func isScalar(v any) bool {
	switch v.(type) {
	case nil, map[string]any, []any:
		return false
	}
	return true
}

// scalar returns the YAML of a scalar.
func scalar(v any) string {
	if text, ok := v.(string); ok {
		return plain(text)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}

// plain returns a string as a plain scalar, or in double quotes where a plain one would be read as another value.
func plain(text string) string {
	const first = "-?:,[]{}#&*!|>'\"%@` "
	isPlain := text != "" && strings.IndexByte(first, text[0]) < 0 && text[len(text)-1] != ' ' && text[len(text)-1] != ':' &&
		!strings.Contains(text, ": ") && !strings.Contains(text, " #")
	for _, r := range text {
		if r < ' ' || r > '~' || strings.ContainsRune("{}[],", r) {
			isPlain = false
		}
	}
	if isPlain {
		n := yamlnode.New(yamlnode.Scalar, 0, 1, 1)
		n.Value = text
		if v, ok := source.Scalar(n).(string); ok && v == text {
			return text
		}
	}
	return quoted(text)
}

// quoted returns a string in double quotes.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(b))
}
