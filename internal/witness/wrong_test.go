package witness

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/sample"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
)

// specProver is a prover for a CRD with a schema for spec.
func specProver(t *testing.T, spec string) *Prover {
	t.Helper()
	text := `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema: {type: object, properties: {spec: {` + spec + `}}}
`
	checker := crd.NewChecker(kube.Latest.Behaviour())
	c, flaws := checker.Decode(source.Read("a.yaml", []byte(text)).Documents[0])
	c.Default()
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	return New(c, nil, sample.Options{Version: kube.Latest, Rules: dryrun.CEL(compiler)})
}

// listed is a text for each number below n, between commas.
func listed(n int, format string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(all, ", ")
}

// TestWhatIsWrongIsPaidFor makes requests of the shares of many searches, with as much wrong
// as hostile CRDs have and with as much as others have: the first use up what there is.
func TestWhatIsWrongIsPaidFor(t *testing.T) {
	const searches = 1000
	for _, c := range []struct {
		required   int
		least, all int
	}{{60, searches, searches}, {2000, 3, 10}} {
		p := specProver(t, "type: object, required: ["+listed(c.required, "f%d")+"]")
		q := specProver(t, "type: object")
		o := map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "a"}, "spec": map[string]any{}}
		made := 0
		for i := range searches {
			p.Share(q, searches-i, func() {
				if !p.ready() {
					return
				}
				made++
				if r := p.create(o); accepted(r) || len(r.Findings) != c.required {
					t.Fatalf("%d findings: %s", len(r.Findings), r.APIServer.Message)
				}
			})
		}
		if made < c.least || made > c.all {
			t.Errorf("%d searches made a request with %d findings, not %d to %d", made, c.required, c.least, c.all)
		}
	}
}

// TestVainSearchesArePaidFor has searches that find no object take what is wrong with those
// that they try.
func TestVainSearchesArePaidFor(t *testing.T) {
	for _, c := range []struct {
		required int
		wrong    bool
	}{{20, false}, {2000, true}} {
		p := specProver(t, "type: object, required: ["+listed(c.required, "f%d")+"], properties: {a: {type: string}}")
		if !p.ready() {
			t.Fatal("no requests can be made")
		}
		if o := p.holding("v1", []finding.Segment{{Name: "spec"}, {Name: "a"}}); o != nil {
			t.Errorf("%d required fields: %v is accepted", c.required, o)
		}
		if got := p.budget.Wrong > 0; got != c.wrong {
			t.Errorf("%d required fields cost %d", c.required, p.budget.Wrong)
		}
	}
}

// TestCostOfRequests: what each request goes through is counted where there is much of it.
func TestCostOfRequests(t *testing.T) {
	for _, c := range []struct {
		spec        string
		least, most int
		expensive   bool
	}{
		{"type: object, properties: {" + listed(40, "f%d: {type: string, default: a}") + "}", 1, 2, false},
		{"type: object, properties: {" + listed(1000, "f%d: {type: string, default: a}") + "}", 5200, 5300, true},
		{"type: object, anyOf: [" + listed(20, "{required: [f%d]}") + "]", 1, 2, false},
		{"type: object, anyOf: [" + listed(700, "{required: [f%d]}") + "]", 2500, 2600, true},
		{"type: object, not: {allOf: [" + listed(700, "{required: [f%d]}") + "]}", 2500, 2600, true},
		{"type: object, x-kubernetes-validations: [" + listed(400, "{rule: 'size(self.a) < %d'}") + "], properties: {a: {type: string}}", 400, 402, false},
		{"type: object, x-kubernetes-validations: [" + listed(600, "{rule: 'size(self.a) < %d'}") + "], properties: {a: {type: string}}", 600, 602, true},
	} {
		p := specProver(t, c.spec)
		if !p.ready() || p.budget.Each < c.least || p.budget.Each > c.most || p.expensive != c.expensive {
			t.Errorf("%.60s costs %d, and is expensive: %v", c.spec, p.budget.Each, p.expensive)
		}
	}
}

// TestWrongOfOneMoreRule has what a search with one more CEL rule finds wrong be paid for by
// who asks for it.
func TestWrongOfOneMoreRule(t *testing.T) {
	const rules = 200
	p := specProver(t, "type: object, x-kubernetes-validations: ["+listed(rules, "{rule: 'self.a == %d'}")+"], properties: {a: {type: integer}}")
	if !p.ready() {
		t.Fatal("no requests can be made")
	}
	x := differing{p: p, now: p, served: p, servedNow: p, operation: "create", Search: Search{
		Change: Change{Version: "v1", Value: []finding.Segment{{Name: "spec"}}}, Against: "self.a == 1",
	}}
	other := p.against("v1", x.Value, x.Against)
	if !other.ready() || other.holding("v1", x.Value) != nil || other.budget.Wrong == 0 {
		t.Fatalf("with one more rule: %d for what is wrong", other.budget.Wrong)
	}
	for range x.objects {
		t.Fatal("an object is found")
	}
	if p.budget.Wrong < other.budget.Wrong {
		t.Errorf("%d were paid for what is wrong, and %d with one more rule", p.budget.Wrong, other.budget.Wrong)
	}
}

// TestNothingIsMadeForNoObjects: where no objects are made, no server is made for them either. A
// server that takes none is asked all the same about those of another CRD.
func TestNothingIsMadeForNoObjects(t *testing.T) {
	large := specProver(t, "type: object, properties: {"+listed(50_000, "f%d: {type: string}")+"}")
	small := specProver(t, "type: object, properties: {a: {type: string}}")
	s := Search{Change: Change{Version: "v1", Value: []finding.Segment{{Name: "spec"}, {Name: "a"}}}, Gone: true}
	if d := large.Differ(small, s); d != nil || large.generator != nil || small.generator != nil {
		t.Errorf("found %+v; a server is made: %t, %t", d, large.generator != nil, small.generator != nil)
	}
	unserved := specProver(t, "type: object, properties: {a: {type: string}}")
	unserved.crd.Spec.Versions[0].Served = false
	if d := small.Differ(unserved, s); d == nil || d.New.Accepted {
		t.Errorf("found %+v of a version that is gone", d)
	}
}
