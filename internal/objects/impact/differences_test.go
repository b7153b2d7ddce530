package impact

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestDifferKnown: what is known is left out, and nothing else.
func TestDifferKnown(t *testing.T) {
	type told struct {
		v        sides
		had, has bool
	}
	all := func(v, known sides) map[string]told {
		found := map[string]told{}
		differ(nil, v, known, func(at *finding.Path, v sides, had, has bool) { found[fmt.Sprint(at.Server())] = told{v, had, has} })
		return found
	}
	known := 0
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 1))
		a := randomObject(r, 3)
		v, before := sides{a, changed(r, a)}, sides{changed(r, a), changed(r, a)}
		if r.IntN(2) == 0 {
			before.is = v.is
		}
		got, want, was := all(v, before), all(v, nothing), all(before, nothing)
		for at, d := range want {
			if o, told := was[at]; told && o.had == d.had && o.has == d.has && (!d.had || !d.has || reflect.DeepEqual(o, d)) {
				delete(want, at)
				known++
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: of %v where %v is known: %v, want %v", seed, v, before, got, want)
		}
	}
	if known < 3_000 {
		t.Errorf("only %d differences were known", known)
	}
}

func randomObject(r *rand.Rand, depth int) map[string]any {
	m := map[string]any{}
	for range r.IntN(4) {
		m[string(rune('a'+r.IntN(4)))] = randomValue(r, depth)
	}
	return m
}

func randomValue(r *rand.Rand, depth int) any {
	switch n := r.IntN(5); {
	case depth > 0 && n < 2:
		return randomObject(r, depth-1)
	case depth > 0 && n == 2:
		list := make([]any, r.IntN(3))
		for i := range list {
			list[i] = randomValue(r, depth-1)
		}
		return list
	case n == 3:
		return nil
	}
	return int64(r.IntN(2))
}

// changed is a value with a few others in it.
func changed(r *rand.Rand, v any) any {
	if r.IntN(8) == 0 {
		return randomValue(r, 1)
	}
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if r.IntN(6) > 0 {
				out[k] = changed(r, e)
			}
		}
		if r.IntN(6) == 0 {
			out[string(rune('a'+r.IntN(4)))] = randomValue(r, 1)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = changed(r, v[i])
		}
		return out
	}
	return v
}

// TestMost: of very many values of an object some are listed, and one cause stands for the
// others of several objects.
func TestMost(t *testing.T) {
	const fields, most = 30, 10
	crd := func(prefix string) string {
		var b strings.Builder
		for i := range fields {
			fmt.Fprintf(&b, "%s%02d: {type: string, default: a}, ", prefix, i)
		}
		return head + version("v1", stored, strings.TrimSuffix(b.String(), ", "), "")
	}
	objects := manifestOf("a", "spec: {}\n") + "---\n" + manifestOf("b", "spec: {x29: b}\n")
	count := func(o *report.DiffObjects, effect string) (listed int, rest []report.DiffCause) {
		for _, c := range o.Causes {
			switch {
			case c.Effect != effect:
			case c.More > 0:
				rest = append(rest, c)
			default:
				listed++
				if len(rest) > 0 {
					t.Errorf("%s is behind what is counted", c.Field)
				}
			}
		}
		return listed, rest
	}
	all := tryMost(t, 0, kube.Latest, crd("x"), crd("y"), objects)
	for _, effect := range []string{pruned, defaulted} {
		if listed, rest := count(all, effect); listed != fields || len(rest) > 0 {
			t.Fatalf("%s: %d are listed of all, %v", effect, listed, rest)
		}
	}
	some := tryMost(t, most, kube.Latest, crd("x"), crd("y"), objects)
	if some.Pruned != all.Pruned || some.Defaulted != all.Defaulted {
		t.Errorf("%+v, all are %+v", some, all)
	}
	for _, effect := range []string{pruned, defaulted} {
		listed, rest := count(some, effect)
		if listed != most || len(rest) != 1 {
			t.Errorf("%s: %d are listed, %v", effect, listed, rest)
			continue
		}
		const more = 2 * (fields - most) // of each object as many
		want := report.DiffCause{
			Effect: effect, CRD: "widgets.example.com", Kind: "Widget", Version: "v1", Count: 2, More: more,
			Message: fmt.Sprintf("%d more values are counted and not listed; --max-findings 0 lists all", more),
			Objects: []report.DiffObject{{Name: "a", File: "objects.yaml", Line: 1, Column: 1}, {Name: "b", File: "objects.yaml", Line: 6, Column: 1}},
		}
		if !reflect.DeepEqual(rest[0], want) {
			t.Errorf("got %+v, want %+v", rest[0], want)
		}
	}
}
