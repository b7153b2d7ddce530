package clientapply

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// TestCheckMetadata: what is wrong is what is found by reading all by its types.
func TestCheckMetadata(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"other", "Name"}
	meta := reflect.TypeFor[metav1.ObjectMeta]()
	for i := range meta.NumField() {
		name, _, _ := strings.Cut(meta.Field(i).Tag.Get("json"), ",")
		names = append(names, name, "name", "namespace", "labels", "annotations")
	}
	values := []any{"a", "", nil, int64(1), 1.5, true, []any{"a"}, []any{map[string]any{"uid": int64(1)}}, map[string]any{}, map[string]any{"a": "b"}, map[string]any{"a": int64(1)}, map[string]any{"a": nil}}
	usual, refused := 0, 0
	for range 5000 {
		fields := map[string]any{}
		for range r.IntN(3) {
			name := names[r.IntN(len(names))]
			fields[name] = values[r.IntN(len(values))]
			if name == "name" && r.IntN(2) == 0 {
				fields[name] = "a"
			}
		}
		var metadata any = fields
		if r.IntN(20) == 0 {
			metadata = values[r.IntN(len(values))]
		}
		object := map[string]any{"metadata": metadata}
		text, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		var typed metadataOnlyObject
		want := ""
		if err := utiljson.Unmarshal(text, &typed); err != nil {
			want = metadataRefused(err, Options{}).Text()
			refused++
		}
		got := ""
		if n := checkMetadata(Options{Object: object}); n != nil {
			got = n.Text()
		}
		if got != want {
			t.Fatalf("%s: %q, want %q", text, got, want)
		}
		if usualMetadata(metadata) {
			usual++
		}
	}
	if usual < 500 || refused < 500 {
		t.Errorf("%d were usual, %d refused", usual, refused)
	}
}
