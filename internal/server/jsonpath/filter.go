package jsonpath

import (
	"errors"
	"fmt"
	"regexp"
	"sync"
)

var comparison = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([^!<>=]+)([!<>=]+)(.+?)$`) })

func (p *parser) filter() error {
	p.at += len("[?(")
	start := p.at
	var quote rune // the first quote, which must be closed
	open := false
	for {
		before := p.at
		r := p.next()
		switch {
		case r == eof || r == '\n':
			return errors.New("filter without end")
		case (r == '"' || r == '\'') && quote == 0:
			quote, open = r, true
		case r == quote && p.text[p.at-2] != '\\':
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
	parts := comparison().FindStringSubmatch(text)
	if parts == nil {
		left, err := part(text)
		if err != nil {
			return err
		}
		p.add(exists(left), Step{To: Item, Filter: left.Steps()})
		return nil
	}
	left, err := part(parts[1])
	if err != nil {
		return err
	}
	right, err := part(parts[3])
	if err != nil {
		return err
	}
	p.add(comparing(left, parts[2], right), Step{To: Item, Filter: left.Steps()})
	return nil
}

// each calls keep for the items of all lists, and returns the items for which it reports true.
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

func exists(p *Path) stepFunc {
	return func(values []any) ([]any, error) {
		return each(values, func(item any) (bool, error) {
			found, _ := p.find([]any{item}) // the server ignores the error if nothing is found
			return len(found) > 0, nil
		})
	}
}

func comparing(left *Path, operator string, right *Path) stepFunc {
	return func(values []any) ([]any, error) {
		return each(values, func(item any) (bool, error) {
			l, err := left.find([]any{item})
			if err != nil || len(l) == 0 {
				return false, err
			}
			if len(l) > 1 {
				return false, errSeveral
			}
			r, err := right.find([]any{item})
			if err != nil || len(r) == 0 {
				return false, err
			}
			if len(r) > 1 {
				return false, errSeveral
			}
			return compare(l[0], operator, r[0])
		})
	}
}

var (
	errSeveral = errors.New("can only compare one element at a time")
	errTypes   = errors.New("incompatible types for comparison")
)

func compare(l any, operator string, r any) (bool, error) {
	switch l := whole(l).(type) {
	case string:
		if r, ok := r.(string); ok {
			return ordered(l, operator, r)
		}
	case int64:
		if r, ok := whole(r).(int64); ok {
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

// whole converts integers to int64: those of the object, those of the path, and the bytes of strings are comparable.
func whole(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case byte:
		return int64(v)
	}
	return v
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
