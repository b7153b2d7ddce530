package explain_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/output/explain"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// explained reads the CRDs of a text.
func explained(text []byte) []*crd.CustomResourceDefinition {
	var list []*crd.CustomResourceDefinition
	for _, doc := range source.Read("crds.yaml", text).Documents {
		c, _ := crd.Decode(doc)
		list = append(list, c)
	}
	return list
}

// The case holds what kubectl prints.
func TestExplainAsKubectl(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/explain/shelf.txtar")
	if err != nil {
		t.Fatal(err)
	}
	a := golden.Parse(text)
	crds := explained(a.Files[0].Data)
	for _, f := range a.Files[1:] {
		args := strings.Fields(f.Name)
		var o explain.Options
		for _, arg := range args[1:] {
			o.Recursive = true
			if depth, ok := strings.CutPrefix(arg, "--max-depth="); ok {
				o.MaxDepth, _ = strconv.Atoi(depth)
			}
		}
		r, path, err := explain.Find(crds, args[0], "", kube.Latest)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		var b bytes.Buffer
		if err := explain.Write(&b, r, path, o); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		} else if b.String() != string(f.Data) {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", f.Name, b.Bytes(), f.Data)
		}
	}
}

func named(group, plural, kind string, versions ...string) *crd.CustomResourceDefinition {
	c := &crd.CustomResourceDefinition{}
	c.Metadata.Name = plural + "." + group
	c.Spec.Group = group
	c.Spec.Names = crd.Names{Plural: plural, Kind: kind, ShortNames: []string{plural[:2]}}
	for _, v := range versions {
		c.Spec.Versions = append(c.Spec.Versions, crd.Version{Name: v, Served: !strings.HasSuffix(v, "0")})
	}
	return c
}

func TestExplainFinds(t *testing.T) {
	crds := []*crd.CustomResourceDefinition{
		named("b.example.com", "widgets", "Widget", "v1", "v2beta1", "v10"),
		named("a.example.com", "widgets", "Widget", "v3"),
		named("a.example.com", "gadgets", "Gadget", "v1alpha1", "v1"),
	}
	for _, c := range []struct{ text, apiVersion, found, path string }{
		{"gadgets", "", "Gadget.v1.a.example.com", ""},
		{"Gadget.spec.x", "", "Gadget.v1.a.example.com", "spec x"},
		{"ga.spec[*].x", "v1alpha1", "Gadget.v1alpha1.a.example.com", "spec x"},
		{"gadget.a.example.com.spec", "a.example.com/v1", "Gadget.v1.a.example.com", "spec"},
		{"widget", "", "Widget.v3.a.example.com", ""},
		{"widget.b.example.com", "", "Widget.v1.b.example.com", ""},
		{"widget.b.example.com.b", "", "Widget.v1.b.example.com", "b"},
		{"widgets", "b.example.com/v2beta1", "Widget.v2beta1.b.example.com", ""},
		{"widgets.a", "", "Widget.v3.a.example.com", "a"},
	} {
		r, path, err := explain.Find(crds, c.text, c.apiVersion, kube.Latest)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		found := fmt.Sprintf("%s.%s.%s", r.Kind, r.Version, r.Group)
		if found != c.found || strings.Join(path, " ") != c.path {
			t.Errorf("%s %s: %s %v, want %s %s", c.text, c.apiVersion, found, path, c.found, c.path)
		}
	}
	_, _, err := explain.Find(crds, "widget", "v10", kube.Latest)
	if err == nil || !strings.Contains(err.Error(), "a.example.com/v3, b.example.com/v1, b.example.com/v2beta1") {
		t.Errorf("a version that is not served: %v", err)
	}
	var unknown *explain.UnknownKindError
	if _, _, err = explain.Find(crds, "deploy.spec", "", kube.Latest); !errors.As(err, &unknown) || unknown.Name != "deploy" || !reflect.DeepEqual(unknown.Kinds, []string{"Gadget", "Widget"}) {
		t.Errorf("an unknown kind: %v", err)
	}
}

// A resource goes by its names in capitals or not, as strings.EqualFold has it, and of those
// of one name it is the first.
func TestExplainFindsNamesFolded(t *testing.T) {
	names := []string{"k", "K", "\u212a", "s", "S", "\u017f", "\u00e9", "\u00c9", "\xff", "\ufffd", "\u00df", "ss", "1"}
	found := 0
	for _, a := range names {
		first, second := named("a.example.com", "oo", "Oo", "v1"), named("b.example.com", "pp", "Pp", "v1")
		first.Spec.Names.ShortNames, second.Spec.Names.ShortNames = []string{a, "x", a}, []string{a}
		resources, err := explain.NewResources([]*crd.CustomResourceDefinition{second, first}, kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range names {
			r, _, err := resources.Find(b, "")
			if (err == nil) != strings.EqualFold(a, b) {
				t.Errorf("%q by %q: %v", a, b, err)
			}
			if err != nil {
				continue
			}
			if found++; r.Kind != "Oo" {
				t.Errorf("%q is %s", b, r.Kind)
			}
			if r, _, err = resources.Find(b+".b.example.com", ""); err != nil || r.Kind != "Pp" {
				t.Errorf("%q with its group is %v, %v", b, r, err)
			}
		}
	}
	if found <= len(names) {
		t.Errorf("%d are found", found)
	}
}

// TestExplainFindsInAnyCase: names are the same where strings.EqualFold says so, and nowhere else,
// and a resource that goes by two names which are the same is one.
func TestExplainFindsInAnyCase(t *testing.T) {
	texts := []string{"ks", "KS", "\u212as", "k\u017f", "kss", "k", "\u00e9s", "\u00c9S", "e\u0301s", "\xffs", "\ufffds", "\u0130s", "is", "\u01c6", "\u01c4", "\u01c5"}
	for _, name := range texts {
		c := named("example.com", "fish", "Fish", "v1")
		c.Spec.Names.ShortNames = []string{name}
		for _, text := range texts {
			_, _, err := explain.Find([]*crd.CustomResourceDefinition{c}, text+".spec", "", kube.Latest)
			if (err == nil) != strings.EqualFold(name, text) {
				t.Errorf("%+q of the short name %+q: %v", text, name, err)
			}
		}
		_, _, err := explain.Find([]*crd.CustomResourceDefinition{c}, "FISH", "v2", kube.Latest)
		if err == nil || !strings.HasSuffix(err.Error(), " are example.com/v1") {
			t.Errorf("a version that is not there: %v", err)
		}
	}
}

func TestExplainUnknownField(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/explain/shelf.txtar")
	if err != nil {
		t.Fatal(err)
	}
	crds := explained(golden.Parse(text).Files[0].Data)
	for _, c := range []struct{ path, in, field, known string }{
		{"shelf.spce", "", "spce", "apiVersion kind metadata spec"},
		{"shelf.spec.books.titel", "spec.books", "titel", "pages title"},
		{"shelf.spec.byRoom.flor.x", "spec.byRoom", "flor", "floor"},
		{"shelf.spec.flag.x", "spec.flag", "x", ""},
		{"shelf.metadata.lables", "metadata", "lables", "annotations creationTimestamp deletionGracePeriodSeconds deletionTimestamp finalizers generateName generation labels managedFields name namespace ownerReferences resourceVersion selfLink uid"},
	} {
		r, path, err := explain.Find(crds, c.path, "", kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		var unknown *explain.UnknownFieldError
		if err := explain.Write(&b, r, path, explain.Options{}); !errors.As(err, &unknown) || b.Len() > 0 {
			t.Errorf("%s: %v, %q", c.path, err, b.Bytes())
		} else if unknown.In != c.in || unknown.Field != c.field || strings.Join(unknown.Known, " ") != c.known {
			t.Errorf("%s: %+v", c.path, unknown)
		}
	}
}
