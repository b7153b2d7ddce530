package jsonpath

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/internal/server/columns"
)

// TestCellsEqualTheServers compares what kubectl get prints below a column of
// each type, but for dates, of which crdtool does not print the age.
// column-path and column-type say of them what is found by the same code.
func TestCellsEqualTheServers(t *testing.T) {
	compared, filled := 0, 0
	for seed := range uint64(seeds / 3) {
		tests(seed, func(path string, object map[string]any) {
			// Of several values a cell has the first, which is a random one of a
			// map's.
			if templating.MatchString(path) || strings.Contains(path, "*") || strings.Contains(path, "..") || strings.Contains(path, "'.'") {
				return
			}
			for _, typ := range []string{"string", "integer", "number", "boolean"} {
				want, ok := serverCell(t, path, typ, object)
				row := columns.New([]columns.Column{{Name: "C", Type: typ, JSONPath: path}}).Row(object, false)
				if ok != (len(row) == 2) {
					t.Errorf("%q can be read: the server says %v", path, ok)
				}
				if !ok || len(row) != 2 {
					continue
				}
				compared++
				if row[1] != "" {
					filled++
				}
				if row[1] != want {
					t.Errorf("%s column %q of %#v is %q, want %q", typ, path, object, row[1], want)
				}
			}
		})
	}
	t.Logf("%d cells, %d of them not empty", compared, filled)
}

// serverCell is what kubectl prints of the server's cell; false if the server
// can't read the path.
func serverCell(t *testing.T, path, typ string, object map[string]any) (string, bool) {
	t.Helper()
	table, err := tableconvertor.New([]v1.CustomResourceColumnDefinition{{Name: "C", Type: typ, JSONPath: path}})
	if err != nil {
		return "", false
	}
	converted, err := table.ConvertToTable(context.Background(), &unstructured.Unstructured{Object: object}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sent, err := json.Marshal(converted.Rows[0].Cells[1])
	if err != nil {
		t.Fatal(err)
	}
	var cell any
	if err := utiljson.Unmarshal(sent, &cell); err != nil {
		t.Fatal(err)
	}
	// As printRows of k8s.io/cli-runtime/pkg/printers does.
	switch v := cell.(type) {
	case nil:
		return "", true
	case string:
		if i := strings.IndexAny(v, "\f\n\r"); i >= 0 {
			v = v[:i] + "..."
		}
		return v, true
	}
	return fmt.Sprint(cell), true
}

// TestCellHasFirstItem holds what column-first-item says: of several items a cell has the first, whatever the type of
// the column, and a column of type string that leads to the list has them all.
func TestCellHasFirstItem(t *testing.T) {
	object := map[string]any{"spec": map[string]any{
		"hosts": []any{"a", "b"}, "sizes": []any{int64(7), int64(8)}, "on": []any{true, false},
		"rows": []any{map[string]any{"value": "c"}, map[string]any{"value": "d"}},
	}}
	for _, c := range []struct{ typ, path, want string }{
		{"string", ".spec.hosts[*]", "a"},
		{"string", ".spec.hosts[1:]", "b"},
		{"string", ".spec.rows[*].value", "c"},
		{"integer", ".spec.sizes[*]", "7"},
		{"boolean", ".spec.on[*]", "true"},
		{"string", ".spec.hosts", `["a","b"]`},
		{"string", ".spec.hosts[0]", "a"},
	} {
		if got, ok := serverCell(t, c.path, c.typ, object); !ok || got != c.want {
			t.Errorf("%s column %s: %q, want %q", c.typ, c.path, got, c.want)
		}
	}
}
