package lint

import (
	"testing"

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
)

// What a generator wrote is known by its text, however the annotation is written.
func TestMayBeGenerated(t *testing.T) {
	for key, want := range map[string]bool{
		`controller-gen.kubebuilder.io/version`:              true,
		`"controller-gen.kubebuilder.io/version"`:            true,
		`"controller\u002dgen.kubebuilder.io/\x76ersion"`:    true,
		`? controller-gen.kubebuilder.io/version` + "\n    ": true,
		`controller-gen`: false,
	} {
		text := "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  annotations:\n    " + key + ": v0.16.1\n"
		if _, generated := origin.GeneratedIn(source.Read("crd.yaml", []byte(text)).Documents[0]); generated != want {
			t.Errorf("%s is an annotation of a generator: %t", key, generated)
		}
		if got := mayBeGenerated([]byte(text)); got != want {
			t.Errorf("%s: %t, want %t", key, got, want)
		}
	}
}
