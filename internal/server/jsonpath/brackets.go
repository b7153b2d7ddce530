package jsonpath

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

var (
	quotedKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^'([^']*)'$`) })
	sliceText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(-?\d*)(:-?\d*)?(:-?\d*)?$`) })
)

// brackets parses an index, a slice, a quoted key, or a union of these.
func (p *parser) brackets() error {
	text, _, closed := strings.Cut(p.text[p.at:], "]")
	if !closed || strings.Contains(text, "\n") {
		return errors.New("\"[\" without \"]\"")
	}
	p.at += len(text) + 1
	if text == "*" {
		text = ":"
	}
	if all := strings.Split(text, ","); len(all) > 1 {
		var of []*Path
		for _, one := range all {
			sub, err := part("[" + strings.Trim(one, " ") + "]")
			if err != nil {
				return err
			}
			of = append(of, sub)
		}
		p.add(union(of), Step{})
		return nil
	}
	if key := quotedKey().FindStringSubmatch(text); key != nil {
		sub, err := part("." + key[1])
		if err != nil {
			return err
		}
		p.steps = append(p.steps, sub.steps...)
		return nil
	}
	groups := sliceText().FindStringSubmatch(text)
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
	p.add(s.find, Step{To: Item, Several: s.several()})
	return nil
}

func union(of []*Path) stepFunc {
	return func(values []any) ([]any, error) {
		var out []any
		for _, p := range of {
			found, err := p.find(values)
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
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

// several reports whether the slice may contain more than one item.
func (s slice) several() bool {
	from, to := s.params[0], s.params[1]
	switch {
	case s.single:
		return false
	case !s.known[1]:
		return from != -1 // -1: only the last item
	}
	return to-from > 1 || from >= 0 && to < 0
}

func (s slice) find(values []any) ([]any, error) {
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
		list = list[from:to]
		for i := 0; i < len(list); i += by { // from 0, so that adding the step cannot overflow
			out = append(out, list[i])
		}
	}
	return out, nil
}
