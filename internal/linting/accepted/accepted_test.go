package accepted_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/accepted"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/report"
)

func diff() *report.CRDDiff {
	return &report.CRDDiff{Name: "as.example.com", Verdict: "major", Changes: []report.Change{
		{Class: "stored", Code: "enum-narrowed", Breaking: true, Version: "v1", Field: "spec.hosts[*].mode"},
		{Class: "stored", Code: "field-removed", Breaking: true, Version: "v1beta1", Field: "spec.a"},
		{Class: "readers", Code: "values-added", Version: "v1", Field: "spec.b"},
		{Class: "compatible", Code: "field-added", Version: "v1", Field: "spec.c"},
	}}
}

func read(t *testing.T, list string) []config.Accepted {
	t.Helper()
	c, wrong := config.Read(source.Read(config.Name, []byte("diff:\n  accepted:\n"+list)))
	if c == nil {
		t.Fatal(wrong)
	}
	return c.Diff.Accepted
}

func annotatedWith(lines ...string) *source.Document {
	text := "metadata:\n  name: as.example.com\n  annotations:\n    other: x\n"
	for _, l := range lines {
		text += "    " + accepted.Annotation + l + "\n"
	}
	return source.Read("new.yaml", []byte("kind: CustomResourceDefinition\n"+text)).Documents[0]
}

func TestSettle(t *testing.T) {
	for _, c := range []struct {
		name, list string
		doc        *source.Document
		// accepted are the codes with their reasons, or why not any more.
		accepted, verdict, unused string
	}{
		{name: "nothing", verdict: "major"},
		{name: "by code", list: "  - {code: enum-narrowed, reason: r}\n", accepted: "enum-narrowed r", verdict: "major"},
		{name: "all", list: "  - {path: '**', reason: r}\n", accepted: "enum-narrowed r,field-removed r,values-added r", verdict: "minor"},
		{name: "fields", list: "  - {path: 'spec.hosts[*]', reason: r}\n  - {path: spec.*, version: v1beta1, reason: s}\n", accepted: "enum-narrowed r,field-removed s", verdict: "minor"},
		{name: "another field", list: "  - {path: spec.host, reason: r}\n", verdict: "major", unused: ".crdtool.yaml:3 spec.host"},
		{name: "another version", list: "  - {code: field-removed, version: v1, reason: r}\n", verdict: "major", unused: ".crdtool.yaml:3 field-removed v1"},
		{name: "another CRD", list: "  - {code: field-removed, crd: bs.*, reason: r}\n", verdict: "major"},
		{name: "what breaks nobody", list: "  - {code: field-added, reason: r}\n", verdict: "major", unused: ".crdtool.yaml:3 field-added"},
		{name: "the last day", list: "  - {code: enum-narrowed, reason: r, until: 2030-06-15}\n", accepted: "enum-narrowed r", verdict: "major"},
		{name: "the day after", list: "  - {code: enum-narrowed, reason: r, until: 2030-06-14}\n", accepted: "enum-narrowed until 2030-06-14", verdict: "major"},
		{name: "one that is past, and one that holds", list: "  - {code: enum-narrowed, reason: r, until: 2030-06-14}\n  - {code: enum-narrowed, reason: s}\n", accepted: "enum-narrowed s", verdict: "major"},
		{name: "annotations", doc: annotatedWith("enum-narrowed: version=v1 path=spec.hosts until=2030-06-15 nobody = nobody", "field-removed: |\n      version=v2 never\n      gone"), accepted: "enum-narrowed nobody = nobody,field-removed gone", verdict: "minor", unused: "new.yaml:7 field-removed as.example.com v2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := accepted.New(read(t, c.list+"  - {code: crd-removed, crd: gone.example.com, reason: x}\n"), "2030-06-15")
			d := diff()
			s.Settle(c.doc, d)
			var got []string
			for _, ch := range d.Changes {
				if ch.Accepted != "" {
					got = append(got, ch.Code+" "+ch.Accepted)
				}
				if ch.Ended != "" {
					before, _, _ := strings.Cut(strings.TrimPrefix(ch.Ended, "it was accepted "), ":")
					got = append(got, ch.Code+" "+before)
				}
			}
			if strings.Join(got, ",") != c.accepted || d.Verdict != c.verdict {
				t.Errorf("accepted %q, verdict %s; want %q, %s", got, d.Verdict, c.accepted, c.verdict)
			}
			unused := ""
			for _, u := range s.Unused() {
				what, _, _ := strings.Cut(strings.TrimPrefix(u.Message, "accepted, but there is no such change: "), ";")
				unused += fmt.Sprintf("%s:%d %s", u.File, u.Line, what)
			}
			if unused != c.unused {
				t.Errorf("unused %q, want %q", unused, c.unused)
			}
			if err := s.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestWrongAnnotations(t *testing.T) {
	for line, want := range map[string]string{
		"enum-narowed: r":                       `new.yaml:6: annotation ` + accepted.Annotation + `enum-narowed: unknown code "enum-narowed"; did you mean "enum-narrowed"?`,
		"enum-narrowed: ''":                     `an accepted change needs a reason`,
		"enum-narrowed: version=v1":             `an accepted change needs a reason`,
		"enum-narrowed: until=tomorrow because": `"tomorrow" is not a day; write it as 2030-12-31`,
	} {
		s := accepted.New(nil, "2030-01-01")
		s.Settle(annotatedWith(line), diff())
		if err := s.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}
