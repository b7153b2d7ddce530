package lint

import (
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
)

// explain adds our own sentence to a finding of the server's, and one line on
// how to fix it, where we have more to say than the server: the words of package
// code, filled in from the document.
func explain(doc *source.Document, c *crd.CustomResourceDefinition, f *finding.Finding) {
	e := explainer{doc: doc, crd: c}
	e.explain(f)
}

func (e *explainer) explain(f *finding.Finding) {
	if f.Message != "" || f.Code == "" {
		return
	}
	e.f, e.segments = f, f.Path.AppendSegments(e.segments[:0])
	if f.Code.Rule() == string(code.DefaultInvalid) {
		e.invalidDefault()
	} else {
		words := code.WordsOf(f.Code)
		f.Message = e.first(words.Say)
		if strings.Contains(words.Say, "{times}") {
			e.unmeasured = true
			f.Lasting = e.first(words.Say)
			e.unmeasured = false
		}
		if help := e.first(words.Help); help != "" {
			f.Help = help
		}
	}
	if f.Message == "" && f.Type != "" {
		e.plainly()
	}
}

// explainer explains the findings about a CRD, one after the other.
type explainer struct {
	doc      *source.Document
	crd      *crd.CustomResourceDefinition
	f        *finding.Finding
	segments []finding.Segment // the way to f
	// unmeasured leaves out what was measured.
	unmeasured bool
}

// first fills in the first of several lines of which everything is known.
func (e *explainer) first(lines string) string {
	for line := range strings.SplitSeq(lines, "\n") {
		if text, ok := e.fill(line); ok {
			return text
		}
	}
	return ""
}

// fill puts values in the place of the names in braces. It reports false if one has
// no value here. Braces around anything but a name are text.
func (e *explainer) fill(line string) (string, bool) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(line, "{")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		name, after, _ := strings.Cut(rest, "}")
		value, known := e.value(name)
		if !known {
			b.WriteByte('{')
			line = rest
			continue
		}
		if value == "" {
			return "", false
		}
		b.WriteString(value)
		line = after
	}
}

// plainly says what the server says, at the place in the user's own file and
// without printing long values.
func (e *explainer) plainly() {
	f := e.f
	switch {
	case f.Type == field.ErrorTypeRequired && f.Detail == "":
		e.say("%s is missing", e.place())
	case f.Type == field.ErrorTypeRequired:
		e.say("%s is missing: %s", e.place(), f.Detail)
	case f.Type == field.ErrorTypeNotSupported:
		e.say("%s cannot be %s; %s", e.place(), shown(f.Value), f.Detail)
	case f.Type == field.ErrorTypeDuplicate:
		e.say("%s: %s is listed twice", e.place(), shown(f.Value))
	case f.Type == field.ErrorTypeInvalid && shown(f.Value) != "":
		e.say("%s: %s %s", e.place(), shown(f.Value), f.Detail)
	default:
		e.say("%s: %s", e.place(), f.Detail)
	}
}

// shown is a value in short, or "" if it says nothing.
func shown(v any) string {
	switch v := v.(type) {
	case string:
		if r := []rune(v); len(r) > 60 {
			v = string(r[:57]) + "..."
		}
		if v == "" {
			return ""
		}
		return fmt.Sprintf("%q", v)
	case bool, int64, int32, int, float64:
		return fmt.Sprint(v)
	}
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.String {
		return shown(rv.String())
	}
	return ""
}

func (e *explainer) say(format string, args ...any)  { e.f.Message = fmt.Sprintf(format, args...) }
func (e *explainer) help(format string, args ...any) { e.f.Help = fmt.Sprintf(format, args...) }
