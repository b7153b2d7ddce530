package gotypes

import (
	"regexp"
	"strings"
	"sync"
)

// statement is a command of a shell script, or a line of a makefile or a program.
type statement struct {
	text string
	// quotes are the ranges of text that stand in quotes.
	quotes []span
}

// statements splits a script at the line ends, semicolons, pipes and ampersands that do not stand
// in quotes. A quote that an empty line comes in does not count as one: an apostrophe of a comment or
// of a makefile may open it.
func statements(script string) []statement {
	var all []statement
	var now statement
	var b strings.Builder
	end := func() {
		if now.text = b.String(); strings.TrimSpace(now.text) != "" {
			all = append(all, now)
		}
		now = statement{}
		b.Reset()
	}
	for i := 0; i < len(script); i++ {
		c := script[i]
		switch {
		case c == '\\' && i+1 < len(script):
			if i++; script[i] == '\n' {
				b.WriteByte(' ')
			} else {
				b.WriteString(script[i-1 : i+1])
			}
		case c == '#' && (i == 0 || strings.IndexByte(" \t\n", script[i-1]) >= 0):
			n := strings.IndexByte(script[i:], '\n')
			if n < 0 {
				n = len(script) - i
			}
			i += n - 1
		case c == '\'' || c == '"':
			n := closing(script[i+1:], c)
			if n < 0 {
				b.WriteByte(c)
				continue
			}
			from := b.Len() + 1
			b.WriteString(script[i : i+n+2])
			now.quotes = append(now.quotes, span{from, from + n})
			i += n + 1
		case strings.IndexByte("\n;&|", c) >= 0:
			end()
		default:
			b.WriteByte(c)
		}
	}
	end()
	return all
}

// closing is where a quote ends; -1 if an empty line or the end of the text comes first.
func closing(text string, quote byte) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == quote:
			return i
		case text[i] == '\\' && quote == '"':
			i++
		case strings.HasPrefix(text[i:], "\n\n"):
			return -1
		}
	}
	return -1
}

// around is the quoted text that an offset is in, else all of the statement.
func (s *statement) around(offset int) string {
	for _, q := range s.quotes {
		if q.from <= offset && offset < q.to {
			return s.text[q.from:q.to]
		}
	}
	return s.text
}

// edits reports whether a statement changes what stands at a place that it names at an offset: by a
// flag that has a tool write the file, by an assignment or a deletion in an expression of yq or jq,
// by an operation of a JSON patch, or as a command of yq before version 4.
func (s *statement) edits(offset int) bool {
	if inPlace().MatchString(s.outside()) {
		return true
	}
	expression := s.around(offset)
	if len(expression) == len(s.text) && assignsVariable().MatchString(s.text) {
		_, expression, _ = strings.Cut(s.text, "=")
	}
	return assigns().MatchString(expression) || patches().MatchString(s.text)
}

// outside is the text with what stands in quotes left out.
func (s *statement) outside() string {
	var b strings.Builder
	at := 0
	for _, q := range s.quotes {
		b.WriteString(s.text[at:q.from])
		at = q.to
	}
	b.WriteString(s.text[at:])
	return b.String()
}

var (
	inPlace = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(^|\s)(-[A-Za-z]*i[A-Za-z]*(\.\w*)?|-i['"].*|--in-?place(=\S*)?)(\s|$)|\byq\d*"?\s+(w|d|m|p|write|delete|merge|prefix)\s`)
	})
	assigns = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\bdel\(|\bdelpaths\(|\bsetpath\(|\bwith\(|[|+*/-]=|(^|[^=!<>|+*/-])=($|[^=~])`)
	})
	patches = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\bop\W+(add|replace|remove|move|copy)\b`)
	})
	assignsVariable = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*(?:export\s+|local\s+|readonly\s+|declare\s+)?([A-Za-z_]\w*)\s*[:?]?=\s*`)
	})
)

// expanded is a script with the variables that hold a path of a schema written out where they are
// used, so that the whole paths can be read. The assignments are left out.
func expanded(script string) string {
	if !strings.Contains(script, "=") {
		return script
	}
	for _, s := range statements(script) {
		m := assignsVariable().FindStringSubmatchIndex(s.text)
		if m == nil || !strings.Contains(s.text, "openAPIV3Schema") {
			continue
		}
		name, value := s.text[m[2]:m[3]], strings.TrimSpace(s.text[m[1]:])
		if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
			value = value[1 : n-1]
		}
		if strings.ContainsAny(value, " \t\n$") {
			continue // a command, or an expression
		}
		use := regexp.MustCompile(`\$\$?(?:\{` + name + `\}|\(` + name + `\)|` + name + `\b)`)
		if use.FindStringIndex(script) == nil {
			continue
		}
		script = use.ReplaceAllLiteralString(strings.Replace(script, strings.TrimSpace(s.text), ":", 1), value)
	}
	return script
}
