// Package jsonpath reads and evaluates the JSONPaths of printer columns, in the
// dialect of k8s.io/client-go/util/jsonpath: fields, indices, slices, unions,
// wildcards, recursive descent and filters. Ranges, which only templates can end,
// are not known.
package jsonpath

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Path is a parsed JSONPath. It does not change.
type Path struct{ steps []step }

// taking takes the values found so far to the next ones.
type taking func(values []any) ([]any, error)

type step struct {
	take taking
	leap Step
}

// Step says where one step of a path leads, for those who follow it through a
// schema.
type Step struct {
	To Target
	// Field is the name that a step to a field has.
	Field string
	// Filter is what a filter looks at in each item; empty for other steps, and
	// where that is not simply a path.
	Filter []Step
}

// Target is what a step leads to.
type Target uint8

// The targets.
const (
	// Elsewhere is what only a value tells, such as what ".." leads to.
	Elsewhere Target = iota
	// Field is a field of an object, or a value of a map.
	Field
	// Item is an item of a list.
	Item
	// Each is an item of a list or a value of an object.
	Each
)

// Steps returns the steps of the path.
func (p *Path) Steps() []Step {
	list := make([]Step, len(p.steps))
	for i := range p.steps {
		list[i] = p.steps[i].leap
	}
	return list
}

// Find returns what the path leads to; beside an error, what it had found by
// then.
func (p *Path) Find(value any) ([]any, error) {
	values := []any{value}
	for _, s := range p.steps {
		next, err := s.take(values)
		if err != nil {
			return values, err
		}
		values = next
	}
	return values, nil
}

// Parse reads a path.
func Parse(text string) (*Path, error) {
	p := parser{text: text}
	for p.at < len(p.text) {
		if err := p.step(); err != nil {
			return nil, fmt.Errorf("JSONPath %q: %w", text, err)
		}
	}
	return &p.path, nil
}

type parser struct {
	text string
	at   int
	path Path
	// descends is set behind "..".
	descends bool
}

func (p *parser) add(take taking, leap Step) {
	p.path.steps = append(p.path.steps, step{take, leap})
}

// next takes the next character; 0 at the end.
func (p *parser) next() rune {
	if p.at >= len(p.text) {
		return 0
	}
	r, n := utf8.DecodeRuneInString(p.text[p.at:])
	p.at += n
	return r
}

func (p *parser) step() error {
	rest := p.text[p.at:]
	descended := p.descends
	p.descends = false
	switch {
	case strings.HasPrefix(rest, "[?("):
		return p.filter()
	case strings.HasPrefix(rest, ".."):
		if descended {
			return errors.New("\"..\" twice")
		}
		p.at += len("..")
		p.add(descend, Step{})
		if r, _ := utf8.DecodeRuneInString(p.text[p.at:]); r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			p.field()
			return nil
		}
		p.descends = true
		return nil
	}
	switch r := p.next(); {
	case r == ' ' || r == '@' || r == '$': // the current object
		p.descends = descended
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
		return p.word()
	default:
		return fmt.Errorf("unexpected %q", r)
	}
}

// ends reports what ends a name.
func ends(r rune) bool { return r == 0 || strings.ContainsRune(" \t\r\n.,[]$@{}", r) }

// field reads a name behind a dot, in which a backslash takes the next character
// as it is.
func (p *parser) field() {
	start := p.at
	for p.at < len(p.text) {
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

func (p *parser) word() error {
	start := p.at - 1
	for p.at < len(p.text) && !ends(rune(p.text[p.at])) {
		p.at++
	}
	word := p.text[start:p.at]
	if word != "true" && word != "false" {
		// It can be read, but finds nothing.
		p.add(func([]any) ([]any, error) { return nil, fmt.Errorf("%q is not known", word) }, Step{})
		return nil
	}
	p.add(constant(word == "true"), Step{})
	return nil
}

func (p *parser) number() error {
	start := p.at - 1
	for p.at < len(p.text) && (p.text[p.at] == '.' || '0' <= p.text[p.at] && p.text[p.at] <= '9') {
		p.at++
	}
	s := p.text[start:p.at]
	if i, err := strconv.Atoi(s); err == nil {
		p.add(constant(int64(i)), Step{})
		return nil
	}
	f, err := strconv.ParseFloat(s, 64)
	p.add(constant(f), Step{})
	return err
}

// quoted reads a text, which only stands on the right of a filter.
func (p *parser) quoted(quote rune) error {
	start := p.at
	for {
		switch r := p.next(); {
		case r == 0 || r == '\n':
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
	var b strings.Builder
	for s != "" {
		r, _, rest, err := strconv.UnquoteChar(s, quote)
		if err != nil {
			return "", err
		}
		b.WriteRune(r)
		s = rest
	}
	return b.String(), nil
}

var (
	quotedKey = regexp.MustCompile(`^'([^']*)'$`)
	sliceText = regexp.MustCompile(`^(-?\d*)(:-?\d*)?(:-?\d*)?$`)
)

// brackets reads an index, a slice, a key in quotes, or a union of these.
func (p *parser) brackets() error {
	text, _, closed := strings.Cut(p.text[p.at:], "]")
	if !closed || strings.Contains(text, "\n") {
		return errors.New("\"[\" without \"]\"")
	}
	p.at += len(text) + 1
	if text == "*" {
		text = ":"
	}
	if parts := strings.Split(text, ","); len(parts) > 1 {
		var of []*Path
		for _, part := range parts {
			sub, err := Parse("[" + strings.Trim(part, " ") + "]")
			if err != nil {
				return err
			}
			of = append(of, sub)
		}
		p.add(union(of), Step{})
		return nil
	}
	if key := quotedKey.FindStringSubmatch(text); key != nil {
		sub, err := Parse("." + key[1])
		if err != nil {
			return err
		}
		p.path.steps = append(p.path.steps, sub.steps...)
		return nil
	}
	groups := sliceText.FindStringSubmatch(text)
	if groups == nil {
		return fmt.Errorf("%q is no index", text)
	}
	var s slice
	for i, g := range groups[1:] {
		switch {
		case g == "" && i == 1:
			s.params[1], s.known[1], s.single = s.params[0]+1, true, true
		case g == "" || g == ":":
		default:
			n, err := strconv.Atoi(strings.TrimPrefix(g, ":"))
			if err != nil {
				return err
			}
			s.params[i], s.known[i] = n, true
		}
	}
	p.add(s.take, Step{To: Item})
	return nil
}

var comparison = regexp.MustCompile(`^([^!<>=]+)([!<>=]+)(.+?)$`)

func (p *parser) filter() error {
	p.at += len("[?(")
	start := p.at
	var quote rune
	open := false
	for {
		before := p.at
		r := p.next()
		switch {
		case r == 0 || r == '\n':
			return errors.New("filter without end")
		case (r == '"' || r == '\'') && quote == 0:
			quote, open = r, true
		case r == quote && r != 0 && p.text[p.at-2] != '\\':
			open = false
		case r == ')' && !open:
			if p.next() != ']' {
				return errors.New("filter without \"]\"")
			}
			return p.compare(p.text[start:before])
		}
	}
}

func (p *parser) compare(text string) error {
	parts := comparison.FindStringSubmatch(text)
	if parts == nil {
		left, err := Parse(text)
		if err != nil {
			return err
		}
		p.add(exists(left), Step{To: Item, Filter: left.Steps()})
		return nil
	}
	left, err := Parse(parts[1])
	if err != nil {
		return err
	}
	right, err := Parse(parts[3])
	if err != nil {
		return err
	}
	p.add(comparing(left, parts[2], right), Step{To: Item, Filter: left.Steps()})
	return nil
}

func constant(c any) taking {
	return func(values []any) ([]any, error) {
		out := make([]any, len(values))
		for i := range out {
			out[i] = c
		}
		return out, nil
	}
}

// child takes the values under a name. What has no such name is left out, and
// what is no object, too.
func child(name string) taking {
	return func(values []any) ([]any, error) {
		var out []any
		for _, v := range values {
			if m, ok := v.(map[string]any); ok {
				if c, ok := m[name]; ok {
					out = append(out, c)
				}
			}
		}
		return out, nil
	}
}

// below returns the values directly below another, those of an object in the
// order of their names; the server's is random. It takes a text for a list of
// bytes, as the server does.
func below(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		var out []any
		for _, name := range names {
			out = append(out, v[name])
		}
		return out
	case string:
		var out []any
		for i := range len(v) {
			out = append(out, v[i])
		}
		return out
	}
	return nil
}

func wildcard(values []any) ([]any, error) {
	var out []any
	for _, v := range values {
		out = append(out, below(v)...)
	}
	return out, nil
}

func descend(values []any) ([]any, error) {
	var out []any
	for _, v := range values {
		if subs := below(v); len(subs) > 0 {
			further, _ := descend(subs)
			out = append(append(out, v), further...)
		}
	}
	return out, nil
}

func union(of []*Path) taking {
	return func(values []any) ([]any, error) {
		var out []any
		for _, p := range of {
			for _, v := range values {
				found, err := p.Find(v)
				if err != nil {
					return nil, err
				}
				out = append(out, found...)
			}
		}
		return out, nil
	}
}

// slice is [start:end:step], or an index if single is set.
type slice struct {
	params [3]int
	known  [3]bool
	single bool
}

var errBounds = errors.New("index out of bounds")

func (s slice) take(values []any) ([]any, error) {
	var out []any
	for _, v := range values {
		if v == nil {
			continue
		}
		list, ok := v.([]any)
		if !ok {
			return nil, errors.New("no list")
		}
		from, to, by := s.params[0], s.params[1], 1
		if from < 0 {
			from += len(list)
		}
		if !s.known[1] {
			to = len(list)
		}
		if to < 0 || to == 0 && s.single {
			to += len(list)
		}
		if from == to {
			return out, nil
		}
		if from < 0 || from >= len(list) || to < 0 || to > len(list) || from > to {
			return nil, errBounds
		}
		if s.known[2] {
			if by = s.params[2]; by <= 0 {
				return nil, errors.New("step must be > 0")
			}
		}
		for i := from; i < to; i += by {
			out = append(out, list[i])
		}
	}
	return out, nil
}

// each calls keep for the items of lists, and returns those that it keeps.
func each(values []any, keep func(item any) (bool, error)) ([]any, error) {
	var out []any
	for _, v := range values {
		list, ok := v.([]any)
		if !ok {
			return nil, errors.New("no list")
		}
		for _, item := range list {
			kept, err := keep(item)
			if err != nil {
				return nil, err
			}
			if kept {
				out = append(out, item)
			}
		}
	}
	return out, nil
}

func exists(p *Path) taking {
	return func(values []any) ([]any, error) {
		return each(values, func(item any) (bool, error) {
			found, _ := p.Find(item) // the server asks before it looks at the error
			return len(found) > 0, nil
		})
	}
}

func comparing(left *Path, operator string, right *Path) taking {
	return func(values []any) ([]any, error) {
		return each(values, func(item any) (bool, error) {
			l, err := left.Find(item)
			if err != nil || len(l) == 0 {
				return false, err
			}
			r, err := right.Find(item)
			if err != nil || len(r) == 0 {
				return false, err
			}
			if len(l) > 1 || len(r) > 1 {
				return false, errors.New("can only compare one element at a time")
			}
			return compare(l[0], operator, r[0])
		})
	}
}

var errTypes = errors.New("incompatible types for comparison")

func compare(l any, operator string, r any) (bool, error) {
	switch l := l.(type) {
	case string:
		if r, ok := r.(string); ok {
			return ordered(l, operator, r)
		}
	case int64:
		if r, ok := r.(int64); ok {
			return ordered(l, operator, r)
		}
	case float64:
		if r, ok := r.(float64); ok {
			return ordered(l, operator, r)
		}
	case bool:
		if r, ok := r.(bool); ok {
			switch operator {
			case "==":
				return l == r, nil
			case "!=":
				return l != r, nil
			}
		}
	}
	return false, errTypes
}

func ordered[T string | int64 | float64](l T, operator string, r T) (bool, error) {
	switch operator {
	case "==":
		return l == r, nil
	case "!=":
		return l != r, nil
	case "<":
		return l < r, nil
	case "<=":
		return l <= r, nil
	case ">":
		return l > r, nil
	case ">=":
		return l >= r, nil
	}
	return false, fmt.Errorf("unknown operator %q", operator)
}
