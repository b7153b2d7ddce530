package navigate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/edit"
)

// rename renames what is at a marked text, writes the files, and returns the changed lines.
func (p *project) rename(file, marked, name string) (string, error) {
	p.t.Helper()
	project, doc, offset := p.at(file, marked)
	r, err := p.n.Rename(p.t.Context(), project, doc, offset, name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, f := range r.Files {
		was := p.read(f.File)
		now := edit.Apply(was, f.Edits)
		before, after := strings.Split(string(was), "\n"), strings.Split(string(now), "\n")
		for i := range before {
			if before[i] != after[i] {
				fmt.Fprintf(&b, "%s:%d %s\n", f.File, i+1, strings.TrimSpace(after[i]))
			}
		}
		write(p.t, f.File, now)
	}
	return b.String() + r.Description, nil
}

func TestRename(t *testing.T) {
	for _, c := range []struct{ name, file, at, to, want string }{
		{"field of two versions", "crd.yaml", "repl|icas: {type: integer, minimum", "count", `crd.yaml:16 specReplicasPath: .spec.count
crd.yaml:19 - {name: Replicas, type: integer, jsonPath: .spec.count}
crd.yaml:29 required: [count]
crd.yaml:30 default: {count: 1}
crd.yaml:32 - rule: self.count <= 3 || has(self.mode)
crd.yaml:33 messageExpression: 'self.count > 9 ? "far too many" : "too many"'
crd.yaml:34 fieldPath: .count
crd.yaml:39 count: {type: integer, minimum: 0, maximum: 10}
crd.yaml:76 count: {type: integer}
objects/list.yaml:7 spec: {count: 9, mode: safe}
objects/shop.yaml:6 count: 5
objects/shop.yaml:15 spec: {count: 2}
tests/suite.yaml:9 spec: {count: 2}
Stored objects lose .spec.replicas: the server removes fields that the schema does not have. All versions with the field change: v1 and v1beta1. In objects, 4 places.`},
		{"from an object, to a name that CEL escapes", "objects/shop.yaml", `"na|me"`, "door-name", `crd.yaml:22 jsonPath: '.spec.doors[?(@.door-name=="main")].open'
crd.yaml:36 !has(self.doors) || self.doors.all(d, d.door__dash__name != "" &&
crd.yaml:50 x-kubernetes-list-map-keys: [door-name]
crd.yaml:54 - door-name
crd.yaml:58 door-name: {enum: [main, back]}
crd.yaml:60 door-name: {type: string, maxLength: 20}
crd.yaml:82 door-name: {type: string}
objects/shop.yaml:8 - door-name: main
objects/shop.yaml:10 - {"door-name": back}
Stored objects lose .spec.doors[].name: the server removes fields that the schema does not have. All versions with the field change: v1 and v1beta1. In objects, 2 places.`},
		{"to a word of YAML", "crd.yaml", "mo|de:", "on", `crd.yaml:32 - rule: self.replicas <= 3 || has(self.on)
crd.yaml:40 "on":
objects/list.yaml:7 spec: {replicas: 9, "on": safe}
Stored objects lose .spec.mode: the server removes fields that the schema does not have. All versions with the field change: v1. In objects, 1 place.`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openProject(t, "testdata/project.txtar")
			got, err := p.rename(c.file, c.at, c.to)
			if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestRenameIsRefused(t *testing.T) {
	for _, c := range []struct{ name, file, at, to, was, is, want string }{
		{"name in use", "crd.yaml", "repl|icas: {type: integer, minimum", "mode", "", "", "version v1 has a field .spec.mode"},
		{"name in use in an object", "crd.yaml", "mo|de:", "extra", "mode: safe}", "mode: safe, extra: 1}", "objects/list.yaml:7: an object has a field .spec.extra"},
		{"the same name", "crd.yaml", "mo|de:", "mode", "", "", "the field has the name mode"},
		{"no name", "crd.yaml", "mo|de:", "a b", "", "", `"a b" is no name for a field; use letters, digits, - and _`},
		{"spec", "crd.yaml", "sp|ec:\n            type: object\n            required", "config", "", "", "servers and clients know the field .spec of all objects by this name"},
		{"metadata", "objects/shop.yaml", "na|me: one", "title", "", "", "there is no field of a CRD here that can be renamed"},
		{"value", "objects/shop.yaml", "replicas: |5", "count", "", "", "there is no field of a CRD here that can be renamed"},
		{"escapes", "crd.yaml", "mo|de:", "kind", "has(self.mode)", `"true \x26\x26 has(self.mo\x64e)"`, "crd.yaml:32: the name is written with escapes or over several lines; write it plainly first"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openProject(t, "testdata/project.txtar")
			for _, file := range []string{"crd.yaml", "objects/list.yaml"} {
				text := string(p.read(file))
				if c.name == "escapes" {
					text = strings.Replace(text, "self.replicas <= 3 || has(self.mode)", c.is, 1)
				} else if c.was != "" {
					text = strings.Replace(text, c.was, c.is, 1)
				}
				write(t, file, []byte(text))
			}
			if _, err := p.rename(c.file, c.at, c.to); err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestPrepareRename(t *testing.T) {
	p := openProject(t, "testdata/project.txtar")
	place, name, err := p.n.PrepareRename(p.at("objects/shop.yaml", `"na|me"`))
	if err != nil {
		t.Fatal(err)
	}
	if got := p.show([]Place{place}); got != "objects/shop.yaml:10 name" || name != "name" {
		t.Errorf("got %q, %q", got, name)
	}
}

func TestOutline(t *testing.T) {
	p := openProject(t, "testdata/project.txtar")
	for file, want := range map[string][]string{
		"objects/shop.yaml": {
			"Shop/one 1-10", " apiVersion 1-1", " kind 2-2", " metadata 3-4", "  name 4-4", " spec 5-10", "  replicas 6-6", "  doors 7-10",
			"Shop/two 12-15", " apiVersion 12-12", " kind 13-13", " metadata 14-14", "  name 14-14", " spec 15-15", "  replicas 15-15",
		},
		"crd.yaml": {
			"shops.example.com 1-82", " v1 10-65", "  spec 27-61", "   rule: self.replicas <= 3 || has(self.mode) 32-34",
			`   rule: !has(self.doors) || self.doors.all(d, d.name != "" && (!has(d.open) || d.open != "never")) 35-37`, "   replicas 39-39", "   mode 40-44", "   labels 45-45", "   doors 46-61", "    name 60-60", "    open 61-61",
			"  status 62-65", "   replicas 65-65", " v1beta1 66-82", "  spec 73-82", "   replicas 76-76", "   doors 77-82", "    name 82-82",
		},
	} {
		_, doc := p.open(file, nil)
		var got []string
		var list func(indent string, symbols []Symbol)
		list = func(indent string, symbols []Symbol) {
			for i := range symbols {
				s := &symbols[i]
				got = append(got, fmt.Sprintf("%s%s %d-%d", indent, s.Name, lineOf(doc.Text, s.Place.Start), lineOf(doc.Text, s.Place.End)))
				if s.Key.Start < s.Place.Start || s.Key.End > s.Place.End {
					t.Errorf("%s: the key of %s is outside of its place", file, s.Name)
				}
				list(indent+" ", s.Children)
			}
		}
		list("", Outline(doc))
		if !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", file, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	_, doc := p.open("objects/shop.yaml", []byte(strings.Replace(string(p.read("objects/shop.yaml")), "replicas: 5", "replicas: [5", 1)))
	if got := Outline(doc); len(got) != 2 || got[0].Name != "Shop/two" || got[1].Name != "Shop/one" {
		t.Errorf("of a broken document and a valid one: got %+v", got)
	}
}

func TestSearch(t *testing.T) {
	p := openProject(t, "testdata/project.txtar")
	project, _ := p.open("crd.yaml", nil)
	for query, want := range map[string]string{
		"":         "CustomResourceDefinition/shops.example.com Shop/three Shop/four Shop/one Shop/two TestSuite",
		"shop/t":   "Shop/three Shop/two",
		"DEFshops": "CustomResourceDefinition/shops.example.com",
	} {
		found, err := Search(t.Context(), project, query)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for i := range found {
			names = append(names, found[i].Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: got %s, want %s", query, got, want)
		}
	}
}

func TestLenses(t *testing.T) {
	p := openProject(t, "testdata/project.txtar")
	project, doc := p.open("crd.yaml", nil)
	found, err := p.n.Lenses(t.Context(), project, doc)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range found {
		got = append(got, fmt.Sprintf("%d %s", lineOf(doc.Text, l.Start), l.Title))
	}
	want := []string{"1 3 objects in the workspace, tested by 1 test", "32 1 object in the workspace refused by this rule", "35 checked 2 objects"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
