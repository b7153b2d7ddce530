package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse parses a path. Like the server it puts the path between the braces of a template, so that a brace in the path
// ends it. The rest is text, which finds nothing, but further braces in it must contain valid paths.
func Parse(text string) (*Path, error) {
	p := parser{text: "{" + text + "}"}
	var first *Path
	for {
		open := strings.IndexByte(p.text[p.at:], '{')
		if open < 0 {
			return first, nil
		}
		p.at += open + 1
		p.steps = nil
		if err := p.action(); err != nil {
			return nil, fmt.Errorf("JSONPath %q: %w", text, err)
		}
		if first == nil {
			first = newPath(p.steps)
		} else {
			first.others = append(first.others, newPath(p.steps))
		}
	}
}

// part parses a path within another path, and ignores what follows a brace.
func part(text string) (*Path, error) {
	p, err := Parse(text)
	if err != nil {
		return nil, err
	}
	p.others = nil
	return p, nil
}

type parser struct {
	text  string
	at    int
	steps []step
}

func (p *parser) add(find stepFunc, desc Step) {
	p.steps = append(p.steps, step{find: find, desc: desc})
}

// eof is the character after the last one.
const eof = -1

// next returns the next character and advances.
func (p *parser) next() rune {
	if p.at >= len(p.text) {
		return eof
	}
	r, n := utf8.DecodeRuneInString(p.text[p.at:])
	p.at += n
	return r
}

// action parses steps up to the closing brace.
func (p *parser) action() error {
	for {
		switch rest := p.text[p.at:]; {
		case strings.HasPrefix(rest, "}"):
			p.at++
			return nil
		case strings.HasPrefix(rest, "[?("):
			if err := p.filter(); err != nil {
				return err
			}
		case strings.HasPrefix(rest, ".."):
			if err := p.descent(); err != nil {
				return err
			}
		default:
			if err := p.step(); err != nil {
				return err
			}
		}
	}
}

func (p *parser) descent() error {
	if n := len(p.steps); n > 0 && p.steps[n-1].descends {
		return errors.New("\"..\" twice")
	}
	p.at += len("..")
	p.steps = append(p.steps, step{find: descend, descends: true})
	if r, _ := utf8.DecodeRuneInString(p.text[p.at:]); r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
		p.field()
	}
	return nil
}

func (p *parser) step() error {
	switch r := p.next(); {
	case r == eof:
		return errors.New("no end")
	case r == ' ' || r == '@' || r == '$': // the current object
		return nil
	case r == '[':
		return p.brackets()
	case r == '"' || r == '\'':
		return p.quoted(r)
	case r == '.':
		p.field()
		return nil
	case r == '+' || r == '-' || unicode.IsDigit(r):
		return p.number()
	case r == '_' || unicode.IsLetter(r):
		p.word()
		return nil
	default:
		return fmt.Errorf("unexpected %q", r)
	}
}

// ends reports whether a character ends a name.
func ends(r rune) bool { return r == eof || strings.ContainsRune(" \t\r\n.,[]$@{}", r) }

// field parses a name after a dot. A backslash escapes the next character, even the closing brace.
func (p *parser) field() {
	start := p.at
	for {
		before := p.at
		r := p.next()
		if r == '\\' {
			p.next()
		} else if ends(r) {
			p.at = before
			break
		}
	}
	name := p.text[start:p.at]
	if name == "*" {
		p.add(wildcard, Step{To: Each})
		return
	}
	name = strings.ReplaceAll(name, `\`, "")
	p.add(child(name), Step{To: Field, Field: name})
}

func (p *parser) word() {
	start := p.at - 1
	for p.at < len(p.text) && !ends(rune(p.text[p.at])) {
		p.at++
	}
	word := p.text[start:p.at]
	if word != "true" && word != "false" {
		// Such a path is valid, but finds nothing.
		p.add(func([]any) ([]any, error) { return nil, fmt.Errorf("%q is not known", word) }, Step{})
		return
	}
	p.add(constant(word == "true"), Step{})
}

// number parses a number. An integer is an int and not an int64 like the numbers of objects, so that columns of type
// integer or number do not show it.
func (p *parser) number() error {
	start := p.at - 1
	for p.at < len(p.text) && (p.text[p.at] == '.' || '0' <= p.text[p.at] && p.text[p.at] <= '9') {
		p.at++
	}
	s := p.text[start:p.at]
	if i, err := strconv.Atoi(s); err == nil {
		p.add(constant(i), Step{})
		return nil
	}
	f, err := strconv.ParseFloat(s, 64)
	p.add(constant(f), Step{})
	return err
}

// quoted parses a string, which is only useful on the right of a filter.
func (p *parser) quoted(quote rune) error {
	start := p.at
	for {
		switch r := p.next(); {
		case r == eof || r == '\n':
			return errors.New("text without end")
		case r == quote && p.text[p.at-2] != '\\':
			s, err := unquote(p.text[start:p.at-1], byte(quote))
			p.add(func([]any) ([]any, error) { return []any{s}, nil }, Step{})
			return err
		}
	}
}

func unquote(s string, quote byte) (string, error) {
	if !strings.ContainsRune(s, '\\') {
		return s, nil
	}
	var b []byte
	for s != "" {
		r, multibyte, rest, err := strconv.UnquoteChar(s, quote)
		if err != nil {
			return "", err
		}
		if multibyte {
			b = utf8.AppendRune(b, r)
		} else {
			b = append(b, byte(r)) // "\xff" is a byte and no character
		}
		s = rest
	}
	return string(b), nil
}
