package apply

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
)

// TestUsesOfKeywords: a table of what many schemas have of a keyword finds what a walk does.
func TestUsesOfKeywords(t *testing.T) {
	text := "- {minLength: 2}\n- {}\n- {required: [a, b, a]}\n- {minLength: 3, minLength: 2, required: []}\n- {required: [b, c, 1, [x]]}\n" +
		"- {pattern: ''}\n- {pattern: x, required: d}\n- &x {minLength: 3}\n- *x\n- {enum: [a], required: [*x, e]}\n- {minLength: 2, <<: *x}\n"
	root := source.Read("a", []byte("x:\n"+text)).Documents[0].Root
	schemas := source.Field(root, "x").Content
	found := 0
	for i := range schemas {
		for j := i; j <= len(schemas); j++ {
			var in reached
			for _, n := range schemas[i:j] {
				in.schemas = append(in.schemas, source.Resolve(n))
			}
			for _, k := range []keyword{
				{name: "minLength"}, {name: "minLength", value: "2"}, {name: "minLength", value: "3"}, {name: "minLength", value: "4"}, {name: "pattern"}, {name: "pattern", value: "x"},
				{name: "required", item: "a"}, {name: "required", item: "b"}, {name: "required", item: "c"}, {name: "required", item: "d"}, {name: "required", item: "e"}, {name: "required", item: "1"},
				{name: "required"}, {name: "enum", item: "a"}, {name: "format"},
			} {
				key, value := in.usesOf(k.name).find(&k)
				wantKey, wantValue := new(request).walk(&k, &in)
				if key != wantKey || value != wantValue {
					t.Errorf("%+v of %d to %d: %v and %v, want %v and %v", k, i, j, key, value, wantKey, wantValue)
				}
				if key != nil {
					found++
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("%d are found", found)
	}
	// Many schemas are looked up in the table.
	var many reached
	for range 40 {
		many.schemas = append(many.schemas, source.Resolve(schemas[0]))
	}
	k := keyword{name: "minLength"}
	if key, _ := new(request).find(&k, &many); key == nil || many.named["minLength"] == nil || !strings.HasPrefix(key.Value, "min") {
		t.Errorf("%v in %v", key, many.named)
	}
}
