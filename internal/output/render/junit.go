package render

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// JUnit writes a report in the XML of JUnit: a suite for each file, in it a case
// for each CRD or object. A case fails by the findings that make the run fail; if there are
// none, what was found is its output. All times are 0, so that the same findings
// give the same bytes.
func JUnit(w io.Writer, r *report.Report, about *About) error {
	all := junitSuites{Name: "crdtool " + about.Command, Time: noTime}
	names, parts := byFile(r)
	for _, name := range names {
		all.add(suite(name, parts[name], about))
	}
	if len(about.Unread) > 0 {
		all.add(unreadSuite(about.Unread))
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// fileParts is what a report has of one file.
type fileParts struct {
	docs  []*report.Document
	found []*report.Finding
}

// byFile takes a report apart into files, and lists their names.
func byFile(r *report.Report) (names []string, parts map[string]*fileParts) {
	parts = map[string]*fileParts{}
	of := func(name string) *fileParts {
		if parts[name] == nil {
			parts[name] = new(fileParts)
			names = append(names, name)
		}
		return parts[name]
	}
	for i := range r.Documents {
		p := of(r.Documents[i].File)
		p.docs = append(p.docs, &r.Documents[i])
	}
	for i := range r.Findings {
		p := of(r.Findings[i].File)
		p.found = append(p.found, &r.Findings[i])
	}
	slices.Sort(names)
	return names, parts
}

func suite(file string, parts *fileParts, about *About) *junitSuite {
	name, _ := about.Repository.Path(file)
	s := &junitSuite{Name: safetext.Line(name), Time: noTime}
	docs := parts.docs
	found := make([][]*report.Finding, len(docs)+1) // the last for what belongs to no CRD
	for _, f := range parts.found {
		k := documentOf(f, docs)
		found[k] = append(found[k], f)
	}
	names := map[string]bool{}
	for k, d := range docs {
		title := d.Title()
		if title == "" || names[title] {
			title = strings.TrimSpace(fmt.Sprintf("%s line %d", title, d.Line))
		}
		names[title] = true
		c := newCase(title, name, d.Line)
		c.addFindings(found[k], about)
		if d.Skipped != "" {
			c.Skipped = &junitSkipped{Escape(d.Skipped)}
		}
		s.add(c)
	}
	// What belongs to no CRD or object of the report, such as an object without a CRD, is a case of
	// its own, so that as many cases fail as there are errors in other formats.
	for _, f := range found[len(docs)] {
		for _, at := range append([]report.AlsoPlace{findinglist.PlaceOf(f)}, f.Also...) {
			one := *f
			one.File, one.Line, one.Column, one.Also = at.File, at.Line, at.Column, nil
			file, _ := about.Repository.Path(at.File)
			title := file
			if at.Line > 0 {
				title = fmt.Sprintf("%s line %d", f.Rule, at.Line)
			}
			c := newCase(title, file, at.Line)
			c.addFindings([]*report.Finding{&one}, about)
			s.add(c)
		}
	}
	return s
}

// documentOf returns the index of the document that a finding is about: of those of
// its object's or CRD's name the last that begins before it, or the first. It is the
// number of documents for a finding about the file.
func documentOf(f *report.Finding, docs []*report.Document) int {
	at := len(docs)
	for k, d := range docs {
		about := f.CRD
		if d.Kind != "" {
			about = f.Object
		}
		if d.Title() == about && (at == len(docs) || d.Line <= f.Line) {
			at = k
		}
	}
	return at
}

// addFindings adds the findings of a case: as its failure if one of them makes the run fail, or else as its output.
func (c *junitCase) addFindings(found []*report.Finding, about *About) {
	if len(found) == 0 {
		return
	}
	var totals Totals
	var b bytes.Buffer
	fails, text := false, NewText(false)
	for _, f := range found {
		totals.count(f.Severity)
		fails = fails || about.Fails(f)
		text.Finding(&b, f, nil)
	}
	// Text has no character that XML has none for, so it can stand as it is.
	if fails {
		c.Failure = &junitFailure{Message: totals.found(), Type: about.Command, Text: b.String()}
	} else {
		c.Output = &junitText{b.String()}
	}
}

func newCase(name, file string, line int) junitCase {
	return junitCase{Name: safetext.Line(name), Class: safetext.Line(file), File: safetext.Line(file), Line: line, Time: noTime}
}

// unreadSuite is for what could not be read, lest a report look clean.
func unreadSuite(errs []error) *junitSuite {
	s := &junitSuite{Name: "crdtool", Time: noTime}
	for i, err := range errs {
		s.add(junitCase{
			Name: fmt.Sprintf("input %d", i+1), Class: "crdtool", Time: noTime,
			Error: &junitFailure{Message: safetext.Line(err.Error()), Type: unreadName},
		})
	}
	return s
}

// noTime is how long everything took, as far as a report tells.
const noTime = "0"

type junitSuites struct {
	XMLName  xml.Name      `xml:"testsuites"`
	Name     string        `xml:"name,attr"`
	Tests    int           `xml:"tests,attr"`
	Failures int           `xml:"failures,attr"`
	Errors   int           `xml:"errors,attr"`
	Time     string        `xml:"time,attr"`
	Suites   []*junitSuite `xml:"testsuite"`
}

func (t *junitSuites) add(s *junitSuite) {
	t.Suites = append(t.Suites, s)
	t.Tests += s.Tests
	t.Failures += s.Failures
	t.Errors += s.Errors
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    string        `xml:"time,attr"`
	Failure *junitFailure `xml:"failure"`
	Error   *junitFailure `xml:"error"`
	Skipped *junitSkipped `xml:"skipped"`
	Output  *junitText    `xml:"system-out"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",cdata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitText struct {
	Text string `xml:",cdata"`
}
