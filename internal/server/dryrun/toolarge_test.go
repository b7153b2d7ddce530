package dryrun

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/crd"
)

// TestRequestTooLarge sends bodies that are as long as the server reads, and one byte longer.
func TestRequestTooLarge(t *testing.T) {
	f := source.Read("crd.yaml", []byte(`{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: things.example.com},
spec: {group: example.com, scope: Namespaced, names: {kind: Thing, plural: things}, versions: [{name: v1, served: true, storage: true,
schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]}}`))
	c, _ := crd.Decode(f.Documents[0])
	r, err := New(c, Server{})
	if err != nil {
		t.Fatal(err)
	}
	thing := func(text string) Object {
		return FromValue(map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": "one"}, "text": text})
	}
	small := thing("")
	rest := answer.MaxRequestBytes - small.size()
	for _, test := range []struct {
		name, text string
		code       int
	}{
		{"at the limit", strings.Repeat("a", rest), 201},
		{"beyond the limit", strings.Repeat("a", rest+1), 413},
		{"beyond the limit with escapes", strings.Repeat("<", rest/6+1), 413},
	} {
		t.Run(test.name, func(t *testing.T) {
			o, opts := thing(test.text), RequestOptions{Version: "v1", FillResourceVersion: true}
			if got := r.Create(o, opts).APIServer; got.Code != test.code {
				t.Errorf("create: %d %s, want %d", got.Code, got.Message, test.code)
			}
			if test.code != 413 {
				return
			}
			update, err := r.Update(o, small, opts)
			if err != nil || update.APIServer.Code != 413 {
				t.Errorf("update: %d %s, %v", update.APIServer.Code, update.APIServer.Message, err)
			}
			patch, err := r.Patch(Patch{Type: types.MergePatchType, Name: "one", Body: append(o.json(), '\n')}, &small, opts)
			if err != nil || patch.APIServer.Code != 413 {
				t.Errorf("patch: %d %s, %v", patch.APIServer.Code, patch.APIServer.Message, err)
			}
			if got, _ := answer.TooLarge("request", o.size()); patch.Behind.ValidatorText == "" || update.Behind.ValidatorText != got {
				t.Errorf("the update says %q, want %q", update.Behind.ValidatorText, got)
			}
		})
	}
}
