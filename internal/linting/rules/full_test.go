package rules

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"github.com/crdtool/crdtool/internal/input/omitempty"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestFullSchemas holds what the decoder says of schemas in which nothing is empty to
// what a walk over them finds.
func TestFullSchemas(t *testing.T) {
	var texts [][]byte
	files, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev/*/crds/*.yaml"))
	if len(files) == 0 {
		t.Log("no corpus is there; only the texts here were looked at")
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	for _, example := range []string{
		"a: {type: string}", "a: {nullable: false}", "a: {nullable: 0}", "a: {title: ''}", "a: {required: []}", "a: {enum: []}", "a: {maximum: null}",
		"a: {default: null}", "a: {default: ~, type: [a]}", "a: {properties: {}}", "a: {properties: {b: {nullable: false}}}", "a: {items: {nullable: false}}",
		"a: {items: [{nullable: false}]}", "a: {additionalProperties: {nullable: false}}", "a: {additionalProperties: null}", "a: {not: {title: ''}}",
		"a: {allOf: []}", "a: {allOf: [{format: ''}]}", "a: {externalDocs: {url: ''}}", "a: {x-kubernetes-validations: [{rule: self, message: ''}]}",
		"a: {x-kubernetes-validations: [{rule: self, reason: null}]}", "a: {patternProperties: {b: {pattern: ''}}}", "a: {definitions: {b: {uniqueItems: false}}}",
		"a: {title: x}\na: {title: ''}", "a: {title: ''}\na: {title: x}", "a: {x-kubernetes-list-map-keys: []}", "a: {additionalItems: {title: ''}}",
		"a: {example: ~}", "a: [{title: ''}]", "a: &a {title: ''}\nb: *a",
		"a: {title: '', required: [b], format: c, nullable: true, default: 1, maximum: 1, allOf: [{pattern: d}], properties: {b: {type: string}}}",
		"a: {nullable: false, properties: {b: {properties: {c: {default: 1}}}}}", "a: {properties: {}, allOf: [{default: 1}]}", "a: {default: null, properties: {b: {default: 1}}}",
	} {
		texts = append(texts, []byte(Document(example+"\n")))
	}
	fulls := 0
	for _, text := range texts {
		for _, doc := range source.Read("a.yaml", text).Documents {
			c, _ := crd.Decode(doc)
			find := func(full bool) (all []string) {
				omitempty.Find(doc.Root, full, func(_ string, _ *yamlnode.Node, at finding.Trail) { all = append(all, at.Path().Server()) })
				return all
			}
			if !c.FullSchemas {
				continue
			}
			fulls++
			if got, want := find(true), find(false); !slices.Equal(got, want) {
				t.Errorf("%q are left out, found %q of\n%.2000s", want, got, text)
			}
		}
	}
	for full, example := range map[bool]string{
		true:  "a: {title: x, required: [b], format: c, nullable: true, default: 1, maximum: 1, allOf: [{pattern: d}], properties: {b: {type: string}}}",
		false: "versions:\n" + version("v1", "title: ''") + version("v2", "title: x"),
	} {
		c, _ := crd.Decode(source.Read("a.yaml", []byte(Document(example+"\n"))).Documents[0])
		if c.FullSchemas != full {
			t.Errorf("its schemas are full: %t\n%s", c.FullSchemas, example)
		}
	}
	if fulls == 0 {
		t.Error("no schema is full")
	}
}

func version(name, keyword string) string {
	return "- {name: " + name + ", served: true, storage: false, schema: {openAPIV3Schema: {type: object, " + keyword + "}}}\n"
}
