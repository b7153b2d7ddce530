package schema

import (
	"testing"
	"unsafe"
)

func TestSlabSize(t *testing.T) {
	if size := unsafe.Sizeof(slab{}); size > 32<<10 || size < 31<<10 {
		t.Errorf("a slab has %d bytes; change its length so that it fills 32 KiB", size)
	}
}

// TestReleasedSchemasAreEmpty makes schemas from what others have been before.
func TestReleasedSchemasAreEmpty(t *testing.T) {
	for range 3 {
		var s Slabs
		for i := range 500 {
			one := s.schema()
			if one.Type != "" || one.Properties != nil {
				t.Fatalf("schema %d is not empty: %+v", i, one)
			}
			one.Type, one.Properties = "object", &Properties{}
		}
		s.Release()
	}
}
