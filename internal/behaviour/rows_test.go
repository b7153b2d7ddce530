package behaviour_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// TestEachRowIsNoticed moves each row by a version, to the next and to the one before,
// and asks the cases that are named for it: one of them must be answered otherwise. That
// the answers are those of real servers is for the conformance tests to show.
func TestEachRowIsNoticed(t *testing.T) {
	crds, err := golden.Cases("../../testdata/crd")
	if err != nil {
		t.Fatal(err)
	}
	objects, err := golden.ObjectCases("../../testdata/dryrun")
	if err != nil {
		t.Fatal(err)
	}
	noticed := 0
	for i, row := range behaviour.Table() {
		var ask []func(kube.Version) string
		for _, c := range crds {
			if belongs(c.Name, row.ID) || strings.HasPrefix(row.ID, "openapi-") && strings.HasPrefix(c.Name, "kube/openapi-") {
				ask = append(ask, func(v kube.Version) string { return answerTo(t, c, v) })
			}
		}
		for _, c := range objects {
			if belongs(c.Name, row.ID) {
				ask = append(ask, func(v kube.Version) string { return answerToObject(t, c, v) })
			}
		}
		reason, hidden := unshown[row.ID]
		if len(ask) == 0 && !hidden {
			t.Errorf("%s: there is no case kube/%s", row.ID, row.ID)
			continue
		}
		type question struct{ minor, of int }
		now := map[question]string{}
		moved := func(to int) bool {
			// What new rules may use is what the version before stores.
			for _, minor := range []int{row.Since - 1, row.Since, row.Since + 1} {
				for k, f := range ask {
					at, is := kube.Version{Minor: minor}, question{minor, k}
					if _, known := now[is]; !known {
						now[is] = f(at)
					}
					restore := behaviour.MoveRow(i, to)
					after := f(at)
					restore()
					if after != now[is] {
						return true
					}
				}
			}
			return false
		}
		later, earlier := moved(row.Since+1), moved(row.Since-1)
		switch {
		case later && earlier && hidden:
			t.Errorf("%s: is noticed, although it is said that %s", row.ID, reason.why)
		case hidden && !reason.true(t):
			t.Errorf("%s: it is not true that %s", row.ID, reason.why)
		case later && earlier:
			noticed++
		case hidden:
			t.Logf("%s: not noticed: %s", row.ID, reason.why)
		case !later:
			t.Errorf("%s: no case notices that 1.%d is not the first version any more", row.ID, row.Since)
		default:
			t.Errorf("%s: no case notices that 1.%d is the first version now", row.ID, row.Since-1)
		}
	}
	t.Logf("%d rows, %d noticed", len(behaviour.Table()), noticed)
}

// unshown are rows that no answer shows on both sides of their edges.
var unshown = map[string]struct {
	why  string
	true func(t *testing.T) bool
}{
	"observed-generation-used": {"the server fills in the field, and drops what is sent as the version before does", sameAnswers("kube/observed-generation", 35, 36)},
	"stored-rules":             {"the version before has no other environment for them", oneEnvironment(27)},
}

// sameAnswers reports whether two servers answered the same to all cases whose names begin so.
func sameAnswers(prefix string, a, b int) func(t *testing.T) bool {
	return func(t *testing.T) bool {
		cases, err := golden.OfMinors("../../testdata", prefix)
		if err != nil {
			t.Fatal(err)
		}
		answers := map[string]map[int]string{}
		for _, c := range cases {
			var text strings.Builder
			write(t, &text, c.Answer)
			if answers[c.Name] == nil {
				answers[c.Name] = map[int]string{}
			}
			answers[c.Name][c.Minor] = text.String()
		}
		for _, by := range answers {
			if by[a] == "" || by[a] != by[b] {
				return false
			}
		}
		return len(answers) > 0
	}
}

// oneEnvironment reports whether a version has one for new and for stored rules.
func oneEnvironment(minor int) func(*testing.T) bool {
	return func(*testing.T) bool {
		b := behaviour.Of(kube.Version{Minor: minor})
		return reflect.DeepEqual(b.CEL.New, b.CEL.Stored)
	}
}

// belongs reports whether a case is named for a row.
func belongs(name, row string) bool {
	rest, ok := strings.CutPrefix(name, "kube/"+row)
	return ok && (rest == "" || rest[0] == '-')
}

// answerTo is the answer to a case, what its rules cost, and what would be published.
func answerTo(t *testing.T, c *golden.Case, v kube.Version) string {
	t.Helper()
	opts := lint.Options{FieldValidation: c.FieldValidation, RawBody: true}
	if c.Old != nil {
		old := source.Read("old.yaml", c.InStore())
		opts.Old = func(string) *source.Document { return old.Documents[0] }
	}
	l := lint.New(v)
	r := l.File(source.Read("crd.yaml", c.CRD), opts)
	var b strings.Builder
	for i := range r.Documents {
		write(t, &b, r.Documents[i].APIServer)
	}
	write(t, &b, l.Costs(source.Read("crd.yaml", c.CRD), false, lint.Options{}))
	if len(r.Documents) == 1 && r.Documents[0].APIServer.Accepted {
		doc := source.Read("crd.yaml", c.CRD).Documents[0]
		installed, _ := crd.Decode(doc)
		list := []*crd.CustomResourceDefinition{installed}
		if docs, err := openapiv3.Build(list, v); err == nil {
			for _, gv := range docs.GroupVersions() {
				text, err := docs[gv].MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				b.Write(text)
			}
		}
		if doc, err := openapiv2.Build(list, v); err == nil {
			write(t, &b, doc)
		}
	}
	return b.String()
}

// answerToObject is the answer to a case on an object.
func answerToObject(t *testing.T, c *golden.ObjectCase, v kube.Version) string {
	t.Helper()
	definition, _ := crd.Decode(source.Read("crd.yaml", c.CRD).Documents[0])
	resource, err := dryrun.New(definition, dryrun.Server{Version: v, Rules: dryrun.CEL(celrule.NewCompiler(behaviour.Of(v).CEL))})
	if err != nil {
		return err.Error()
	}
	opts := dryrun.RequestOptions{FieldValidation: c.FieldValidation, Version: c.Version, FillResourceVersion: true}
	name := "object.yaml"
	if c.JSON {
		name = "object.json"
	}
	object := func(name string, text []byte) dryrun.Object {
		return dryrun.FromDocument(source.Read(name, text).Documents[0])
	}
	var r *dryrun.Result
	switch c.Operation {
	case "create":
		r = resource.Create(object(name, c.Object), opts)
	case "update":
		r, err = resource.Update(object(name, c.Object), object("old.yaml", c.Old), opts)
	case "update-status":
		r, err = resource.UpdateStatus(object(name, c.Object), object("old.yaml", c.Old), opts)
	default:
		t.Fatalf("%s: cannot play %s", c.Name, c.Operation)
	}
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	write(t, &b, r.APIServer)
	write(t, &b, r.Object)
	return b.String()
}

func write(t *testing.T, b *strings.Builder, v any) {
	t.Helper()
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(b, text.String())
}
