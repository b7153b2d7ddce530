package jsonpath

import (
	"fmt"
	"testing"
)

// TestFind has what conformance/jsonpath found this package to do otherwise than
// the server.
func TestFind(t *testing.T) {
	object := map[string]any{
		"a": map[string]any{"b": "x", "n": int64(1)},
		"l": []any{"p", "q", "r"},
		"o": []any{[]any{}, []any{"i"}},
	}
	for text, want := range map[string]string{
		// A brace ends the path.
		".a.b}":           "[x]",
		".a.b} and more":  "[x]",
		".a.b}{.a":        "[x]",
		".a.b}{.l[7]":     "error",
		".a.b}{.l[":       "unreadable",
		".a['b}c']":       "[x]",
		".l[?(@}x=='q')]": "[q]",
		// A backslash takes the brace that the server puts behind the path.
		`.a.b\`: "unreadable",
		// A number of the path is no number of an object.
		"7":             "[int 7]",
		".l[?(1==1)]":   "[p q r]",
		".a[?(@.n==1)]": "error",
		// Bytes of texts are numbers.
		".l[?(@.*==113)]": "[q]",
		// A zero is a character like others.
		".a.b\x00": "[]",
		// The left side is looked at first.
		".o[1:][?(@[0,0]==@.c)]": "error",
		// A union goes on where one of its parts found an empty list.
		".o[*][0:0,0:]": "[]",
		// What is no character stays a byte.
		`"\xff"`: "[\xff]",
		// No step is too long.
		".l[1:3:9223372036854775807]": "[q]",
		// An empty field, then another.
		"['.']..a": "unreadable",
	} {
		if got := found(text, object); got != want {
			t.Errorf("%s finds %q, want %q", text, got, want)
		}
	}
}

func found(text string, object any) string {
	p, err := Parse(text)
	if err != nil {
		return "unreadable"
	}
	values, err := p.Find(object)
	if err != nil {
		return "error"
	}
	for i, v := range values {
		if n, ok := v.(int); ok {
			values[i] = fmt.Sprintf("int %d", n)
		}
	}
	return fmt.Sprint(values)
}
