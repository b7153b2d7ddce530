package lint

import (
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/report"
)

// causes says of the findings about a CRD what makes them.
type causes struct {
	a    *crdCheck
	sums digest.Memo
}

// addCauses says what makes the findings, so that what has one cause can be told once.
func (a *crdCheck) addCauses(out []draft, found finding.List) {
	c := causes{a: a, sums: digest.Memo{}}
	for i := range found {
		f := out[i].Finding
		switch {
		case f.More > 0:
		case IsOldVersion(f):
			f.SetCauses(report.Causes{Setting: digest.OfTexts(f.Rule, string(f.Code))})
		case f.Rule == "resource-version":
			f.SetCauses(report.Causes{Setting: digest.OfTexts(f.Rule, f.File)}) // kubectl get printed the whole file
		case f.Severity == finding.Error:
			// Each has to be fixed, but where a line of Go makes them all.
			f.SetCauses(report.Causes{Go: c.of(f, &found[i], a.inGoAt[found[i].Path]).Go})
		default:
			f.SetCauses(c.of(f, &found[i], a.inGoAt[found[i].Path]))
		}
	}
}

// of returns the causes of a finding that comes from a place in Go; that of type "" is not known.
func (c *causes) of(f *report.Finding, from *finding.Finding, inGo string) report.Causes {
	same := []string{f.Rule, string(f.Code), f.Severity.String(), strconv.FormatBool(f.Breaking)}
	var out report.Causes
	if from.Cause != "" {
		out.Setting = digest.OfTexts(append(same[:len(same):len(same)], from.Cause)...)
	}
	_, message := f.Lasting()
	if message != f.Message && from.Lasting != "" || from.Path == nil {
		return out // what was measured differs from place to place
	}
	property, keyword := schemaOf(from.Path.Segments())
	if property == nil {
		out.Schema = c.ofVersion(f, from, same)
		return out
	}
	same = append(same, keyword, strconv.FormatBool(f.Fix != nil))
	same = same[:len(same):len(same)]
	if inGo != "" {
		// The help may name what differs around the Go type, such as a field that has it.
		out.Go = digest.OfTexts(append(same, inGo)...)
	}
	if of := c.schema(f, property); of != "" {
		out.Schema = digest.OfTexts(append(same, withoutNumbers(f.Help), of)...)
	}
	return out
}

// ofVersion identifies a part of a version that is no property, such as a subresource or a column, which
// other versions of the CRD have as well, and other CRDs that were written alike.
func (c *causes) ofVersion(f *report.Finding, from *finding.Finding, same []string) uint64 {
	if f.Version == "" || f.Fix != nil {
		return 0
	}
	n, exact := c.a.doc.Node(from.Path.Segments())
	if !exact || n.Value == "" {
		return 0
	}
	_, message := f.Lasting()
	return digest.OfTexts(append(same, withoutNumbers(message), withoutNumbers(f.Help), n.Value)...)
}

// fewKeywords is how many keywords tell a schema from others of a field of the same name.
const fewKeywords = 3

// schema identifies the schema of a property by all it says, and by its name unless it has properties. A
// schema that says little is the same only in another version, at the same place: elsewhere it is so by chance.
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
	path, _ := f.Lasting()
	_, below, _ := strings.Cut(path, ".schema.")
	return id + "\x00" + f.CRD + "\x00" + below
}

// schemaOf splits a path behind the last property that it leads through, and returns the keyword
// behind it as text; the property is nil if there is none. Values of an enum are one cause.
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

// withoutNumbers is a help without the lines and the values that it names.
func withoutNumbers(help string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, help)
}

// inGoText names a place in Go: that of the type of another module, or the author's own. Values of an
// enum are constants of one type, of which each has its own line.
func inGoText(p *gotypes.Position, path []finding.Segment) string {
	if n := len(path); n >= 2 && path[n-1].IsIndex && path[n-2].Name == "enum" && p.Marker == "" {
		return "" // the schema tells
	}
	text := p.Type + "\x00" + p.File + ":" + strconv.Itoa(p.Line)
	if p.Marker == "" || !strings.HasSuffix(p.Marker, "Enum") {
		text += ":" + strconv.Itoa(p.Column)
	}
	return text
}
