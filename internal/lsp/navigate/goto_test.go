package navigate

import (
	"strings"
	"testing"
)

func TestDefinition(t *testing.T) {
	for _, c := range []struct{ name, file, at, want string }{
		{"field of an object", "objects/shop.yaml", "repl|icas: 5", "crd.yaml:39 replicas"},
		{"field of an item", "objects/shop.yaml", "op|en: 8-18", "crd.yaml:61 open"},
		{"quoted field", "objects/shop.yaml", `"na|me"`, "crd.yaml:60 name"},
		{"field in another version", "objects/shop.yaml", "{repl|icas: 2}", "crd.yaml:76 replicas"},
		{"value with an enum", "objects/list.yaml", "mode: sa|fe", "crd.yaml:44 safe"},
		{"value", "objects/shop.yaml", "replicas: |5", "crd.yaml:39 replicas"},
		{"kind", "objects/shop.yaml", "kind: Sh|op", "crd.yaml:8 Shop"},
		{"apiVersion", "objects/shop.yaml", "example.com/v1be|ta1", "crd.yaml:66 v1beta1"},
		{"object of a test", "tests/suite.yaml", "repl|icas: 2", "crd.yaml:39 replicas"},
		{"metadata", "objects/shop.yaml", "na|me: one", ""},
		{"unknown group", "objects/other.yaml", "repl|icas", ""},
		{"required", "crd.yaml", "required: [repl|icas]", "crd.yaml:39 replicas"},
		{"key of a list", "crd.yaml", "list-map-keys: [na|me]", "crd.yaml:60 name"},
		{"required in a junctor", "crd.yaml", "- required: [op|en]", "crd.yaml:61 open"},
		{"column", "crd.yaml", "jsonPath: .spec.repl|icas", "crd.yaml:39 replicas"},
		{"start of a column's path", "crd.yaml", "jsonPath: .sp|ec.replicas", "crd.yaml:27 spec"},
		{"filter of a column", "crd.yaml", `(@.na|me=="main")`, "crd.yaml:60 name"},
		{"after a filter", "crd.yaml", `"main")].op|en`, "crd.yaml:61 open"},
		{"scale", "crd.yaml", "statusReplicasPath: .status.repl|icas", "crd.yaml:65 replicas"},
		{"field in a rule", "crd.yaml", "self.repl|icas <= 3", "crd.yaml:39 replicas"},
		{"field in a block", "crd.yaml", `d.op|en != "never"`, "crd.yaml:61 open"},
		{"variable of a macro", "crd.yaml", `d|.open != "never"`, "crd.yaml:36 d"},
		{"message expression", "crd.yaml", "self.repl|icas > 9", "crd.yaml:39 replicas"},
		{"fieldPath", "crd.yaml", "fieldPath: .repl|icas", "crd.yaml:39 replicas"},
		{"default", "crd.yaml", "default: {repl|icas: 1}", "crd.yaml:39 replicas"},
		{"indentation", "objects/shop.yaml", "|  replicas: 5", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openProject(t, "testdata/project.txtar")
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

// TestDefinitionInUnfinishedText: a line that is being typed does not hide the others.
func TestDefinitionInUnfinishedText(t *testing.T) {
	for name, c := range map[string]struct{ file, was, is, at, want string }{
		"object":          {"objects/shop.yaml", "open: 8-18", "open: \"8-18", "replicas: 5", "crd.yaml:39 replicas"},
		"the line itself": {"objects/shop.yaml", "  replicas: 5", "  replicas", "replicas\n", "crd.yaml:39 replicas"},
		"CRD":             {"crd.yaml", "      status: {}", "      status: { ", "self.replicas <= 3", "crd.yaml:39 replicas"},
	} {
		t.Run(name, func(t *testing.T) {
			p := openProject(t, "testdata/project.txtar")
			text := string(p.read(c.file))
			at := strings.Index(text, c.was)
			text = strings.Replace(text, c.was, c.is, 1)
			project, doc := p.open(c.file, []byte(text))
			edited := *doc
			edited.Edited = at + len(c.is)
			offset := strings.Index(text, c.at) + len("self.r")
			if c.file != "crd.yaml" {
				offset = strings.Index(text, c.at) + 1
			}
			d := p.n.Definition(project, &edited, offset)
			if d == nil {
				t.Fatal("nothing is found")
			}
			if got := p.show(d.Places); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
