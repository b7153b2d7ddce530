package v1_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	v1 "github.com/crdtool/crdtool/internal/server/crd/internal/v1"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
)

// The type has the keywords of schema.Schema, no more and no fewer.
func TestTypeHasEveryKeyword(t *testing.T) {
	var names []string
	of := reflect.TypeFor[v1.JSONSchemaProps]()
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	slices.Sort(names)
	var want []string
	for _, k := range schematest.Keywords() {
		want = append(want, k.Name)
	}
	if slices.Sort(want); !slices.Equal(names, want) {
		t.Errorf("the keywords are %v, want %v", names, want)
	}
}
