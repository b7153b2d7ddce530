package lint

import (
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// explain sets the message and the help of a finding of the server, from the words of package code and values
// of the document. It keeps findings that have a message.
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

// explainer explains the findings about one CRD, one after the other.
type explainer struct {
	doc      *source.Document
	crd      *crd.CustomResourceDefinition
	f        *finding.Finding
	segments []finding.Segment // the path of f
	// unmeasured replaces measured values, for finding.Finding.Lasting.
	unmeasured bool
}

// first returns the first line whose names all have a value, with the values filled in.
func (e *explainer) first(lines string) string {
	for line := range strings.SplitSeq(lines, "\n") {
		if text, ok := e.fill(line); ok {
			return text
		}
	}
	return ""
}

// fill replaces the names in braces by their values. It reports false if the value of a name is empty here.
// Braces around anything else stay.
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

// plainly sets the server's own words as the message, with the field's name in custom objects and without long
// values.
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

// shown returns a value in short, or "" if it is empty or not a scalar.
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
