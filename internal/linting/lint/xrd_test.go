package lint

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/crossplane"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

func recordedXRDs(t *testing.T) []golden.XRD {
	t.Helper()
	all, err := golden.ReadXRDs("../../../testdata/crossplane/xrds.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func readXRD(x *golden.XRD) *source.File {
	name := "xrd.yaml"
	if strings.HasPrefix(x.Text, "{") {
		name = "xrd.json"
	}
	return source.Read(name, []byte(x.Text))
}

// A server with Crossplane's CRD answers requests to create definitions as recorded.
func TestXRDAnswers(t *testing.T) {
	checker := crossplane.New(kube.Latest)
	for _, x := range recordedXRDs(t) {
		f := readXRD(&x)
		result := checker.Create(f.Documents[0], dryrun.RequestOptions{FieldValidation: dryrun.Warn})
		got := golden.Answer{Accepted: result.APIServer.Accepted, Code: result.APIServer.Code, Message: result.APIServer.Message, Warnings: result.APIServer.Warnings}
		for _, c := range result.APIServer.Causes {
			got.Causes = append(got.Causes, golden.Cause{Reason: c.Reason, Field: c.Field, Message: c.Message})
		}
		// The request was JSON, which has no repeated keys.
		got.Warnings = slices.DeleteFunc(slices.Clone(got.Warnings), func(text string) bool { return strings.Contains(text, "already set in map") })
		for _, line := range x.Answer.Canonical().Diff(got.Canonical()) {
			t.Errorf("%s: %s", x.ID, line)
		}
	}
}

// The derived CRDs are those of Crossplane, and the server's answers to them are as recorded.
func TestDerivedCRDs(t *testing.T) {
	linter := New(kube.Latest)
	for _, x := range recordedXRDs(t) {
		if !x.Answer.Accepted {
			continue
		}
		f := readXRD(&x)
		derived := f.Documents[1:]
		for _, want := range []*golden.DerivedCRD{x.Composite, x.Claim} {
			if want == nil {
				continue
			}
			if want.Error != "" {
				got := crossplaneErrors(linter, f)
				if !slices.ContainsFunc(got, func(text string) bool { return strings.HasSuffix(want.Error, text) }) {
					t.Errorf("%s: got %q, want %q", x.ID, got, want.Error)
				}
				if x.Composite == want {
					break
				}
				continue
			}
			if len(derived) == 0 {
				t.Errorf("%s: not derived: %v", x.ID, f.Problems)
				continue
			}
			doc := derived[0]
			derived = derived[1:]
			upstream := source.Read("crd.json", want.CRD).Documents[0]
			if got, want := decodedJSON(t, doc), decodedJSON(t, upstream); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s", x.ID, firstDifference("", want, got))
				continue
			}
			r := linter.File(&source.File{Name: f.Name, Text: f.Text, Documents: []*source.Document{doc}}, Options{FieldValidation: "Warn"})
			got := goldenAnswer(r.Documents[0].APIServer)
			got.Warnings, want.Answer.Warnings = nil, nil
			for _, line := range want.Answer.Canonical().Diff(got.Canonical()) {
				t.Errorf("%s: %s", x.ID, line)
			}
		}
	}
}

// crossplaneErrors returns the ends of Crossplane's errors for a file with a definition.
func crossplaneErrors(linter *Linter, f *source.File) (list []string) {
	for _, p := range f.Problems {
		if _, text, is := strings.Cut(p.Message, "Crossplane: "); is {
			list = append(list, text)
		}
	}
	for _, d := range linter.File(f, Options{FieldValidation: "Warn"}).Documents {
		if _, text, is := strings.Cut(d.APIServer.Message, "cannot generate CRD for"); is {
			list = append(list, text)
		}
	}
	return list
}

func decodedJSON(t *testing.T, doc *source.Document) any {
	t.Helper()
	c, _ := crd.Decode(doc)
	text, err := json.Marshal(struct {
		Metadata any
		Spec     crd.Spec
	}{c.Metadata, c.Spec})
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return withoutEmpty(v)
}

// withoutEmpty removes empty lists and mappings, which Crossplane leaves out, from everything but values.
func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, value := range v {
			if k == "default" || k == "example" || k == "enum" {
				continue
			}
			v[k] = withoutEmpty(value)
			if reflect.DeepEqual(v[k], []any{}) || v[k] == nil {
				delete(v, k)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutEmpty(v[i])
		}
	}
	return v
}

// firstDifference describes the first difference of two values.
func firstDifference(at string, want, got any) string {
	switch want := want.(type) {
	case map[string]any:
		if got, is := got.(map[string]any); is {
			for k := range want {
				if d := firstDifference(at+"."+k, want[k], got[k]); d != "" {
					return d
				}
			}
			for k := range got {
				if _, has := want[k]; !has {
					return at + "." + k + " is not wanted"
				}
			}
			return ""
		}
	case []any:
		if got, is := got.([]any); is && len(got) == len(want) {
			for i := range want {
				if d := firstDifference(fmt.Sprintf("%s[%d]", at, i), want[i], got[i]); d != "" {
					return d
				}
			}
			return ""
		}
	}
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return fmt.Sprintf("%s: want %v, got %v", at, want, got)
}
