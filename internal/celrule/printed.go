package celrule

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
)

// mostErrors is how many errors cel-go keeps of an expression, and longestShown how long a line
// is at most of which errors show the text.
const (
	mostErrors   = 100
	longestShown = 16384
)

// sortErrors puts errors in the order in which cel-go prints them.
func sortErrors(issues *cel.Issues) {
	slices.SortStableFunc(issues.Errors(), func(a, b *cel.Error) int {
		return cmp.Or(cmp.Compare(a.Location.Line(), b.Location.Line()), cmp.Compare(a.Location.Column(), b.Location.Column()))
	})
}

// printed is what cel-go prints of the sorted errors in a text (common.Errors.ToDisplayString). The
// library marks the place of an error below its line with a string that it makes longer by one
// character after the other, which takes seconds for long lines with many errors.
func printed(text string, issues *cel.Issues) string {
	src := common.NewTextSource(text)
	var b strings.Builder
	last, line, shown := -1, "", false
	for i, e := range issues.Errors() {
		if i == mostErrors {
			break // there may be more where errors of two kinds were put together
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		place(&b, src, e)
		if e.Location.Line() != last {
			last = e.Location.Line()
			line, shown = shownLine(src, last)
		}
		if !shown {
			continue
		}
		b.Grow(2*len(line) + 16)
		b.WriteString("\n | ")
		b.WriteString(line)
		b.WriteString("\n | ")
		mark(&b, line, e.Location.Column())
	}
	if n := countErrors(issues); n > mostErrors {
		fmt.Fprintf(&b, "\n%d more errors were truncated", n-mostErrors)
	}
	return b.String()
}

// place writes where an error is, and what it says.
func place(b *strings.Builder, src common.Source, e *cel.Error) {
	b.WriteString("ERROR: " + src.Description() + ":" + strconv.Itoa(e.Location.Line()) + ":" + strconv.Itoa(e.Location.Column()+1) + ": ")
	b.WriteString(e.Message)
}

// shownLine is a line as errors show it, if they do.
func shownLine(src common.Source, number int) (line string, shown bool) {
	line, found := src.Snippet(number)
	return strings.ReplaceAll(line, "\t", " "), found && len(line) <= longestShown
}

// mark writes dots up to a column of a line, and a caret.
func mark(b *strings.Builder, line string, column int) {
	rest := line
	for i := 0; i < column && rest != ""; i++ {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		if size > 1 {
			b.WriteString("\uff0e")
		} else {
			b.WriteByte('.')
		}
	}
	if _, size := utf8.DecodeRuneInString(rest); size > 1 {
		b.WriteString("\uff3e")
	} else {
		b.WriteByte('^')
	}
}

// countErrors is how many errors there were, with those that cel-go does not keep. It tells of them
// only in what it prints.
func countErrors(issues *cel.Issues) int {
	if n := len(issues.Errors()); n < mostErrors {
		return n
	}
	return int(reflect.ValueOf(issues).Elem().FieldByName("errs").Elem().FieldByName("numErrors").Int())
}
