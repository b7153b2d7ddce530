package crd

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// TestRenamed: the copy has the mark where a field is of later servers, an alias in it
// leads to the copy of its anchor, and the document stays as it is.
func TestRenamed(t *testing.T) {
	var read yaml.Node
	if err := yaml.Unmarshal([]byte("a: &x {late: 1}\nb: *x\n"), &read); err != nil {
		t.Fatal(err)
	}
	doc := yamlnode.Of(read.Content[0])
	late := func(doc *yamlnode.Node) *yamlnode.Node { return doc.Content[1].Content[0] }
	marked, restore := renamed(doc, []yamldecode.Flaw{{Node: late(doc), Later: true}})
	if name := late(marked).Value; name == "late" || restore(name) != "late" {
		t.Errorf("the field is named %q, and restored %q", name, restore(name))
	}
	if marked.Content[3].Alias() != marked.Content[1] {
		t.Error("the alias leads elsewhere")
	}
	if late(doc).Value != "late" {
		t.Errorf("the document has the field %q", late(doc).Value)
	}
	if same, _ := renamed(doc, []yamldecode.Flaw{{Node: late(doc)}}); same != doc {
		t.Error("a document without such fields is copied")
	}
}
