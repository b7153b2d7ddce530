package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/openapiv3"
	"github.com/crdtool/crdtool/internal/renamed"
	"github.com/crdtool/crdtool/internal/yamltext"
)

// encode writes a document for people and programs.
func encode(format string, v json.Marshaler) ([]byte, error) {
	text, err := v.MarshalJSON()
	if err != nil {
		return nil, err
	}
	if format == "yaml" {
		return yamltext.FromJSON(text)
	}
	return append(appendIndented(make([]byte, 0, indentedSize(text, 0)+1), text, 0), '\n'), nil
}

// encoder writes documents one after the other, those of OpenAPI v3 from the texts of
// others that are alike.
type encoder struct {
	format string
	texts  renamed.Texts
}

// append appends a document to a text.
func (e *encoder) append(to []byte, v json.Marshaler) ([]byte, error) {
	d, ok := v.(document)
	if !ok || d.Frame == "" {
		text, err := encode(e.format, v)
		if len(to) == 0 {
			return text, err // it may be very long
		}
		return append(to, text...), err
	}
	if e.format == "json" {
		if all, ok, err := e.framed(to, d); ok || err != nil {
			return all, err
		}
	}
	return e.texts.Append(to, d.Frame+d.Schemas, d.GroupVersion().Version, func(version string) ([]byte, error) {
		return encode(e.format, document{d.As(version, false)})
	})
}

// framed appends a document as JSON: the text of one without the schemas of its resources,
// with those in their places. It is false where it does not know how.
func (e *encoder) framed(to []byte, d document) (all []byte, ok bool, err error) {
	start := len(to)
	to, err = e.texts.Append(to, "frame "+d.Frame, d.GroupVersion().Version, func(version string) ([]byte, error) {
		return encode(e.format, document{d.As(version, true)})
	})
	if err != nil {
		return to, false, err
	}
	frame := bytes.Clone(to[start:])
	models, ok := modelsIn(frame, d)
	if !ok {
		return to[:start], false, nil
	}
	return appendModels(to[:start], frame, models), true, nil
}

// modelIndent is how deep what stands in components.schemas is.
const modelIndent = 3

// A model is the schema of a resource, as JSON, and the place of the one of its name in a frame.
type model struct {
	start, end int
	schema     []byte
}

// modelsIn finds the places of the schemas of a document's resources in its frame, in their
// order. It is false where it does not know one.
func modelsIn(frame []byte, d document) (models []model, ok bool) {
	end := "\n" + strings.Repeat(indent, modelIndent) + "}"
	from := 0
	ok = true
	d.EachModel(func(name string, s *spec.Schema) {
		key := []byte("\n" + strings.Repeat(indent, modelIndent) + strconv.Quote(name) + ": ")
		is, known := openapiv3.SchemaJSON(s)
		at := -1
		// Resources are in the order of their names, mostly, and there may be thousands.
		for _, start := range [...]int{from, 0} {
			if i := bytes.Index(frame[start:], key); at < 0 && i >= 0 {
				at = start + i + len(key)
			}
			if at >= 0 {
				break
			}
		}
		if !known || at < 0 {
			ok = false
			return
		}
		length := bytes.Index(frame[at:], []byte(end))
		if length < 0 {
			ok = false
			return
		}
		from = at + length + len(end)
		models = append(models, model{at, from, is})
	})
	slices.SortFunc(models, func(a, b model) int { return a.start - b.start })
	return models, ok
}

// appendModels appends a frame with schemas in their places.
func appendModels(to, frame []byte, models []model) []byte {
	size := len(frame)
	for _, m := range models {
		size += indentedSize(m.schema, modelIndent)
	}
	to = slices.Grow(to, size)
	done := 0
	for _, m := range models {
		to = append(to, frame[done:m.start]...)
		to = appendIndented(to, m.schema, modelIndent)
		done = m.end
	}
	return append(to, frame[done:]...)
}

const indent = "  "

// appendIndented appends JSON that has no white space, as json.Indent writes what stands so
// deep. That reads every letter twice.
func appendIndented(to, text []byte, depth int) []byte {
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case '"':
			end := endOfString(text, i)
			to = append(to, text[i:end]...)
			i = end
			continue
		case '{', '[':
			to = append(to, c)
			if i+1 < len(text) && text[i+1] == c+2 { // nothing is in it
				to = append(to, c+2)
				i += 2
				continue
			}
			depth++
			to = appendBreak(to, depth)
		case '}', ']':
			depth--
			to = append(appendBreak(to, depth), c)
		case ',':
			to = appendBreak(append(to, c), depth)
		case ':':
			to = append(to, c, ' ')
		default:
			to = append(to, c)
		}
		i++
	}
	return to
}

func appendBreak(to []byte, depth int) []byte {
	to = append(to, '\n')
	for range depth {
		to = append(to, indent...)
	}
	return to
}

// endOfString is where a string ends that begins at a place.
func endOfString(text []byte, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// indentedSize is how long what appendIndented appends is.
func indentedSize(text []byte, depth int) int {
	size := len(text)
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case '"':
			i = endOfString(text, i)
			continue
		case '{', '[':
			if i+1 < len(text) && text[i+1] == c+2 {
				i += 2
				continue
			}
			depth++
			size += 1 + depth*len(indent)
		case '}', ']':
			depth--
			size += 1 + depth*len(indent)
		case ',':
			size += 1 + depth*len(indent)
		case ':':
			size++
		}
		i++
	}
	return size
}
