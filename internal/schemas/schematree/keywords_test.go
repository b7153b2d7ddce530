package schematree_test

import (
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// Every schema in another is a node of the tree, which counts them before.
func TestTreeHasEverySchema(t *testing.T) {
	for _, k := range schematest.Keywords() {
		for _, s := range k.Schemas() {
			tree := schematree.New(s, nil)
			if want := schemasIn(reflect.ValueOf(s)); len(tree.Nodes) != want || cap(tree.Nodes) != want {
				t.Errorf("%s: %d nodes, counted as %d, of %d schemas", k.Name, len(tree.Nodes), cap(tree.Nodes), want)
			}
		}
	}
}

// schemasIn counts the schemas in a value.
func schemasIn(v reflect.Value) (n int) {
	if v.Type() == reflect.TypeFor[schema.Schema]() {
		n = 1
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			n += schemasIn(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			n += schemasIn(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += schemasIn(v.Field(i))
		}
	}
	return n
}
