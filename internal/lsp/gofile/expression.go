package gofile

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Expression is a CEL expression in a marker.
type Expression struct {
	Quoted
	// IsMessage is set for a messageExpression, and OptionalOldSelf if the marker says so.
	IsMessage, OptionalOldSelf bool
	// Message is the message of the rule.
	Message string
	// Schemas are those that the rule is about: several if several fields are of the type with the marker. There are none
	// if no CRD uses it.
	Schemas []SchemaOf
}

// SchemaOf is a schema of a CRD.
type SchemaOf struct {
	CRD     CRD
	Version int
	// Path is that of the schema, below openAPIV3Schema.
	Path []finding.Segment
}

// rulesMarker is the name of the marker with a CEL rule.
const rulesMarker = "kubebuilder:validation:XValidation"

// Expressions returns the CEL expressions in the markers of a Go file, without their schemas.
func Expressions(src []byte) []Expression {
	var all []Expression
	for at, rest := 0, string(src); rest != ""; {
		i := strings.Index(rest, "XValidation:")
		if i < 0 {
			break
		}
		end := strings.IndexByte(rest[i:], '\n')
		if end < 0 {
			end = len(rest) - i
		}
		if w, ok := markerAt(src, at+i); ok && w.isRule() {
			for _, a := range w.arguments() {
				if x, ok := w.expression(a); ok {
					all = append(all, x)
				}
			}
		}
		at, rest = at+i+end, rest[i+end:]
	}
	return all
}

func (w *written) isRule() bool {
	return w.marker != nil && (w.marker.Name == rulesMarker || w.marker.Items && strings.HasSuffix(w.marker.Name, ":XValidation"))
}

// expression returns the expression in an argument.
func (w *written) expression(a argument) (Expression, bool) {
	if !a.hasValue || a.name != "rule" && a.name != "messageExpression" {
		return Expression{}, false
	}
	x := Expression{Quoted: unquote(w.text[a.valueFrom:a.valueTo], w.from+a.valueFrom), IsMessage: a.name == "messageExpression"}
	for _, other := range w.arguments() {
		if other.name == "message" && other.hasValue {
			q := unquote(w.text[other.valueFrom:other.valueTo], 0)
			x.Message = q.Text
		}
		if other.name == "optionalOldSelf" && other.hasValue {
			x.OptionalOldSelf = strings.TrimSpace(w.text[other.valueFrom:other.valueTo]) == "true"
		}
	}
	return x, true
}

// Expression returns the CEL expression that a byte of a Go file is in, or at the end of, with its schemas.
func (c *Code) Expression(name string, offset int, docs []*source.Document) (Expression, bool) {
	t, ok := c.text(name)
	if !ok {
		return Expression{}, false
	}
	w, ok := markerAt(t.written, offset)
	if !ok || !w.isRule() {
		return Expression{}, false
	}
	a, _, ok := w.argumentAt(offset - w.from)
	if !ok || !a.hasValue || offset-w.from < a.valueFrom {
		return Expression{}, false
	}
	x, ok := w.expression(a)
	if !ok || offset < x.InFile(0) || offset > x.InFile(len(x.Text)) {
		return Expression{}, false
	}
	x.Schemas = c.schemasOf(name, &t, offset, w.marker.Items, docs)
	return x, true
}

// schemasOf are the schemas of the field or the type that a place of a Go file is about, or of the items there.
func (c *Code) schemasOf(name string, t *text, offset int, items bool, docs []*source.Document) []SchemaOf {
	at, _ := t.toParsed(offset)
	subject, ok := c.snapshot().Subject(name, at, "")
	if !ok {
		return nil
	}
	var all []SchemaOf
	crds, src := c.recentCRDs(name, docs)
	from, ok := changeOf(t.parsed, src).moved(subject.At.From)
	if !ok {
		return nil
	}
	for _, l := range crds {
		for _, o := range l.Origins {
			if o.From != from || o.Marker || isKeyword(o.Path) {
				continue
			}
			path := o.Path
			if items {
				path = append(slices.Clip(path), finding.Segment{Name: "items"})
			}
			all = append(all, SchemaOf{l, o.Version, path})
		}
	}
	if len(all) == 0 && !items {
		return mergedInto(crds, &subject, changeOf(t.parsed, src).moved)
	}
	return all
}

// mergedInto are the schemas that have the markers of a type: one that is embedded has no schema of its own.
func mergedInto(crds []CRD, subject *gotypes.Subject, now func(int) (int, bool)) []SchemaOf {
	markers := map[int]bool{}
	for _, m := range subject.Markers {
		if at, ok := now(m.At().From); ok {
			markers[at] = true
		}
	}
	var all []SchemaOf
	for _, l := range crds {
		for _, o := range l.Origins {
			i := slices.IndexFunc(o.Path, func(s finding.Segment) bool { return s.Name == rulesKeyword })
			if !o.Marker || i < 0 || !markers[o.From] || isKeyword(o.Path[:i]) {
				continue
			}
			of := SchemaOf{l, o.Version, o.Path[:i]}
			if !slices.ContainsFunc(all, func(s SchemaOf) bool {
				return s.CRD.Written == l.Written && s.Version == of.Version && slices.Equal(s.Path, of.Path)
			}) {
				all = append(all, of)
			}
		}
	}
	return all
}

// isKeyword reports whether a path leads to a keyword, and not to a schema.
func isKeyword(path []finding.Segment) bool {
	field := false
	for _, s := range path {
		switch {
		case field:
			field = false
		case s.Name == "properties":
			field = true
		case s.Name != "items" && s.Name != "additionalProperties":
			return true
		}
	}
	return false
}
