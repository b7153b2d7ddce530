package yamltext

import "github.com/crdtool/crdtool/internal/jsonvalue"

// Part is the lines of two values between what both begin and end with.
type Part struct {
	// Old and New are those lines.
	Old, New string
	// Before and After are how many lines both have before and behind them.
	Before, After int
}

// Differing returns the lines of two values, as Marshal writes them, without most of those that
// both begin and end with: around of them stay at each end, and others where it takes longer to
// see that they are the same. ok is false if the values have to be written for it.
func Differing(was, is any, around int) (p Part, ok bool) {
	if !isBlock(was) || !isBlock(is) {
		return p, false
	}
	var before, after writer
	head, tail := 0, 0
	if jsonvalue.Equal(was, is) {
		head = before.blockLines(was, 0)
	} else if head, tail = ends(&before, &after, was, is, 0, false); tail > around {
		p.After = tail - around
	}
	p.Before = max(head-around, 0)
	if p.Old, ok = before.part(was, &p); !ok {
		return p, false
	}
	p.New, ok = after.part(is, &p)
	return p, ok
}

// part are the lines of a value that are one side of a Part.
func (w *writer) part(v any, p *Part) (string, bool) {
	w.from, w.to = p.Before, all
	if p.After > 0 {
		w.to = w.blockLines(v, 0) - p.After
	}
	if !w.block(v, 0, false) || w.lost {
		return "", false
	}
	text, ok := w.finish()
	return string(text), ok
}

// entries are the fields of a map in order, or the items of a list.
type entries struct {
	keys   []string
	fields map[string]any
	items  []any
}

func (w *writer) entries(v any) entries {
	if m, ok := v.(map[string]any); ok {
		return entries{keys: w.keys(m), fields: m}
	}
	list, _ := v.([]any)
	return entries{items: list}
}

func (e *entries) len() int { return max(len(e.keys), len(e.items)) }

func (e *entries) at(i int) (key string, v any) {
	if e.fields != nil {
		return e.keys[i], e.fields[e.keys[i]]
	}
	return "", e.items[i]
}

// ends counts lines that two blocks both begin and end with: whole fields and items, and lines
// of the first and the last of the others. None is counted twice. The blocks differ; inline
// says that they begin behind the "- " of an item.
func ends(olds, news *writer, was, is any, indent int, inline bool) (head, tail int) {
	_, isMap := was.(map[string]any)
	if _, both := is.(map[string]any); isMap != both {
		return 0, 0
	}
	a, b := olds.entries(was), news.entries(is)
	lines := func(i int) int {
		key, v := a.at(i)
		if isMap {
			return olds.lines(v, valueOf(key, indent))
		}
		return olds.lines(v, itemAt(indent))
	}
	same := func(i, j int) bool {
		key, v := a.at(i)
		other, w := b.at(j)
		return key == other && jsonvalue.Equal(v, w)
	}
	first := 0
	for first < min(a.len(), b.len()) && same(first, first) {
		head += lines(first)
		first++
	}
	lastA, lastB := a.len(), b.len()
	// The first entry of an item has another first line.
	start := first
	if inline {
		start = max(first, 1)
	}
	for lastA > start && lastB > start && same(lastA-1, lastB-1) {
		lastA, lastB = lastA-1, lastB-1
		tail += lines(lastA)
	}
	within := func(i, j int) (head, tail int) {
		key, v := a.at(i)
		other, w := b.at(j)
		if key != other || !isBlock(v) || !isBlock(w) {
			return 0, 0
		}
		if !isMap {
			return ends(olds, news, v, w, indent+2, true)
		}
		if isList(v) != isList(w) {
			return 0, 0
		}
		head, tail = ends(olds, news, v, w, below(v, indent), false)
		return head + 1, tail // the key
	}
	switch {
	case first == lastA || first == lastB:
	case lastA-first == 1 && lastB-first == 1:
		more, less := within(first, first)
		return head + more, tail + less
	default:
		more, _ := within(first, first)
		head += more
		if lastA-first > 1 && lastB-first > 1 {
			_, less := within(lastA-1, lastB-1)
			tail += less
		}
	}
	return head, tail
}
