package schemadiff_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// deep is a schema of some ten thousand nodes, in which nothing is shared.
func deep(depth int) *schema.Schema {
	if depth == 0 {
		return &schema.Schema{Type: "string", Description: "a text"}
	}
	var fields []schema.Property
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		fields = append(fields, schema.Property{Name: name, Schema: deep(depth - 1)})
	}
	return &schema.Schema{Type: "object", Properties: schema.NewProperties(fields)}
}

func BenchmarkCompare(b *testing.B) {
	old, new := schematree.New(deep(4), nil), schematree.New(deep(4), nil)
	b.ReportMetric(float64(len(old.Nodes)), "nodes")
	b.ReportAllocs()
	for b.Loop() {
		if len(schemadiff.Compare(old, new)) > 0 {
			b.Fatal("equal schemas differ")
		}
	}
}
