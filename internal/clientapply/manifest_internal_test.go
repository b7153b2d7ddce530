package clientapply

import (
	"math/rand/v2"
	"testing"
)

// TestUsualMetadata: what is usual is read by its types without an error.
func TestUsualMetadata(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"name", "namespace", "labels", "annotations", "generation", "finalizers", "ownerReferences", "creationTimestamp", "other"}
	values := []any{"a", "", nil, int64(1), 1.5, true, []any{"a"}, map[string]any{}, map[string]any{"a": "b"}, map[string]any{"a": int64(1)}, map[string]any{"a": nil}}
	usual, refused := 0, 0
	for range 3000 {
		fields := map[string]any{}
		for range r.IntN(3) {
			i := r.IntN(len(names))
			fields[names[i]] = values[r.IntN(len(values))]
			if i < 2 && r.IntN(2) == 0 {
				fields[names[i]] = "a"
			}
		}
		var metadata any = fields
		if r.IntN(20) == 0 {
			metadata = values[r.IntN(len(values))]
		}
		// What nobody has is passed over, and asks for the types.
		looked := map[string]any{"": nil}
		of, ok := metadata.(map[string]any)
		for name, v := range of {
			looked[name] = v
		}
		var n *Note
		if ok {
			n = checkMetadata(Options{Object: map[string]any{"metadata": looked}})
		} else {
			n = checkMetadata(Options{Object: map[string]any{"metadata": metadata}})
		}
		switch {
		case usualMetadata(metadata):
			usual++
			if n != nil {
				t.Fatalf("%v is usual, and refused: %s", metadata, n.Text())
			}
		case n != nil:
			refused++
		}
	}
	if usual < 500 || refused < 500 {
		t.Errorf("%d were usual, %d refused", usual, refused)
	}
}
