package dryrun_test

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// compiler serves all tests, as one serves a run of the command.
var compiler = celrule.NewCompiler(behaviour.Of(kube.Latest).CEL)

func readCases(t testing.TB) []*golden.ObjectCase {
	t.Helper()
	cases, err := golden.ObjectCases("../../../testdata/dryrun")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no cases in testdata/dryrun")
	}
	return cases
}

func document(t testing.TB, name string, text []byte) *source.Document {
	t.Helper()
	f := source.Read(name, text)
	if len(f.Documents) != 1 {
		t.Fatalf("%s: %d documents, problems: %v", name, len(f.Documents), f.Problems)
	}
	return f.Documents[0]
}

func resource(t testing.TB, text []byte) *dryrun.Resource {
	t.Helper()
	return resourceWith(t, text, dryrun.CEL(compiler))
}

func resourceWith(t testing.TB, text []byte, rules func(*schematree.Tree) dryrun.Rules) *dryrun.Resource {
	t.Helper()
	c, flaws := crd.Decode(document(t, "crd.yaml", text))
	if len(flaws) > 0 {
		t.Fatalf("the CRD has flaws: %+v", flaws)
	}
	r, err := dryrun.New(c, dryrun.Server{Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// frugal evaluates rules as dryrun.CEL does, but for a small part of the budget,
// which takes seconds to spend. It is for what holds whatever the budget is.
func frugal(t *schematree.Tree) dryrun.Rules {
	rules := validate.NewRules(compiler, t, 0, true)
	return func(ctx context.Context, in dryrun.RuleInput) finding.List {
		var old any
		if in.Old != nil {
			old = in.Old
		}
		failed, _ := rules.Evaluate(ctx, nil, in.Object, old, validate.Evaluation{
			Budget:     validate.RuntimeBudget / 50,
			Correlated: in.Correlated,
			Warn:       in.Forgive,
		})
		return failed
	}
}

// played are the results of the requests of cases, by their names. Results are
// not changed, so that each request is made once for all tests.
var played = map[string]*dryrun.Result{}

// play makes the request of a case.
func play(t testing.TB, c *golden.ObjectCase) *dryrun.Result {
	t.Helper()
	if result := played[c.Name]; result != nil {
		return result
	}
	r := resource(t, c.CRD)
	opts := dryrun.RequestOptions{FieldValidation: c.FieldValidation, Version: c.Version, FillResourceVersion: true}
	var sent, old dryrun.Object
	if c.Object != nil {
		name := "object.yaml"
		if c.JSON {
			name = "object.json"
		}
		sent = dryrun.FromDocument(document(t, name, c.Object))
	}
	if c.Old != nil {
		old = dryrun.FromDocument(document(t, "old.yaml", c.Old))
	}
	var result *dryrun.Result
	var err error
	switch c.Operation {
	case "create":
		result = r.Create(sent, opts)
	case "update":
		result, err = r.Update(sent, old, opts)
	case "update-status":
		result, err = r.UpdateStatus(sent, old, opts)
	case "scale":
		result, err = r.UpdateScale(c.Replicas, old, opts)
	default:
		t.Skipf("%s is not what this package does", c.Operation)
	}
	if err != nil {
		t.Fatal(err)
	}
	played[c.Name] = result
	return result
}

func goldenAnswer(r *dryrun.Result) golden.Answer {
	a := golden.Answer{Accepted: r.APIServer.Accepted, Code: r.APIServer.Code, Message: r.APIServer.Message, Warnings: r.APIServer.Warnings}
	for _, c := range r.APIServer.Causes {
		a.Causes = append(a.Causes, golden.Cause{Reason: c.Reason, Field: c.Field, Message: c.Message})
	}
	return a.Canonical()
}

// TestRecordedAnswers holds the answer to every case against the one that a real
// server gave, and the object that it returned.
func TestRecordedAnswers(t *testing.T) {
	for _, c := range readCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			if c.Answer == nil {
				t.Fatal("no answer is recorded; run: make record")
			}
			result := play(t, c)
			diff := c.Answer.Canonical().Diff(goldenAnswer(result))
			got := result.Object
			if result.Scale != nil {
				got = result.Scale
			}
			if want, got := c.Answer.Object, plain(t, got); !reflect.DeepEqual(want, got) {
				diff = append(diff, "object: want "+text(t, want)+", got "+text(t, got))
			}
			for _, line := range diff {
				t.Error(line)
			}
		})
	}
}

// plain is an object as encoding/json reads it, without a resourceVersion.
func plain(t testing.TB, object map[string]any) any {
	t.Helper()
	if object == nil {
		return nil
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(text(t, object)), &v); err != nil {
		t.Fatal(err)
	}
	if meta, ok := v["metadata"].(map[string]any); ok {
		delete(meta, "resourceVersion")
	}
	return v
}

func text(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
