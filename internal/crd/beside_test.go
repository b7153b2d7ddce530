package crd_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/hostile"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestDecodeBeside reads CRDs of all kinds beside what they replace, which stays as it is.
func TestDecodeBeside(t *testing.T) {
	ch := crd.NewChecker(kube.Latest.Behaviour())
	shared := 0
	for _, f := range hostile.All() {
		if f.Object != nil {
			continue
		}
		_, text := hostile.Sized(f.CRD, 2000)
		texts := [...]string{hostile.Changed(text), hostile.New(text), strings.Replace(hostile.New(text), "type: string", "type: integer", 5)}
		for i, old := range texts {
			for j, new := range texts {
				was, is := source.Read("old.yaml", []byte(old)), source.Read("crd.yaml", []byte(new))
				if len(was.Documents) == 0 || len(is.Documents) == 0 {
					continue
				}
				var beside crd.Beside
				first, _ := ch.DecodeBeside(was.Documents[0], &beside)
				second, flaws := ch.DecodeBeside(is.Documents[0], &beside)
				plain, _ := ch.Decode(was.Documents[0])
				want, wantFlaws := ch.Decode(is.Documents[0])
				if !reflect.DeepEqual(first.Spec, plain.Spec) {
					t.Fatalf("%s %d %d: the first has changed", f.Name, i, j)
				}
				if !reflect.DeepEqual(second.Spec, want.Spec) || len(flaws) != len(wantFlaws) || second.FullSchemas != want.FullSchemas {
					t.Fatalf("%s %d %d: another CRD is read", f.Name, i, j)
				}
				shared += sharedSchemas(t, f.Name, first, second)
			}
		}
	}
	if shared < 5_000 {
		t.Errorf("%d schemas are shared", shared)
	}
}

// sharedSchemas counts the schemas of a CRD that are those of another. None is at two places.
func sharedSchemas(t *testing.T, name string, a, b *crd.CustomResourceDefinition) (n int) {
	in := func(c *crd.CustomResourceDefinition) map[*schema.Schema]bool {
		all := map[*schema.Schema]bool{}
		for i := range c.Spec.Versions {
			tree := schema.NewTree(c.Spec.Versions[i].OpenAPISchema(), nil)
			for j := range tree.Nodes {
				if all[tree.Nodes[j].Schema] {
					t.Fatalf("%s: a schema is at two places", name)
				}
				all[tree.Nodes[j].Schema] = true
			}
		}
		return all
	}
	first := in(a)
	for s := range in(b) {
		if first[s] {
			n++
		}
	}
	return n
}

// Fields that moved, were renamed or are repeated are shared with one field each.
func TestBesideNames(t *testing.T) {
	read := func(fields string) *source.Document {
		return source.Read("crd.yaml", []byte("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n"+
			"  - schema:\n      openAPIV3Schema: {type: object, properties: {"+fields+"}}\n    name: v1\n"+
			"  - {name: v1, schema: {openAPIV3Schema: {properties: {"+fields+"}}}}\n")).Documents[0]
	}
	ch := crd.NewChecker(kube.Latest.Behaviour())
	for new, want := range map[string]int{
		"a: {title: x}, b: {title: x}":                2,
		"b: {title: x}, a: {title: x}":                2,
		"b: {title: x}, c: {title: x}":                1, // the place of c is that of b
		"a: {title: x}, c: {title: x}":                2,
		"c: {title: x}, d: {title: x}, b: {title: x}": 2,
		"a: {title: y}, b: {title: y}":                0,
	} {
		var beside crd.Beside
		a, _ := ch.DecodeBeside(read("a: {title: x}, b: {title: x}"), &beside)
		b, _ := ch.DecodeBeside(read(new), &beside)
		if n := sharedSchemas(t, new, a, b); n != want {
			t.Errorf("%s shares %d, want %d", new, n, want)
		}
	}
}
