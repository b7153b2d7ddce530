package apply_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/text/code"
)

// TestWrongMetadata: what is told stands where the value does, whether the server refuses it or
// kubectl, which sends no manifest that it cannot read.
func TestWrongMetadata(t *testing.T) {
	set := crds(t, crd("example.com", "Widget", "Namespaced"))
	for _, c := range []struct{ metadata, path, place, message, client, server string }{
		{"metadata: x", "metadata", "4:11", `the string "x", where an object is wanted`,
			"metadataOnlyObject.metadata of type v1.ObjectMeta", "into Go value of type v1.ObjectMeta"},
		{"metadata: [x]", "metadata", "4:1", "a list, where an object is wanted",
			"metadataOnlyObject.metadata of type v1.ObjectMeta", "into Go value of type v1.ObjectMeta"},
		{"metadata: {name: a, labels: x}", "metadata.labels", "4:29", `the string "x", where an object of strings is wanted`,
			"ObjectMeta.metadata.labels of type map[string]string", "ObjectMeta.labels of type map[string]string"},
		{"metadata: {name: a, labels: {b: 1}}", "metadata.labels.b", "4:33", "the number 1, where a string is wanted",
			"ObjectMeta.metadata.labels of type string", "ObjectMeta.labels of type string"},
		{"metadata: {name: 3}", "metadata.name", "4:18", "the number 3, where a string is wanted",
			"ObjectMeta.metadata.name of type string", "ObjectMeta.name of type string"},
	} {
		text := "apiVersion: example.com/v1\nkind: Widget\n\n" + c.metadata + "\n"
		for serverSide, said := range map[bool]string{true: c.client, false: c.server} {
			runner := apply.New(set, apply.RunOptions{Command: apply.Command{Verb: apply.VerbApply, ServerSide: serverSide}})
			if !serverSide {
				runner = apply.New(set, apply.RunOptions{})
			}
			r := runner.File(source.Read("a.yaml", []byte(text)))
			if len(r.Results) != 1 || len(r.Results[0].Findings) != 1 {
				t.Errorf("%s: %+v", c.metadata, r)
				continue
			}
			f := r.Results[0].Findings[0]
			if at := fmt.Sprintf("%d:%d", f.Line, f.Column); at != c.place || f.Path != c.path || f.Message != c.message || f.Rule != code.MetadataWrongType.Rule() {
				t.Errorf("%s: got %s %s %s (%s), want %s %s %s", c.metadata, at, f.Path, f.Message, f.Rule, c.place, c.path, c.message)
			}
			if answer := strings.TrimSpace(r.Results[0].APIServer.Message); !strings.HasSuffix(answer, said) || !strings.HasSuffix(f.ServerMessage, said) {
				t.Errorf("%s: the answer is %s, and the finding has %s", c.metadata, answer, f.ServerMessage)
			}
		}
	}
}

// TestWrongLabels: the server tells of what is wrong in labels and annotations by its text alone. A
// key is told at the key, and the value of a label at that, in embedded objects as well.
func TestWrongLabels(t *testing.T) {
	set := crds(t, strings.Replace(crd("example.com", "Widget", "Namespaced"), "x-kubernetes-preserve-unknown-fields: true",
		"properties: {spec: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}", 1))
	const wrong = "{name: a, labels: {a b: c, d: e f, e f: g}, annotations: {h/: i}}"
	for text, want := range map[string][]string{
		"metadata: " + wrong: {"metadata.labels.a b 3:30", "metadata.labels.d 3:41", "metadata.labels.e f 3:46", "metadata.annotations.h/ 3:69"},
		"metadata: {name: a}\nspec: {apiVersion: v1, kind: A, metadata: " + wrong + "}": {
			"spec.metadata.labels.a b 4:62", "spec.metadata.labels.d 4:73", "spec.metadata.labels.e f 4:78", "spec.metadata.annotations.h/ 4:101"},
	} {
		r := apply.New(set, apply.RunOptions{}).File(source.Read("a.yaml", []byte("apiVersion: example.com/v1\nkind: Widget\n"+text+"\n")))
		var got []string
		for _, f := range r.Results[0].Findings {
			if at := fmt.Sprintf("%s %d:%d", f.Path, f.Line, f.Column); !slices.Contains(got, at) {
				got = append(got, at)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
