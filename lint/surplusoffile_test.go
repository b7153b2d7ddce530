package lint_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
	"github.com/crdtool/crdtool/report"
)

// crdsOf is a file of CRDs, the n-th with these fields.
func crdsOf(fields ...string) string {
	var b strings.Builder
	for i, f := range fields {
		fmt.Fprintf(&b, `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: a%[1]d.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: A%[1]d, plural: a%[1]d}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {%[2]s}
`, i, f)
	}
	return b.String()
}

// Of a file of many CRDs the first findings of each code are listed and the others counted:
// verdicts and counts are the same, and of each CRD the first finding of each kind of verdict
// is listed, and what has a fix.
func TestMostOfFile(t *testing.T) {
	const untyped, unhashed = "a: {}, b: {}, c: {}", "s: {type: integer, minLength: 1}, r: {type: integer, maxLength: 1}"
	const misspelt = "d: {type: strng}, e: {type: strng}"
	const accepted = "k: {type: string}"
	rows := []string{untyped, untyped + ", " + unhashed, accepted, untyped, misspelt, unhashed + ", " + misspelt, untyped + ", " + unhashed, unhashed}
	const gone = "gone: {type: string}, lost: {type: string}"
	var old lint.Stored
	if err := old.AddText("old.yaml", []byte(crdsOf("a: {type: string}", gone, gone, gone))); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text string
		opts       lint.Options
		counted    bool
	}{
		{"server", crdsOf(rows...), lint.Options{}, true},
		{"ours", crdsOf(rows...), lint.Options{Rules: rules.Of(rules.APIReview)}, true},
		{"updates", crdsOf(rows...), lint.Options{Rules: rules.Of(rules.Strict), Old: old.Find}, true},
		{"new only", crdsOf(rows...), lint.Options{Rules: rules.Of(rules.Strict), Old: old.Find, NewOnly: true}, true},
		{"hidden", crdsOf(rows...), lint.Options{Hide: func(f *report.Finding) bool { return f.CRD != "a7.example.com" }}, false},
		{"commented", "# crdtool:ignore-file schema-structural, types\n" + crdsOf(rows...), lint.Options{Rules: rules.Of(rules.APIReview)}, true},
		{"one CRD", crdsOf(untyped + ", " + unhashed), lint.Options{}, false},
		{"few", crdsOf("a: {}", "a: {}", "a: {}"), lint.Options{}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			run := func(most int) lint.FileReport {
				opts := test.opts
				opts.MostOfFile = most
				return lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(test.text)), opts)
			}
			all, some := run(0), run(3)
			if some.Summary != all.Summary {
				t.Errorf("summary is %+v, want %+v", some.Summary, all.Summary)
			}
			if !reflect.DeepEqual(some.Documents, all.Documents) {
				t.Error("the server's answers are others")
			}
			if got, want := countOf(&some), countOf(&all); !reflect.DeepEqual(got, want) {
				t.Errorf("counts %v, want %v", got, want)
			}
			if got, want := verdictsOf(&some), verdictsOf(&all); !reflect.DeepEqual(got, want) {
				t.Errorf("verdicts %v, want %v", got, want)
			}
			listed, places := map[string]int{}, map[string]bool{}
			for i := range all.Findings {
				f := &all.Findings[i]
				places[fmt.Sprint(f.Line, f.Column, f.Rule, f.Path, f.Message, f.Fix)] = true
			}
			for i := range some.Findings {
				f := &some.Findings[i]
				if i > 0 && report.ByPlace(&some.Findings[i-1], f) > 0 {
					t.Errorf("%s:%d comes after line %d", f.Rule, f.Line, some.Findings[i-1].Line)
				}
				if f.More == 0 {
					if !places[fmt.Sprint(f.Line, f.Column, f.Rule, f.Path, f.Message, f.Fix)] {
						t.Errorf("no such finding: %+v", f)
					}
					continue
				}
				listed[f.Rule]++
				if want := fmt.Sprintf("%d more findings of this rule about the CRDs of the file are counted and not listed; --max-findings 0 lists all", f.More); f.Message != want {
					t.Errorf("message is %s", f.Message)
				}
				if f.CRD == "" || f.Line == 0 {
					t.Errorf("%+v is nowhere", f)
				}
			}
			if (len(listed) > 0) != test.counted || len(some.Findings) > len(all.Findings) {
				t.Errorf("%d are listed of %d, counted are %v", len(some.Findings), len(all.Findings), listed)
			}
		})
	}
}

// countOf counts findings.
func countOf(r *lint.FileReport) map[string]int {
	n := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		n[fmt.Sprint(f.Code, f.Severity, f.Breaking)] += f.Counts()
	}
	return n
}

// verdictsOf are the severities of the findings about each CRD, whether a run is to fail for
// them, and how many have a fix.
func verdictsOf(r *lint.FileReport) map[string]int {
	all := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.More > 0 {
			continue
		}
		rule := rules.Find(f.Rule)
		all[fmt.Sprint(f.CRD, f.Severity, f.Breaks(), rule != nil && rule.Topic == rules.Upgrade)] = 1
		if f.Fix != nil {
			all[f.CRD+" fixes"]++
		}
	}
	return all
}

// The first findings of a code are listed, at their CRDs, and not more than there may be.
func TestMostOfFileListsTheFirst(t *testing.T) {
	text := crdsOf("a: {}, b: {}", "a: {}, b: {}", "a: {}, b: {}, c: {}", "a: {}, b: {}")
	r := lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(text)), lint.Options{MostOfFile: 3})
	var got []string
	for i := range r.Findings {
		f := &r.Findings[i]
		_, field, _ := strings.Cut(strings.TrimSuffix(f.Path, ".type"), "[spec].properties")
		got = append(got, fmt.Sprint(f.CRD, " ", field, " ", f.More))
	}
	want := []string{"a0.example.com [a] 0", "a0.example.com [b] 0", "a1.example.com [a] 0", "a1.example.com [b] 0", "a2.example.com  3", "a2.example.com [a] 0", "a3.example.com [a] 0"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("listed are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A baseline knows as many as were counted of a file.
func TestBaselineOfFile(t *testing.T) {
	two := strings.Repeat("a: {}, b: {}|", 5)
	text := crdsOf(strings.Split(strings.TrimSuffix(two, "|"), "|")...)
	write := func(most, ofFile int) *lint.Baseline {
		b := lint.NewBaseline(".")
		r := lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(text)), lint.Options{Most: most, MostOfFile: ofFile})
		for i := range r.Findings {
			b.Add(&r.Findings[i])
		}
		read, err := lint.ReadBaseline(".", b.JSON())
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	more := text + strings.ReplaceAll(crdsOf("a: {}, b: {}"), "a0", "z")
	for _, test := range []struct {
		name, text    string
		written, most [2]int
		shown         int
	}{
		{"same", text, [2]int{0, 3}, [2]int{0, 3}, 0},
		{"all are listed now", text, [2]int{0, 3}, [2]int{}, 0},
		{"each document is counted, too", text, [2]int{1, 1}, [2]int{1, 1}, 0},
		{"each document is counted now", text, [2]int{0, 1}, [2]int{1, 0}, 0},
		{"written with all", text, [2]int{}, [2]int{0, 3}, 0},
		{"more, and each document is counted now", more, [2]int{0, 1}, [2]int{1, 0}, 2},
		{"more", more, [2]int{0, 3}, [2]int{0, 3}, 2},
		{"another file", text, [2]int{0, 3}, [2]int{0, 3}, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, file := write(test.written[0], test.written[1]), "crd.yaml"
			if test.name == "another file" {
				file = "other.yaml"
			}
			for _, b := range []*lint.Baseline{b.Copy(), b} {
				r := lint.New(kube.Latest).File(source.Read(file, []byte(test.text)), lint.Options{Most: test.most[0], MostOfFile: test.most[1], Hide: b.Hides})
				shown := 0
				for i := range r.Findings {
					if f := &r.Findings[i]; f.Severity == finding.Error {
						shown += f.Counts()
					}
				}
				if shown != test.shown {
					t.Errorf("%d are shown, want %d: %v", shown, test.shown, r.Findings)
				}
				if test.shown == 0 && b.Gone() > 0 {
					t.Errorf("%d are gone", b.Gone())
				}
			}
		})
	}
}
