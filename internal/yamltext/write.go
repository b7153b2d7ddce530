package yamltext

import (
	"bytes"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v2"

	"github.com/crdtool/crdtool/internal/safetext"
)

// A writer writes maps and lists as the library does, several times as fast: that makes events
// of a value, and of each a byte at a time. What it does not know how to write, such as a text
// of several lines with tabs, it leaves to the library, and all around it.
type writer struct {
	text []byte
	// holes are where strings stand that the library writes, all at once in the end.
	holes []hole
	odd   []string
	// line is the one to be written next; those from `from` up to before `to` are written.
	line, from, to int
	// sorted are the keys of large maps.
	sorted map[uintptr][]string
	// lost says that the library alone knows how many lines there are.
	lost bool
	// asIs has numbers written as the library writes them, and not as it writes what it
	// reads of their JSON.
	asIs bool
}

type hole int // where in the text

// all is how many lines are written of a value of which all is.
const all = math.MaxInt

// write writes a value. ok is false if the library has to.
func write(v any) (text []byte, ok bool) { return writer{to: all}.write(v) }

// writeAsIs is write for a value of maps in order, with numbers as the library has them.
func writeAsIs(v any) (text []byte, ok bool) { return writer{to: all, asIs: true}.write(v) }

func (w writer) write(v any) (text []byte, ok bool) {
	if !isBlock(v) || !w.block(v, 0, false) {
		return nil, false
	}
	return w.finish()
}

// atOnce is how many strings the library is to write at once: it keeps some hundred bytes for
// each until it has written them all.
const atOnce = 1000

// finish fills the holes.
func (w *writer) finish() ([]byte, bool) {
	if len(w.holes) == 0 {
		return w.text, true
	}
	at, holes := w.holes[0], w.holes
	out, text := w.text[:at], slices.Clone(w.text[at:])
	for odd := range slices.Chunk(w.odd, atOnce) {
		list, err := yaml.Marshal(odd)
		if err != nil {
			return nil, false
		}
		for _, h := range holes[:len(odd)] {
			var item []byte
			if item, list, _ = bytes.Cut(list, []byte("\n")); !bytes.HasPrefix(item, []byte("- ")) {
				return nil, false
			}
			out = append(out, text[:h-at]...)
			out = append(out, item[len("- "):]...)
			text, at = text[h-at:], h
		}
		if len(list) > 0 {
			return nil, false
		}
		holes = holes[len(odd):]
	}
	return append(out, text...), true
}

// isBlock reports whether a value has lines of its own.
func isBlock(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) > 0
	case yaml.MapSlice:
		return len(v) > 0
	case []any:
		return len(v) > 0
	}
	return false
}

// many is how many keys a map has at least whose order is remembered.
const many = 100

// keys are those of a map in order.
func (w *writer) keys(m map[string]any) []string {
	if len(m) < many {
		keys := make([]string, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		return keys
	}
	at := reflect.ValueOf(m).Pointer()
	keys := w.sorted[at]
	if keys == nil {
		keys = slices.Sorted(maps.Keys(m))
		if w.sorted == nil {
			w.sorted = map[uintptr][]string{}
		}
		w.sorted[at] = keys
	}
	return keys
}

// block writes a map or a list that is not empty; inline says that it begins behind the "- " of
// an item.
func (w *writer) block(v any, indent int, inline bool) bool {
	switch v := v.(type) {
	case map[string]any:
		for i, key := range w.keys(v) {
			if !w.field(key, v[key], indent, inline && i == 0) {
				return false
			}
		}
	case yaml.MapSlice:
		for i := range v {
			key, ok := v[i].Key.(string)
			if !ok || !w.field(key, v[i].Value, indent, inline && i == 0) {
				return false
			}
		}
	case []any:
		for i, of := range v {
			if !w.item(of, indent, inline && i == 0) {
				return false
			}
		}
	}
	return true
}

// field writes a field of a map; inline says that it stands behind the "- " of an item.
func (w *writer) field(key string, of any, indent int, inline bool) bool {
	if w.skips(of, valueOf(key, indent)) {
		return true
	}
	if w.shown() {
		if !inline {
			w.indent(indent)
		}
		if !w.key(key) {
			return false
		}
		w.text = append(w.text, ':')
	}
	if isBlock(of) {
		w.end()
		return w.block(of, below(of, indent), false)
	}
	if w.shown() {
		w.text = append(w.text, ' ')
	}
	return w.scalar(of, valueOf(key, indent))
}

// item writes an item of a list; inline says that it stands behind the "- " of another one.
func (w *writer) item(of any, indent int, inline bool) bool {
	if w.skips(of, itemAt(indent)) {
		return true
	}
	if w.shown() {
		if !inline {
			w.indent(indent)
		}
		w.text = append(w.text, "- "...)
	}
	if isBlock(of) {
		return w.block(of, indent+2, true)
	}
	return w.scalar(of, itemAt(indent))
}

// shown reports whether the line is written.
func (w *writer) shown() bool { return w.from <= w.line && w.line < w.to }

// end ends the line.
func (w *writer) end() {
	if w.shown() {
		w.text = append(w.text, '\n')
	}
	w.line++
}

// A spot is where a value is written: in a block with an indent, behind a key or behind the "- "
// of an item.
type spot struct {
	indent int
	// column is where it begins; -1 if the library knows, which writes the key.
	column int
	item   bool
}

func itemAt(indent int) spot { return spot{indent, indent + len("- "), true} }

func valueOf(key string, indent int) spot {
	switch formOf(key) {
	case asItIs:
		return spot{indent, indent + utf8.RuneCountInString(key) + len(": "), false}
	case escaped:
		return spot{indent, indent + utf8.RuneCountInString(safetext.Quote(key)) + len(": "), false}
	case inQuotes:
		return spot{indent, indent + len("'") + utf8.RuneCountInString(key) + strings.Count(key, "'") + len("': "), false}
	}
	return spot{indent, -1, false}
}

// below is the indent of a block that is the value of a field.
func below(v any, indent int) int {
	if isList(v) {
		return indent
	}
	return indent + 2
}

func isList(v any) bool {
	_, ok := v.([]any)
	return ok
}

// skips goes over a field or an item if no line of it is written.
func (w *writer) skips(v any, at spot) bool {
	if w.from <= w.line && w.to == all {
		return false
	}
	n := w.lines(v, at)
	if w.line+n > w.from && w.line < w.to {
		return false
	}
	w.line += n
	return true
}

// lines is how many lines a field or an item has.
func (w *writer) lines(v any, at spot) int {
	if s, ok := v.(string); ok {
		n := stringLines(s, at)
		w.lost = w.lost || n == 0
		return n
	}
	switch {
	case !isBlock(v):
		return 1
	case at.item:
		return w.blockLines(v, at.indent+2)
	}
	return 1 + w.blockLines(v, below(v, at.indent)) // the key has one
}

// blockLines is how many lines a block has.
func (w *writer) blockLines(v any, indent int) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		for key, of := range v {
			n += w.lines(of, valueOf(key, indent))
		}
	case yaml.MapSlice:
		for i := range v {
			key, _ := v[i].Key.(string)
			n += w.lines(v[i].Value, valueOf(key, indent))
		}
	case []any:
		for _, of := range v {
			n += w.lines(of, itemAt(indent))
		}
	}
	return n
}

const spaces = "                                                                "

func (w *writer) indent(n int) {
	for ; n > len(spaces); n -= len(spaces) {
		w.text = append(w.text, spaces...)
	}
	w.text = append(w.text, spaces[:n]...)
}

func (w *writer) key(s string) bool {
	switch f := formOf(s); {
	case len(s) > longestKey:
		return false
	case f != unknown:
		w.inForm(f, s)
	case hasBreak(s) || !utf8.ValidString(s):
		return false
	default:
		w.leave(s)
	}
	return true
}

// inForm writes a string in one line.
func (w *writer) inForm(f form, s string) {
	switch f {
	case asItIs:
		w.text = append(w.text, s...)
		return
	case escaped:
		w.text = append(w.text, safetext.Quote(s)...)
		return
	}
	w.text = append(w.text, '\'')
	w.inside(f, s)
	w.text = append(w.text, '\'')
}

// inside writes a part of a string, without the quotes around it.
func (w *writer) inside(f form, s string) {
	if f == inQuotes {
		for quote := strings.IndexByte(s, '\''); quote >= 0; quote = strings.IndexByte(s, '\'') {
			w.text = append(w.text, s[:quote+1]...)
			w.text = append(w.text, '\'')
			s = s[quote+1:]
		}
	}
	w.text = append(w.text, s...)
}

// leave leaves a string of one line to the library.
func (w *writer) leave(s string) {
	w.holes = append(w.holes, hole(len(w.text)))
	w.odd = append(w.odd, s)
}

// scalar writes what is no block, and ends the line.
func (w *writer) scalar(v any, at spot) bool {
	if s, ok := v.(string); ok {
		switch n := stringLines(s, at); {
		case n == 0:
			return false
		case n > 1 && strings.Contains(s, "\n"):
			w.literal(s, at)
			return true
		case n > 1:
			w.folded(s, at)
			return true
		}
	}
	if w.shown() && !w.inLine(v) {
		return false
	}
	w.end()
	return true
}

// inLine writes a value of one line.
func (w *writer) inLine(v any) bool {
	switch v := v.(type) {
	case nil:
		w.text = append(w.text, "null"...)
	case bool:
		w.text = strconv.AppendBool(w.text, v)
	case int64:
		w.text = strconv.AppendInt(w.text, v, 10)
	case int:
		w.text = strconv.AppendInt(w.text, int64(v), 10)
		return w.asIs
	case uint64:
		w.text = strconv.AppendUint(w.text, v, 10)
		return w.asIs
	case float64:
		return w.float(v)
	case string:
		switch f := formOf(v); {
		case f != unknown:
			w.inForm(f, v)
		case !utf8.ValidString(v):
			return false
		default:
			w.leave(v)
		}
	case map[string]any:
		if v == nil {
			w.text = append(w.text, "null"...)
		} else {
			w.text = append(w.text, "{}"...)
		}
	case yaml.MapSlice:
		w.text = append(w.text, "{}"...)
	case []any:
		if v == nil && !w.asIs {
			w.text = append(w.text, "null"...)
		} else {
			w.text = append(w.text, "[]"...)
		}
	default:
		return false
	}
	return true
}

// float writes a number as what JSON writes is read by YAML: those without a fraction are
// integers.
func (w *writer) float(v float64) bool {
	const certain = 1e15 // below it both write all digits
	switch size := math.Abs(v); {
	case w.asIs:
		w.text = strconv.AppendFloat(w.text, v, 'g', -1, 64)
		return size <= math.MaxFloat64 // the others have names
	case size < certain && v == math.Trunc(v):
		w.text = strconv.AppendInt(w.text, int64(v), 10)
	case 1e-5 < size && size < certain:
		w.text = strconv.AppendFloat(w.text, v, 'g', -1, 64)
	default:
		number, ok := inOrder(v)
		if !ok {
			return false
		}
		text, err := yaml.Marshal(number)
		if err != nil {
			return false
		}
		w.text = append(w.text, text[:len(text)-1]...)
	}
	return true
}
