package gotypes

import (
	"strconv"
	"strings"
	"text/scanner"
)

// argKind is what the argument of a marker is.
type argKind uint8

const (
	noArg argKind = iota
	intArg
	numberArg
	stringArg
	boolArg
	anyArg     // by its looks
	anysArg    // a list of any
	stringsArg // a list of strings
	jsonArg    // JSON, as in +default
	fieldsArg  // several, with names
)

// span is where a value stands in the text of a marker: offsets of bytes.
type span struct{ from, to int }

// args are the values of a marker.
type args struct {
	value  any            // of a marker with one argument
	at     span           // of value
	items  []span         // of the items of a list
	fields map[string]any // of a marker with several
	spans  map[string]span
	lists  map[string][]span // of the items of those that are lists
	bad    bool
}

// parseArgs reads the arguments of a marker as controller-gen does: with the tokens of
// Go, where what is not quoted is a string until the next comma, semicolon or brace.
func parseArgs(n *note, kind argKind, kinds map[string]argKind) *args {
	a := &args{}
	p := &argParser{text: n.args, at: n.argsAt}
	switch kind {
	case noArg:
		a.value, a.at = true, span{0, len(n.text)}
		return a
	case fieldsArg:
		text := n.args
		if n.name != n.base {
			// The last part of the name is that of the first argument.
			p.text = n.name[len(n.base)+1:] + "=" + text
			p.at = 1 + len(n.base) + 1
		}
		p.start()
		a.fields, a.spans = map[string]any{}, map[string]span{}
		for p.peek() != scanner.EOF {
			p.scan()
			name := p.s.TokenText()
			if p.scan() != '=' {
				p.bad = true
			}
			k, ok := kinds[name]
			if !ok || p.bad {
				p.bad = true
				break
			}
			p.items = nil
			a.fields[name], a.spans[name] = p.value(k, false)
			if p.items != nil {
				if a.lists == nil {
					a.lists = map[string][]span{}
				}
				a.lists[name] = p.items
			}
			if p.bad || p.peek() == scanner.EOF {
				break
			}
			if p.scan() != ',' {
				p.bad = true
				break
			}
		}
	case jsonArg:
		if strings.HasPrefix(strings.TrimSpace(n.args), "ref(") {
			a.bad = true
			return a
		}
		v, err := readJSON(n.args)
		a.value, a.at, a.bad = v, span{n.argsAt, len(n.text)}, err != nil
		return a
	default:
		p.start()
		if p.peek() == scanner.EOF {
			p.bad = kind != stringArg
			a.value = ""
			break
		}
		a.value, a.at = p.value(kind, false)
		a.items = p.items
	}
	a.bad = p.bad
	return a
}

type argParser struct {
	text  string
	at    int // where text starts in that of the marker
	s     scanner.Scanner
	last  span // of the token scanned last, in text
	bad   bool
	items []span // of the items of the outermost list
}

func (p *argParser) start() { p.init(&p.s, p.text, &p.bad) }

func (p *argParser) init(s *scanner.Scanner, text string, bad *bool) {
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanFloats | scanner.ScanStrings | scanner.ScanRawStrings
	s.Error = func(*scanner.Scanner, string) { *bad = true }
}

func (p *argParser) scan() rune {
	tok := p.s.Scan()
	p.last = span{p.s.Position.Offset, p.s.Position.Offset + len(p.s.TokenText())}
	return tok
}

// peek is the next character that is no space.
func (p *argParser) peek() rune { return peek(&p.s) }

func peek(s *scanner.Scanner) rune {
	r := s.Peek()
	for ; r == ' ' || r == '\t' || r == '\n' || r == '\r'; r = s.Peek() {
		s.Next()
	}
	return r
}

// spanFrom is what has been scanned behind an offset; nothing is for a list of nothing.
func (p *argParser) spanFrom(from int) span { return span{p.at + from, p.at + max(from, p.last.to)} }

// value reads a value, and says where it stands in the marker.
func (p *argParser) value(kind argKind, inList bool) (any, span) {
	p.peek()
	from := p.s.Pos().Offset
	v := p.bare(kind, inList)
	return v, p.spanFrom(from)
}

func (p *argParser) bare(kind argKind, inList bool) any {
	switch kind {
	case intArg, numberArg:
		sign := ""
		if p.peek() == '-' {
			p.scan()
			sign = "-"
		}
		tok := p.scan()
		text := sign + p.s.TokenText()
		if kind == intArg {
			i, err := strconv.ParseInt(text, 0, 64)
			if _, dec := strconv.Atoi(text); tok != scanner.Int || err != nil || dec != nil {
				p.bad = true
			}
			return i
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			p.bad = true
		}
		return f
	case stringArg:
		return p.str(false)
	case boolArg:
		p.scan()
		switch p.s.TokenText() {
		case "true":
			return true
		case "false":
		default:
			p.bad = true
		}
		return false
	case anysArg, stringsArg:
		item := guessed{kind: anyArg}
		if kind == stringsArg {
			item.kind = stringArg
		}
		return p.list(item)
	case anyArg:
		return p.guessed(p.guess(!inList), inList)
	}
	p.bad = true
	return nil
}

func (p *argParser) guessed(g guessed, inList bool) any {
	switch {
	case g.object:
		return p.object()
	case g.item != nil:
		return p.list(*g.item)
	}
	return p.bare(g.kind, inList)
}

// str reads a string: quoted, or all up to a delimiter.
func (p *argParser) str(key bool) string {
	mode := p.s.Mode
	p.s.Mode = mode &^ scanner.ScanInts &^ scanner.ScanFloats
	defer func() { p.s.Mode = mode }()
	tok := p.scan()
	if tok == scanner.String || tok == scanner.RawString {
		s, err := strconv.Unquote(p.s.TokenText())
		if err != nil {
			p.bad = true
		}
		return s
	}
	from := p.last.from
	for {
		switch r := p.peek(); {
		case r == ',' || r == ';' || r == '}' || r == scanner.EOF || key && r == ':':
			return p.text[min(from, p.last.to):min(p.last.to, len(p.text))]
		}
		p.scan()
	}
}

// list reads "{a, b}" or "a;b".
func (p *argParser) list(item guessed) any {
	all := []any{}
	var spans []span
	separator, end := ';', ','
	braces := p.peek() == '{'
	if braces {
		separator, end = ',', '}'
		p.scan()
	}
	p.sequence(separator, end, func() {
		p.peek()
		from := p.s.Pos().Offset
		all = append(all, p.guessed(item, true))
		spans = append(spans, p.spanFrom(from))
	})
	if braces && p.scan() != '}' {
		p.bad = true
	}
	p.items = spans
	return all
}

// sequence reads elements with a separator between them, up to the end of a list or an object.
func (p *argParser) sequence(separator, end rune, element func()) {
	atEnd := func() bool { r := p.peek(); return r == end || r == '}' || r == scanner.EOF || p.bad }
	for !atEnd() {
		element()
		if atEnd() {
			return
		}
		if p.scan() != separator {
			p.bad = true
		}
	}
}

// object reads {"a": 1, b: c}.
func (p *argParser) object() any {
	all := map[string]any{}
	if p.scan() != '{' {
		p.bad = true
	}
	p.sequence(',', '}', func() {
		key := p.str(true)
		if p.scan() != ':' {
			p.bad = true
			return
		}
		all[key], _ = p.value(anyArg, false)
	})
	if p.scan() != '}' {
		p.bad = true
	}
	return all
}

// guessed is what a value looks like.
type guessed struct {
	kind   argKind
	item   *guessed // of a list
	object bool
}

// guess says what the next value looks like, without reading it.
func (p *argParser) guess(lists bool) guessed {
	ahead := &argParser{text: p.text[min(p.s.Pos().Offset, len(p.text)):]}
	if !lists {
		return ahead.looks(0)
	}
	item := ahead.looks(0)
	var s scanner.Scanner
	var ignored bool
	ahead.init(&s, ahead.text, &ignored)
	for {
		switch s.Scan() {
		case ';':
			return guessed{item: &item}
		case ',', scanner.EOF:
			return item
		}
	}
}

func (p *argParser) looks(depth int) guessed {
	p.start()
	switch first := p.peek(); first {
	case '"', '\'', '`':
		return guessed{kind: stringArg}
	case '{':
		if depth > 50 {
			return guessed{kind: stringArg}
		}
		p.scan()
		next := p.peek()
		inner := &argParser{text: p.text[min(p.s.Pos().Offset, len(p.text)):]}
		g := inner.looks(depth + 1)
		if g.kind == stringArg {
			p.str(true)
			if p.scan() == ':' || next == '}' {
				return guessed{object: true}
			}
		}
		return guessed{item: &g}
	case 't', 'f':
		p.scan()
		if t := p.s.TokenText(); t == "true" || t == "false" {
			return guessed{kind: boolArg}
		}
		return guessed{kind: stringArg}
	}
	tok := p.scan()
	if tok == '-' {
		tok = p.scan()
	}
	if !p.bad && (tok == scanner.Int || tok == scanner.Float) {
		switch p.peek() {
		case ',', ';', '}', scanner.EOF:
			if tok == scanner.Int {
				return guessed{kind: intArg}
			}
			return guessed{kind: numberArg}
		}
	}
	return guessed{kind: stringArg}
}
