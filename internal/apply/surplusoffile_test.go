package apply_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/apply"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/report"
)

// Of a file of many objects the first findings of each code are listed and the others counted:
// the counts are the same, and the first error and the first warning of each object are listed.
func TestMostOfFile(t *testing.T) {
	set := crds(t, strings.Replace(gadgets, "color: {type: string}", "color: {type: string, maxLength: 3, x-kubernetes-validations: [{rule: 'self != \"\"'}]}", 1))
	var b strings.Builder
	for i, spec := range []string{
		"{}", "{color: 1}", "{color: green, replicas: many}", "{color: 2}", "{color: 3, replicas: many}", "{color: 4, odd: 1}", "{replicas: many}", "{color: 5}", "{color: 6, odd: 1}", "{odd: 1}",
	} {
		fmt.Fprintf(&b, "---\napiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a%d}\nspec: %s\n", i, spec)
	}
	b.WriteString("---\napiVersion: example.com/v1\nkind: Other\n")
	for _, validation := range []string{"Strict", "Warn"} {
		r := apply.New(set, apply.RunOptions{FieldValidation: validation}).File(source.Read("objects.yaml", []byte(b.String())))
		all, some := r.Whole(0), r.Whole(2)
		if !reflect.DeepEqual(all.Documents, some.Documents) || all.Summary != some.Summary {
			t.Error("the answers are others")
		}
		if counted := counts(all.Findings); !reflect.DeepEqual(counts(some.Findings), counted) {
			t.Errorf("%v, want %v", counts(some.Findings), counted)
		}
		if !reflect.DeepEqual(firsts(some.Findings), firsts(all.Findings)) {
			t.Errorf("%v, want %v", firsts(some.Findings), firsts(all.Findings))
		}
		stand := 0
		for i := range some.Findings {
			f := &some.Findings[i]
			if f.More == 0 {
				continue
			}
			stand++
			want := fmt.Sprintf("%d more findings of this rule about the objects of the file are counted and not listed; --max-findings 0 lists all", f.More)
			if f.Message != want || f.Line == 0 || f.Object != "" {
				t.Errorf("%+v", f)
			}
		}
		if stand == 0 || len(some.Findings) >= len(all.Findings) {
			t.Errorf("%d are listed of %d, and %d stand for others", len(some.Findings), len(all.Findings), stand)
		}
		if few := r.Whole(100); !reflect.DeepEqual(few, all) {
			t.Error("some are counted though there are not many")
		}
	}
}

// counts are how many findings there are of each code.
func counts(found []report.Finding) map[report.Code]int {
	n := map[report.Code]int{}
	for i := range found {
		n[found[i].Code] += found[i].Counts()
	}
	return n
}

// firsts are the first error and the first warning of each object.
func firsts(found []report.Finding) map[string]string {
	first := map[string]string{}
	for i := range found {
		f := &found[i]
		if f.Severity == finding.Info || f.Object == "" {
			continue
		}
		if key := f.Object + " " + f.Severity.String(); first[key] == "" {
			first[key] = f.Message
		}
	}
	return first
}
