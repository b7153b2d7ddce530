package navigate

import "testing"

func TestDefinitionInGo(t *testing.T) {
	for _, c := range []struct{ name, file, at, want string }{
		{"field of an object", "shop.yaml", "repl|icas", "crd.yaml:55 replicas\napi/v1/shop_types.go:15 Replicas"},
		{"field of a schema", "crd.yaml", "repl|icas:\n", "api/v1/shop_types.go:15 Replicas"},
		{"keyword", "crd.yaml", "min|imum: 0", "api/v1/shop_types.go:14 +kubebuilder:validation:Minimum=0"},
		{"kind of an object", "shop.yaml", "kind: Sh|op", "crd.yaml:10 Shop\napi/v1/shop_types.go:33 Shop"},
		{"kind of a CRD", "crd.yaml", "kind: Sh|op", "api/v1/shop_types.go:33 Shop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openProject(t, "testdata/operator.txtar")
			got := ""
			if d := p.n.Definition(p.at(c.file, c.at)); d != nil {
				got = p.show(d.Places)
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestRenameInGo(t *testing.T) {
	for _, c := range []struct{ name, at, to, want string }{
		{"tag, rule and column", "repl|icas:\n", "count", "api/v1/shop_types.go:11 // +kubebuilder:validation:XValidation:rule=\"self.count <= 3\",message=\"too many\"\n" +
			"api/v1/shop_types.go:15 Replicas int32 `json:\"count\" yaml:\"replicas\"`\n" +
			"api/v1/shop_types.go:32 // +kubebuilder:printcolumn:name=\"Replicas\",type=integer,JSONPath=`.spec.count`\n" +
			`crd.yaml:17 - jsonPath: .spec.count
crd.yaml:55 count:
crd.yaml:61 - count
crd.yaml:65 rule: self.count <= 3
shop.yaml:6 count: 2
Stored objects lose .spec.replicas: the server removes fields that the schema does not have. All versions with the field change: v1. In objects, 1 place. The JSON tag and the markers in Go change, too.`},
		{"key of a list", "na|me:\n                      type", "title", "api/v1/shop_types.go:18 // +listMapKey=title\n" +
			"api/v1/shop_types.go:27 Name string `json:\"title\"`\n" +
			`crd.yaml:39 title:
crd.yaml:42 - title
crd.yaml:46 - title
Stored objects lose .spec.doors[].name: the server removes fields that the schema does not have. All versions with the field change: v1. In objects, 0 places. The JSON tag and the markers in Go change, too.`},
		{"type in use twice", "lo|w:", "least", `crd.yaml:31 least:
Stored objects lose .spec.day.low: the server removes fields that the schema does not have. All versions with the field change: v1. In objects, 0 places. The Go code stays as it is, and its generator brings the old name back: .spec.night.low of shops.example.com has the same Go field.`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openProject(t, "testdata/operator.txtar")
			got, err := p.rename("crd.yaml", c.at, c.to)
			if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
