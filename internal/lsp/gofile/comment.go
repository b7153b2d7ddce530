package gofile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

// written is a marker as it is written in a comment, which may be unfinished.
type written struct {
	// from is the offset of its plus sign in the file. text begins there, and ends without the spaces at the end of the
	// line, unless the place that was asked for is among them.
	from int
	text string
	// marker is the one of controller-gen that it is; nil if it is none, or if its name is unfinished. rest is the
	// offset in text behind its name, where a colon or an equals sign may stand.
	marker *gotypes.KnownMarker
	rest   int
}

// markerAt returns the marker in the line of an offset, if the offset is in the marker or at its end.
func markerAt(src []byte, offset int) (written, bool) {
	if offset < 0 || offset > len(src) {
		return written{}, false
	}
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	end := len(src)
	if i := bytes.IndexByte(src[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	line := string(src[start:end])
	comment, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "//")
	if !ok {
		return written{}, false
	}
	text := strings.TrimLeft(comment, " \t")
	if !strings.HasPrefix(text, "+") {
		return written{}, false
	}
	w := written{from: start + len(line) - len(text)}
	if w.text = strings.TrimRight(text, " \t\r"); offset < w.from || offset > w.from+len(text) {
		return written{}, false
	}
	if n := offset - w.from; n > len(w.text) {
		w.text = text[:n]
	}
	w.marker, w.rest = known(w.text)
	return w, true
}

// known returns the marker of controller-gen with the longest name that a text begins with.
func known(text string) (*gotypes.KnownMarker, int) {
	var best *gotypes.KnownMarker
	all := markers()
	for i := range all {
		rest, ok := strings.CutPrefix(text[1:], all[i].Name)
		if ok && (rest == "" || rest[0] == '=' || rest[0] == ':') && (best == nil || len(all[i].Name) > len(best.Name)) {
			best = &all[i]
		}
	}
	if best == nil {
		return nil, 0
	}
	return best, 1 + len(best.Name)
}

// argument is one of NAME:ARGUMENT=VALUE,ARGUMENT=VALUE as far as it is written. Offsets are those in the text of the
// marker.
type argument struct {
	name     string
	from, to int // of the name
	// hasValue is set if there is an equals sign, and value is then the place behind it up to the next comma.
	hasValue           bool
	valueFrom, valueTo int
}

// arguments splits the arguments of a marker with several. A value whose quote is missing goes up to the end.
func (w *written) arguments() []argument {
	if w.marker == nil || w.rest >= len(w.text) || w.text[w.rest] != ':' {
		return nil
	}
	var all []argument
	for i := w.rest + 1; i <= len(w.text); {
		a := argument{from: i}
		for i < len(w.text) && w.text[i] != '=' && w.text[i] != ',' {
			i++
		}
		a.name, a.to = strings.TrimSpace(w.text[a.from:i]), i
		if i < len(w.text) && w.text[i] == '=' {
			i++
			a.hasValue, a.valueFrom = true, i
			i = valueEnd(w.text, i)
			a.valueTo = i
		}
		all = append(all, a)
		i++ // the comma
	}
	return all
}

// valueEnd returns where a value ends that begins at an offset: at a comma that is in no quotes and in no braces.
func valueEnd(text string, i int) int {
	quote, depth := byte(0), 0
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '`':
			quote = c
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ',' && depth <= 0:
			return i
		}
	}
	return min(i, len(text))
}

// argumentAt returns the argument that an offset in the text of the marker is in.
func (w *written) argumentAt(offset int) (argument, []argument, bool) {
	all := w.arguments()
	i := slices.IndexFunc(all, func(a argument) bool { return a.from <= offset && offset <= max(a.to, a.valueTo) })
	if i < 0 {
		return argument{}, all, false
	}
	return all[i], all, true
}
