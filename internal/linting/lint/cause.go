package lint

import (
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// causes derives the causes of the findings about a CRD.
type causes struct {
	a    *crdCheck
	sums digest.Memo
}

// addCauses sets the causes of findings, so that findings of one cause can be printed as one.
func (a *crdCheck) addCauses(out []draft, found finding.List) {
	c := causes{a: a, sums: digest.Memo{}}
	for i := range found {
		f := out[i].Finding
		switch {
		case f.More > 0:
		case IsOldVersion(f):
			f.Causes = report.Causes{Setting: digest.OfTexts(f.Rule, string(f.Code))}
		case f.Rule == "resource-version":
			f.Causes = report.Causes{Setting: digest.OfTexts(f.Rule, f.File)} // kubectl get printed the whole file
		case f.Severity == finding.Error:
			// Errors are grouped only if one line of Go causes them all: each has to be fixed.
			f.Causes = report.Causes{Go: c.of(f, &found[i], a.inGoAt[found[i].Path]).Go}
		default:
			f.Causes = c.of(f, &found[i], a.inGoAt[found[i].Path])
		}
	}
}

// of returns the causes of a finding. inGo identifies its place in Go; "" means unknown.
func (c *causes) of(f *report.Finding, from *finding.Finding, inGo string) report.Causes {
	same := []string{f.Rule, string(f.Code), f.Severity.String(), strconv.FormatBool(f.Breaking)}
	var out report.Causes
	if from.Cause != "" {
		out.Setting = digest.OfTexts(append(same[:len(same):len(same)], from.Cause)...)
	}
	_, message := findinglist.Lasting(f)
	if message != f.Message && from.Lasting != "" || from.Path == nil {
		return out // the measured value differs from place to place
	}
	property, keyword := schemaOf(from.Path.Segments())
	if property == nil {
		out.Schema = c.ofVersion(f, from, same)
		return out
	}
	same = append(same, keyword, strconv.FormatBool(f.Fix != nil))
	same = same[:len(same):len(same)]
	if inGo != "" {
		// The help is left out: it may name a field that has the Go type.
		out.Go = digest.OfTexts(append(same, inGo)...)
	}
	if of := c.schema(f, property); of != "" {
		out.Schema = digest.OfTexts(append(same, withoutNumbers(f.Help), of)...)
	}
	return out
}

// ofVersion identifies a part of a version outside of its schema, such as a subresource or a column, by its
// value. Other versions, and other CRDs of one generator, have the same part.
func (c *causes) ofVersion(f *report.Finding, from *finding.Finding, same []string) uint64 {
	if f.Version == "" || f.Fix != nil {
		return 0
	}
	n, exact := c.a.doc.Node(from.Path.Segments())
	if !exact || n.Value == "" {
		return 0
	}
	_, message := findinglist.Lasting(f)
	return digest.OfTexts(append(same, withoutNumbers(message), withoutNumbers(f.Help), n.Value)...)
}

// fewKeywords is how many keywords distinguish a schema from others of fields with the same name.
const fewKeywords = 3

// schema identifies the schema of a property by its whole content, and by its name unless it has properties. A
// schema with few keywords also needs the same CRD and path: elsewhere it is the same by chance.
func (c *causes) schema(f *report.Finding, property []finding.Segment) string {
	n, exact := c.a.doc.Node(property)
	if !exact {
		return ""
	}
	name := property[len(property)-1].Name
	sum := strconv.FormatUint(c.sums.Of(n), 36)
	if source.Field(n, "properties") != nil {
		return sum
	}
	id := name + "\x00" + sum
	keywords := 0
	for e := range source.Entries(n) {
		if e.Key != "description" {
			keywords++
		}
	}
	if text, ok := source.String(source.Field(n, "description")); keywords >= fewKeywords || ok && len(text) > len(name)+len(" is a ") {
		return id
	}
	path, _ := findinglist.Lasting(f)
	_, below, _ := strings.Cut(path, ".schema.")
	return id + "\x00" + f.CRD + "\x00" + below
}

// schemaOf splits a path after its last property, and returns the rest of the path as text. The property is nil
// if there is none. The index in an enum is dropped: its values are one cause.
func schemaOf(path []finding.Segment) (property []finding.Segment, keyword string) {
	const root = 5 // spec.versions[0].schema.openAPIV3Schema
	end := 0
	for i := root; i < len(path); {
		switch path[i].Name {
		case "properties":
			if i+1 < len(path) {
				i += 2
				end = i
				continue
			}
		case "items", "additionalProperties", "not":
			i++
			continue
		case "allOf", "anyOf", "oneOf":
			i += 2
			continue
		}
		break
	}
	if end == 0 {
		return nil, ""
	}
	var b strings.Builder
	for _, s := range path[end:] {
		if s.IsIndex && strings.HasSuffix(b.String(), ".enum") {
			continue
		}
		b.WriteByte('.')
		if s.IsIndex {
			b.WriteString(strconv.Itoa(s.Index))
		} else {
			b.WriteString(s.Name)
		}
	}
	return path[:end], b.String()
}

// withoutNumbers removes the digits of a help, such as line numbers and values.
func withoutNumbers(help string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, help)
}

// inGoText identifies a place in Go by type, file, line and column. It returns "" for a value of an enum: each
// constant has a line of its own, and the schema identifies the cause.
func inGoText(p *gotypes.Position, path []finding.Segment) string {
	if n := len(path); n >= 2 && path[n-1].IsIndex && path[n-2].Name == "enum" && p.Marker == "" {
		return "" // the schema identifies the cause
	}
	text := p.Type + "\x00" + p.File + ":" + strconv.Itoa(p.Line)
	if p.Marker == "" || !strings.HasSuffix(p.Marker, "Enum") {
		text += ":" + strconv.Itoa(p.Column)
	}
	return text
}
