package openapi

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// document is a JSON object. Numbers are json.Number.
type document = map[string]any

func decode(r io.Reader) (document, error) {
	d := json.NewDecoder(r)
	d.UseNumber()
	var doc document
	return doc, d.Decode(&doc)
}

// encode writes a document for people to read.
func encode(doc any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(doc)
	return b.Bytes(), err
}

// generic is a value as it reads when it was written as JSON.
func generic(v any) (document, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return decode(bytes.NewReader(text))
}

// object is the object at a path of keys, or nil.
func object(doc document, keys ...string) document {
	for _, k := range keys {
		doc, _ = doc[k].(document)
	}
	return doc
}

// diff lists how two values differ, each line beginning with a JSON pointer.
func diff(pointer string, want, got any) []string {
	switch w := want.(type) {
	case document:
		g, ok := got.(document)
		if !ok {
			break
		}
		var lines []string
		keys := maps.Clone(w)
		maps.Copy(keys, g)
		for _, k := range slices.Sorted(maps.Keys(keys)) {
			at := pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(k)
			wv, wanted := w[k]
			gv, given := g[k]
			switch {
			case !given:
				lines = append(lines, at+": missing, want "+short(wv))
			case !wanted:
				lines = append(lines, at+": not wanted, got "+short(gv))
			default:
				lines = append(lines, diff(at, wv, gv)...)
			}
		}
		return lines
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			break
		}
		var lines []string
		for i := range w {
			lines = append(lines, diff(pointer+"/"+strconv.Itoa(i), w[i], g[i])...)
		}
		return lines
	case json.Number:
		if g, ok := got.(json.Number); ok && sameNumber(w, g) {
			return nil
		}
	default:
		if want == got {
			return nil
		}
	}
	return []string{pointer + ": want " + short(want) + ", got " + short(got)}
}

// sameNumber compares values, not spellings: 1 equals 1.0 as JSON.
func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	if i, err := a.Int64(); err == nil {
		if j, err := b.Int64(); err == nil {
			return i == j
		}
	}
	x, errX := a.Float64()
	y, errY := b.Float64()
	return errX == nil && errY == nil && x == y
}

// short is a value on one line, not too long a one.
func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	if len(text) > 100 {
		return string(text[:97]) + "..."
	}
	return string(text)
}
