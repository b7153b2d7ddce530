// Package fieldpath follows the JSON paths of fieldPath and selectableFields through a schema, as the server does.
package fieldpath

import (
	"errors"
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// ErrPanics stands for a path on which the server's code steps into a schema
// that isn't there.
var ErrPanics = errors.New("the server panics")

// ErrNoField is for a path that leads to no field of the schema.
var ErrNoField = errors.New("does not refer to a valid field")

// errBrackets is for what stands in brackets and is no name in quotes. Where
// brackets may stand, the server says no more than that the path is not valid.
var errBrackets = errors.New("not a quoted name in brackets")

// Follow follows a path such as .spec.names['a.b'] from a schema, as
// ValidFieldPath of pkg/apiserver/schema/cel does: the properties or, where
// there are none, the additionalProperties. It returns the names on the way and
// the schema at its end, which is nil below additionalProperties: true.
func Follow(path string, s *schema.Schema, brackets bool) ([]string, *schema.Schema, error) {
	tokens := tokenize(path)
	var names []string
	next := func() (string, bool) {
		if len(tokens) == 0 {
			return "", false
		}
		tok := tokens[0]
		tokens = tokens[1:]
		return tok, true
	}
	step := func(name string) error {
		switch {
		case s == nil:
			return ErrPanics
		case s.Properties.Len() > 0:
			if s = s.Property(name); s == nil {
				return ErrNoField
			}
			names = append(names, "."+name)
		case s.AdditionalProperties != nil:
			s = s.ValueSchema()
			names = append(names, "["+name+"]")
		default:
			return ErrNoField
		}
		return nil
	}
	for {
		tok, ok := next()
		if !ok {
			return names, s, nil
		}
		switch tok {
		case "[":
			if !brackets {
				return nil, nil, errors.New("array notation is not allowed")
			}
			tok, _ = next()
			if len(tok) < 2 || tok[0] != '\'' || tok[len(tok)-1] != '\'' {
				return nil, nil, errBrackets
			}
			name, ok := unquote(tok[1 : len(tok)-1])
			if !ok {
				return nil, nil, errBrackets
			}
			if err := step(name); err != nil {
				return nil, nil, err
			}
			if tok, _ = next(); tok != "]" {
				return nil, nil, errBrackets
			}
		case ".":
			if tok, ok = next(); !ok {
				return nil, nil, errors.New("unexpected end of JSON path")
			}
			if err := step(tok); err != nil {
				return nil, nil, err
			}
		default:
			return nil, nil, fmt.Errorf("expected [ or . but got: %s", tok)
		}
	}
}

// tokenize cuts a path at dots and brackets, which are tokens themselves. A
// token that begins with a quote reaches to the next quote without a backslash
// before it, or to the end.
func tokenize(path string) []string {
	var tokens []string
	for len(path) > 0 {
		n := len(path)
		if path[0] == '\'' {
			for i := 1; i < len(path); i++ {
				if path[i] == '\'' && path[i-1] != '\\' {
					n = i + 1
					break
				}
			}
		} else if i := strings.IndexAny(path, ".[]"); i >= 0 {
			n = max(i, 1)
		}
		tokens = append(tokens, path[:n])
		path = path[n:]
	}
	return tokens
}

// unquote resolves the escapes inside single quotes, and reports whether there are
// only such as the server knows.
func unquote(s string) (string, bool) {
	const from, to = `abfnrtv'\`, "\a\b\f\n\r\t\v'\\"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		at := strings.IndexByte(from, s[i])
		if at < 0 {
			return "", false
		}
		b.WriteByte(to[at])
	}
	return b.String(), true
}
