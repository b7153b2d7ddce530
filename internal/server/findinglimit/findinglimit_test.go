package findinglimit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

func some(r *rand.Rand, n int) finding.List {
	var list finding.List
	for i := range n {
		f := finding.Finding{Code: finding.Code(fmt.Sprintf("code-%d", r.IntN(3))), Path: finding.Root("spec").Index(i), Message: "m"}
		if r.IntN(2) == 0 {
			f.Type, f.Detail = field.ErrorTypeInvalid, "wrong"
		}
		list = append(list, f)
	}
	return list
}

// TestFirst: what is listed and what is counted is all that there is, in its order.
func TestFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		all, most := some(r, r.IntN(40)), r.IntN(5)
		before := slices.Clone(all)
		first, rest := First(all, most)
		n, causes := len(first), 0
		for _, of := range rest {
			n += of.Count
			if of.IsCause {
				causes += of.Count
			}
		}
		if n != len(all) || causes != Causes(rest) || most == 0 && len(rest) > 0 {
			t.Fatalf("%d of %d are listed or counted: %v", n, len(all), rest)
		}
		listed := map[string]int{}
		at := 0
		for i := range all {
			if all[i].Path != before[i].Path {
				t.Fatal("the list that was given has changed")
			}
			k := fmt.Sprint(all[i].Code, all[i].Type)
			if listed[k]++; most > 0 && listed[k] > most {
				continue
			}
			if first[at].Path != all[i].Path {
				t.Fatalf("finding %d is not listed", i)
			}
			at++
		}
	}
}

// TestTextIsBounded: messages that quote a large value end the list before their number does.
func TestTextIsBounded(t *testing.T) {
	value := strings.Repeat("x", 1<<20)
	var all finding.List
	for range 100 {
		all = append(all, finding.Invalid("a", finding.Root("spec"), value, "wrong"))
	}
	first, rest := First(all, Default)
	if len(first) != 64 || len(rest) != 1 || rest[0].Count != 36 {
		t.Errorf("%d are listed, and %v counted", len(first), rest)
	}
}

func TestFirstReported(t *testing.T) {
	var found []report.Finding
	for i, rule := range []string{"a", "b", "a", "a", "b", "a"} {
		found = append(found, report.Finding{Rule: rule, Code: report.Code(rule), File: "f.yaml", CRD: "x", Line: i + 1, Message: "m"})
	}
	var got []string
	for _, f := range FirstReported(found, 2, "object") {
		got = append(got, fmt.Sprintf("%s%d %d%s%s", f.Rule, f.Line, f.More, f.CRD, f.Message))
	}
	want := []string{"a1 0xm", "b2 0xm", "a3 0xm", "a4 2x2 more findings of this rule about the object are counted and not listed; --max-findings 0 lists all", "b5 0xm"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
