package navigate

import "testing"

func TestReferences(t *testing.T) {
	replicas := `crd.yaml:16 replicas
crd.yaml:19 replicas
crd.yaml:29 replicas
crd.yaml:30 replicas
crd.yaml:32 replicas
crd.yaml:33 replicas
crd.yaml:34 replicas
objects/list.yaml:7 replicas
objects/shop.yaml:6 replicas
objects/shop.yaml:15 replicas
tests/suite.yaml:9 replicas`
	for _, c := range []struct{ name, file, at, want string }{
		{"field of a schema", "crd.yaml", "  repl|icas: {type: integer, minimum", replicas},
		{"field of an object", "objects/shop.yaml", "repl|icas: 5", replicas},
		{"name in a rule", "crd.yaml", "self.repl|icas <= 3", replicas},
		{"field of items", "crd.yaml", "op|en: {type", `crd.yaml:22 open
crd.yaml:37 open
crd.yaml:37 open
crd.yaml:56 open
objects/shop.yaml:9 open`},
		{"key of a list", "crd.yaml", "na|me: {type: string, maxLength", `crd.yaml:22 name
crd.yaml:36 name
crd.yaml:50 name
crd.yaml:54 name
crd.yaml:58 name
objects/shop.yaml:8 name
objects/shop.yaml:10 "name"`},
		{"kind", "crd.yaml", "kind: Sh|op", `objects/list.yaml:5 Shop
objects/shop.yaml:2 Shop
objects/shop.yaml:13 Shop
tests/suite.yaml:8 Shop`},
		{"no name", "crd.yaml", "maxItems: |4", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openProject(t, "testdata/project.txtar")
			project, doc, offset := p.at(c.file, c.at)
			found, err := p.n.References(t.Context(), project, doc, offset, false)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.show(found); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
