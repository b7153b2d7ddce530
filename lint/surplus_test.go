package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
	"github.com/crdtool/crdtool/report"
)

// manyOf is a CRD with ten times what some lines say of a field.
func manyOf(lines string) string {
	var b strings.Builder
	b.WriteString(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
`)
	for i := range 10 {
		fmt.Fprintf(&b, lines, i)
	}
	return b.String()
}

// Of what there is too much of, the first are listed and the others counted; the verdict
// and the counts are the same.
func TestMost(t *testing.T) {
	for _, test := range []struct {
		name, text string
		listed     int // beside what stands for the rest
		causes     int
		rest       int
	}{
		{"server", manyOf("          f%d: {}\n"), 3, 3, 7},
		{"decoding", manyOf("          f%d: {type: string, tpye: string}\n"), 3, 0, 7},
		{"ignored", manyOf("          f%d: {} # crdtool:ignore missing-description\n"), 3, 3, 7},
	} {
		t.Run(test.name, func(t *testing.T) {
			run := func(most int) (lint.FileReport, *report.APIServer) {
				r := lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(test.text)), lint.Options{Most: most})
				return r, &r.Documents[0].APIServer
			}
			all, answer := run(0)
			some, short := run(3)
			if some.Summary != all.Summary {
				t.Errorf("summary is %+v, want %+v", some.Summary, all.Summary)
			}
			if short.Code != answer.Code || short.Accepted != answer.Accepted {
				t.Errorf("answer is %d, want %d", short.Code, answer.Code)
			}
			if len(short.Causes) != test.causes || len(short.Causes)+short.MoreCauses != len(answer.Causes) {
				t.Errorf("%d causes and %d more of %d", len(short.Causes), short.MoreCauses, len(answer.Causes))
			}
			listed, rest := 0, 0
			for i := range some.Findings {
				f := &some.Findings[i]
				switch {
				case f.More > 0:
					rest += f.More
				case f.Severity.String() == "error":
					listed++
				}
			}
			if listed != test.listed || rest != test.rest {
				t.Errorf("%d are listed and %d counted, want %d and %d", listed, rest, test.listed, test.rest)
			}
		})
	}
}

// Paths and places of CEL errors are by index, which is another one when findings
// before are not kept.
func TestMostKeepsOffsets(t *testing.T) {
	text := manyOf("          f%d: {type: string, x-kubernetes-validations: [{rule: 'self =='}, {rule: self > 1, fieldPath: x}]}\n")
	at := func(most int) map[string]string {
		places := map[string]string{}
		r := lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(text)), lint.Options{Most: most})
		for i := range r.Findings {
			if f := &r.Findings[i]; f.More == 0 {
				places[f.Path+f.Message] = fmt.Sprint(f.Line, ":", f.Column)
			}
		}
		return places
	}
	all, some := at(0), at(3)
	if len(some) == 0 || len(some) >= len(all) {
		t.Fatalf("%d of %d findings", len(some), len(all))
	}
	for what, place := range some {
		if all[what] != place {
			t.Errorf("%s is at %s, want %s", what, place, all[what])
		}
	}
}
