package source

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A yamlError is the parsed error of a YAML library.
type yamlError struct {
	line    int // as printed; 0 if there is none
	message string
}

func splitYAMLError(err error) yamlError {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			if line, err := strconv.Atoi(number); err == nil {
				return yamlError{line, message}
			}
		}
	}
	return yamlError{0, text}
}

// kubectlError returns the error that kubectl gets from its YAML library.
func kubectlError(text []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	_, err = yaml.YAMLToJSON(text)
	return err
}

// syntax is the explanation of a syntax error in a chunk.
type syntax struct {
	file        *File
	first, last int // lines of the chunk in the file
	// problem and context are lines of the file: where the library found the error, and the start of the construct
	// that it was reading. context is 0 if it is not known.
	problem, context int
	message          string

	fix    string
	column int // byte offset of one character in the line; -1 for the whole line
}

// syntaxProblem reports that a chunk cannot be parsed, at the line that a person would call wrong.
//
// The two libraries print different lines. yaml.v2, kubectl's library, prints the line where it found the error,
// yaml.v3 the start of the collection, scalar or key that it was reading. For errors of the parser, unlike those
// of the scanner, both print one line less, and no line at all for the first one. The message is kubectl's.
func (f *File) syntaxProblem(c *chunk, err error) {
	v3 := splitYAMLError(err)
	v2 := v3
	if kubectl := kubectlError(c.text); kubectl != nil {
		v2 = splitYAMLError(kubectl)
	}
	problem, context := v2.line, v3.line
	if ofParser(v2.message) {
		problem++
		context++
	} else if context == problem {
		// yaml.v3 prints the line of the error if the construct begins on the first line.
		context = 0
	}
	if v2.message != v3.message {
		context = 0
	}
	breaks := f.oddBreaks(c)
	toFile := func(line int) int {
		if breaks != nil {
			return breaks.line(line)
		}
		return c.line - 1 + line
	}
	s := syntax{file: f, first: c.line, last: c.endLine, message: v2.message, column: -1}
	if c.endLine > c.line && f.Text[c.end-1] == '\n' {
		s.last-- // of the next chunk
	}
	s.problem = min(toFile(max(1, problem)), s.last)
	if context > 0 {
		s.context = min(toFile(context), s.last)
	}
	if len(bytes.TrimSpace(f.line(s.problem))) == 0 {
		// Text that is missing at the end belongs after the last text.
		s.problem = max(s.first, s.contentBefore(s.problem))
	}
	s.explain()
	if hasOddBreak(f.line(s.problem)) {
		s.column = -1
		s.fix = "remove the character U+0085, U+2028 or U+2029 from the line, in YAML it ends the line"
	}

	pos := f.linePos(s.problem)
	if line := f.line(s.problem); s.column >= 0 && s.column < len(line) {
		pos.Column = 1 + utf8.RuneCount(line[:s.column])
		pos.EndColumn = pos.Column + 1
	}
	if strings.HasPrefix(s.message, "exceeded max depth") {
		f.report(code.Limits, finding.Error, pos, tooDeep)
		return
	}
	message := "not valid YAML: " + s.message
	if s.fix != "" {
		message += "; " + s.fix
	}
	f.report(code.YAMLSyntax, finding.Error, pos, message)
}

// ofParser reports whether an error comes from the parser, which counts lines from 0; the scanner counts from 1.
func ofParser(message string) bool {
	switch message {
	case "did not find expected node content", "did not find expected '-' indicator",
		"did not find expected key", "did not find expected ',' or ']'", "did not find expected ',' or '}'",
		"did not find expected <document start>", "found undefined tag handle",
		"found duplicate %YAML directive", "found incompatible YAML document", "found duplicate %TAG directive":
		return true
	}
	return false
}

// explain finds the fix, and its line and column.
func (s *syntax) explain() {
	if s.conflict() {
		return
	}
	if bytes.HasPrefix(s.line(s.problem), []byte("%")) {
		s.fix = "remove the line, kubectl does not support YAML directives"
		return
	}
	switch m := s.message; {
	case strings.Contains(m, "tab character"):
		s.tab()
	case m == "found character that cannot start any token":
		s.oddCharacter()
	case m == "mapping values are not allowed in this context":
		s.mappingValue()
	case m == "could not find expected ':'":
		s.missingColon()
	case m == "did not find expected key":
		s.missingKey()
	case m == "did not find expected '-' indicator":
		s.fix = "begin the line with \"- \" like the items above it, or indent it like the key that it belongs to"
	case m == "did not find expected ',' or ']'":
		s.unclosed("[", "]")
	case m == "did not find expected ',' or '}'":
		s.unclosed("{", "}")
	case m == "found unexpected end of stream", m == "found unexpected document indicator":
		s.unclosedQuote()
	case m == "found unknown escape character":
		s.fix = `write \\ for a backslash in double quotes, or use single quotes`
	case m == "did not find expected node content":
		s.fix = "write a value here, in quotes if it begins with a special character of YAML"
	case m == "block sequence entries are not allowed in this context":
		s.fix = "begin the list on the next line, or write it in brackets"
	case m == "did not find expected alphabetic or numeric character":
		s.fix = "put quotes around a value that begins with \"*\" or \"&\""
	case m == "did not find expected comment or line break":
		s.fix = "put the text on the next line, indented, or quotes around a value that begins with \"|\" or \">\""
	case strings.HasPrefix(m, "unknown anchor '"):
		s.unknownAnchor()
	}
}

func (s *syntax) line(n int) []byte {
	if n < s.first || n > s.last {
		return nil
	}
	return s.file.line(n)
}

// conflict finds the marks of a merge conflict of git at or before the problem.
func (s *syntax) conflict() bool {
	for n := s.first; n <= s.problem; n++ {
		if bytes.HasPrefix(s.line(n), []byte("<<<<<<< ")) {
			s.problem, s.fix = n, "resolve the merge conflict that begins here"
			return true
		}
	}
	return false
}

func (s *syntax) tab() {
	s.column = bytes.IndexByte(s.line(s.problem), '\t')
	s.fix = "indent with spaces, YAML does not allow tabs there"
}

func (s *syntax) oddCharacter() {
	line := s.line(s.problem)
	if indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]; bytes.IndexByte(indent, '\t') >= 0 {
		s.tab()
		return
	}
	s.fix = "put quotes around a value that begins with this character"
	for i, c := range line {
		if (c == '@' || c == '`' || c == '%' || c == '\t') && (i == 0 || strings.IndexByte(" \t[{,", line[i-1]) >= 0) {
			s.column = i
			if c == '\t' {
				s.fix = "write a space instead of the tab"
			}
			return
		}
	}
}

func (s *syntax) mappingValue() {
	line := s.line(s.problem)
	first := colon(line, 0)
	if first < 0 {
		return
	}
	if second := colon(line, first+1); second >= 0 {
		s.column = second
		s.fix = "put quotes around a value that has \": \" in it"
		return
	}
	s.column = first
	s.fix = "the line above already has a value: indent this line like the keys it belongs to, or put quotes around that value"
	if n := s.contentBefore(s.problem); n > 0 && colon(s.line(n), 0) < 0 {
		s.fix = fmt.Sprintf("line %d has no colon: make it a key, or indent both lines as one value in quotes", n)
	}
}

// colon returns the offset of the next colon that ends a key.
func colon(line []byte, from int) int {
	for i := from; i < len(line); i++ {
		if line[i] == ':' && (i+1 == len(line) || isBlank(line[i+1])) {
			return i
		}
	}
	return -1
}

// missingColon moves the problem to the line that should be a key; yaml.v2 reports a later line.
func (s *syntax) missingColon() {
	switch {
	case s.context > 0:
		s.problem = s.context
	case len(s.line(s.problem)) <= 1024: // YAML's limit of a key
		s.problem = s.first
	}
	line := s.line(s.problem)
	if i := bytes.IndexByte(line, ':'); i >= 0 && i+1 < len(line) {
		s.column = i
		s.fix = "put a space after the colon"
		return
	}
	s.fix = "write a key and a colon, or indent the line if it continues the value above"
}

func (s *syntax) missingKey() {
	line := s.line(s.problem)
	text := bytes.TrimLeft(line, " ")
	switch i := closedQuote(line); {
	case bytes.HasPrefix(text, []byte("-")):
		s.fix = "a list item cannot stand among keys: indent it below the key of its list"
	case i >= 0:
		s.column = i
		s.fix = "the quoted value ends here: write a quote inside it as '' in single quotes, or as \\\" in double quotes"
	case len(text) > 0 && (text[0] == ']' || text[0] == '}'), bytes.ContainsAny(line, "]}"):
		s.fix = "remove the bracket that was never opened, or put quotes around the value"
	default:
		s.fix = "indent the line like the keys that it belongs to"
	}
}

// closedQuote returns the offset of text after a quoted value.
func closedQuote(line []byte) int {
	for i := 0; i < len(line); i++ {
		quote := line[i]
		if quote != '"' && quote != '\'' || i > 0 && strings.IndexByte(" \t[{,", line[i-1]) < 0 {
			continue
		}
		for i++; i < len(line) && line[i] != quote; i++ {
			if quote == '"' && line[i] == '\\' {
				i++
			}
		}
		rest := bytes.TrimLeft(line[min(i+1, len(line)):], " \t")
		if len(rest) > 0 && strings.IndexByte(",:]}#", rest[0]) < 0 {
			return i
		}
	}
	return -1
}

func (s *syntax) unclosed(open, closing string) {
	if s.context > 0 && s.context < s.problem {
		s.fix = fmt.Sprintf("write %q for the %q of line %d, or a comma", closing, open, s.context)
		return
	}
	s.fix = fmt.Sprintf("write a comma, or %q, or put quotes around the value", closing)
}

// unclosedQuote moves the problem to the start of the quotes.
func (s *syntax) unclosedQuote() {
	s.fix = "close the quotes that begin here"
	end := s.problem
	s.problem = max(s.first, s.context)
	if s.context == 0 && bytes.ContainsAny(s.line(end), `"'`) && !bytes.ContainsAny(s.line(s.first), `"'`) {
		s.problem = end
	}
	line := s.line(s.problem)
	for i, c := range line {
		if (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" \t[{,-", line[i-1]) >= 0) {
			s.column = i
		}
	}
}

func (s *syntax) unknownAnchor() {
	name := strings.TrimSuffix(strings.TrimPrefix(s.message, "unknown anchor '"), "' referenced")
	s.fix = fmt.Sprintf("write &%s before the value that it refers to, above in the same document, or put quotes around the value", name)
	for n := s.first; n <= s.last; n++ {
		line := s.line(n)
		for from := 0; ; {
			i := bytes.Index(line[from:], []byte("*"+name))
			if i < 0 {
				break
			}
			i += from
			if end := i + 1 + len(name); (i == 0 || strings.IndexByte(" \t[{,", line[i-1]) >= 0) &&
				(end == len(line) || strings.IndexByte(" \t]},", line[end]) >= 0) {
				s.problem, s.column = n, i
				return
			}
			from = i + 1
		}
	}
}

// contentBefore returns the last line before n that is neither blank nor a comment.
func (s *syntax) contentBefore(n int) int {
	for n--; n >= s.first; n-- {
		if text := bytes.TrimSpace(s.line(n)); len(text) > 0 && text[0] != '#' {
			return n
		}
	}
	return 0
}
