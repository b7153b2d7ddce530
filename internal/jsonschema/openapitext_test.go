package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/openapitext"
	"github.com/crdtool/crdtool/internal/openapiv3"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/internal/yamltext"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/openapiv2"
)

// A kindOf is what is published is made of, for tests.
type kindOf struct {
	group, kind, listKind, plural string
	cluster, preserves            bool
	extra                         string // of each version
	versions                      []string
	schema                        string
}

func (k *kindOf) crd(t *testing.T) *crd.CustomResourceDefinition {
	t.Helper()
	var b strings.Builder
	quote := strconv.QuoteToASCII
	scope := "Namespaced"
	if k.cluster {
		scope = "Cluster"
	}
	fmt.Fprintf(&b, "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: %s}\n", quote(k.plural+"."+k.group))
	fmt.Fprintf(&b, "spec:\n  group: %s\n  scope: %s\n  names: {kind: %s, plural: %s, listKind: %s}\n", quote(k.group), scope, quote(k.kind), quote(k.plural), quote(k.listKind))
	if k.preserves {
		b.WriteString("  preserveUnknownFields: true\n")
	}
	b.WriteString("  versions:\n")
	for i, v := range k.versions {
		schema, extra := k.schema, k.extra
		if slices.Contains(k.versions[:i], v) {
			schema, extra = schemasToPublish[3], withStatus
		}
		fmt.Fprintf(&b, "  - {name: %s, served: true, storage: %t, schema: {openAPIV3Schema: %s}%s}\n", quote(v), i == 0, schema, extra)
	}
	f := source.Read("a.yaml", []byte(b.String()))
	if len(f.Problems) > 0 {
		t.Fatalf("%.200v in\n%.1000s", f.Problems, b.String())
	}
	c, _ := crd.Decode(f.Documents[0])
	return c
}

const (
	withStatus = ", subresources: {status: {}}"
	withScale  = ", subresources: {status: {}, scale: {specReplicasPath: .spec.r, statusReplicasPath: .status.r}}"
	selectable = ", selectableFields: [{jsonPath: .spec.v3}]"
)

var schemasToPublish = []string{
	"{type: object}",
	"{type: object, properties: {spec: {type: object, description: 'of v3, V3, va-1b and Kxx', properties: {v3: {type: string, default: gccc.gbb.ga}}}}}",
	"{type: object, x-kubernetes-preserve-unknown-fields: true, description: \"} é \\\" \u2028 <\"}",
	"{type: object, properties: {spec: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}}",
	"{type: odd}",
}

// manyKinds have names of all forms, and five at least of each, so that what is learned of a
// few is written of others.
func manyKinds() []kindOf {
	var all []kindOf
	add := func(k kindOf) {
		i := len(all)
		if k.listKind == "" {
			k.listKind = k.kind + "List"
		}
		if k.plural == "" {
			k.plural = strings.ToLower(k.kind) + "s"
		}
		if k.versions == nil {
			k.versions = []string{"v1"}
		}
		if k.schema == "" {
			k.schema = schemasToPublish[i/5%len(schemasToPublish)]
		}
		all = append(all, k)
	}
	groups := []string{"example.com", "a.example.com", "x-y.z.io", "apps", "g1.io", "2nd.io", "more.k8s.io", "k8s.io", "io", "Ünit.io", "b.B.c", "w.w", "example.com."}
	for _, form := range []string{"Thing%d", "Item%d", "thing%d", "item%d", "Thing%ds", "Item%ds", "item%ds", "Glass%dss", "Kind_%d", "Ünit%d", "Under%d_", "Ki-nd%d", "Ki.nd%d", "Ki/nd%d"} {
		for i := range 7 {
			k := kindOf{group: groups[(len(all)*5+i)%len(groups)], kind: fmt.Sprintf(form, i*i*i*11)}
			k.cluster = i%2 == 1 && form != "Thing%d"
			k.preserves = i == 5
			if strings.HasPrefix(form, "Under") {
				k.plural = fmt.Sprintf("un\"der%d", i)
			}
			k.extra = []string{"", "", withStatus, withScale, selectable}[len(all)%5]
			if i == 3 {
				k.listKind, k.plural = fmt.Sprintf("Many%d", len(all)), fmt.Sprintf("my-things%d", len(all))
			}
			add(k)
		}
	}
	return all
}

// manyGroups are kinds of groups of a few shapes, with labels that are alike or stand for something
// else in YAML, and of all lengths, for where lines end.
func manyGroups() []kindOf {
	var all []kindOf
	add := func(group string) {
		all = append(all, kindOf{group: group, kind: "Thing", listKind: "ThingList", plural: "things", versions: []string{"v1"}, schema: "{type: object}", cluster: true})
	}
	for i := range 8 {
		c := string(rune('a' + i))
		for _, group := range []string{"e" + c + ".com", "a" + c + ".a" + c, "ye" + c + ".no", "x" + c + "-y.z0.io", "t" + c + "-.io", c + "x.null", c + ".io", "x-.i" + c, "a" + c + ".k8s.io", c + c, "E" + c + "B.com", "o" + c + "." + strings.Repeat("k", 40)} {
			add(group)
		}
	}
	for _, group := range []string{"true.no", "null.no", "ab.cd", "cd.ab", "yes.no", "nan.inf", "nu.ll", "1a.io", "0x.io", "io.1a", "io.0x", "ga.gb", "ha.hb", "gb.ga", "ga.hb"} {
		add(group)
	}
	for n := 2; n < 130; n += 3 {
		for i := range 5 {
			add("e" + strings.Repeat(string(rune('a'+i)), n) + ".io")
		}
	}
	return all
}

// wordsOfYAML are kinds and versions of which some are no strings in YAML, and such as have
// names of many lengths, for where lines end.
func wordsOfYAML() []kindOf {
	var all []kindOf
	add := func(group, kind, listKind, plural string, versions ...string) {
		all = append(all, kindOf{group: group, kind: kind, listKind: listKind, plural: plural, versions: versions, schema: "{type: object}", cluster: true})
	}
	for _, kind := range []string{"Abc", "Bcd", "Cde", "Def", "Yes", "Bcde", "Cdef", "Defg", "Defh", "True", "baker", "bbker", "bcker", "bdker", "false", "B0", "B1", "B2", "B3", "B4", "Thing", "Things"} {
		add("example.com", kind, "List"+kind, strings.ToLower(kind)+"x", "v1")
	}
	for i, listKind := range []string{"Abc", "Bcd", "Cde", "Def", "Yes"} {
		add("lists.com", fmt.Sprint("Thing", i), listKind, fmt.Sprint("things", i), "v1")
	}
	add("versions.com", "Letter", "LetterList", "letters", "abc", "bcd", "bcf", "cde", "off", "v-1", "v-2", "v-3", "v-4", "v.5", "v.6", "v01", "v02", "v03", "v04", "yes", "y")
	long := strings.Repeat("long", 32)
	add("versions.com", "Number", "NumberList", "numbers", "v1", "v2", "v3", "v4", "v"+long+"5")
	// The last of each differs in one length.
	for i := range 5 {
		kind, listKind, plural := fmt.Sprint("Pot", i, "xx"), fmt.Sprint("ListPot", i), fmt.Sprint("pots", i)
		add("plurals.com", kind, listKind, plural+[]string{4: long}[i], "v1")
		add("kinds.com", kind+[]string{4: "Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}[i], listKind, plural, "v1")
		add("list-kinds.com", kind, listKind+[]string{4: long}[i], plural, "v1")
		add(fmt.Sprint("group", i, []string{4: long}[i], ".com"), kind, listKind, plural, "v1")
	}
	return all
}

// manyVersions is a kind of many versions.
func manyVersions(group string) []kindOf {
	var all []kindOf
	for k, kind := range []string{"Thing", "Ünit"} {
		names := []string{"aa0", "bb1", "v3", "v3", "yes", "no", "e1", "E1", "1e3", "0x11", "v1.2", "v-1", "null", "a", "1", "x" + strings.Repeat("y", 80) + "1", "x" + strings.Repeat("z", 80) + "2", "été1", "io1", "zz1"}
		for i := range 12 {
			names = append(names, fmt.Sprintf("v%d", i), fmt.Sprintf("V_%d", i))
		}
		all = append(all, kindOf{group: group, kind: kind, listKind: kind + "List", plural: strings.ToLower(kind) + "s", cluster: k == 1,
			versions: names, schema: schemasToPublish[1], extra: []string{"", withScale}[k]})
	}
	return all
}

// Documents that are written part by part, from texts of others, are those that are built as
// a whole and written by kube-openapi.
func TestDocumentsInPartsHaveTheSameBytes(t *testing.T) {
	type set struct {
		name  string
		kinds []kindOf
		yaml  bool
	}
	sets := []set{{"kinds", manyKinds(), sweep.Thorough()}, {"words of YAML", wordsOfYAML(), true}, {"groups", manyGroups(), true}}
	for _, group := range sweep.Part(4, []string{"v3.aa0", "k8s.io", "io", "autoscaling.api.k8s.io"}) {
		sets = append(sets, set{"versions of " + group, manyVersions(group), sweep.Thorough() && group == "io"})
	}
	for _, s := range sets {
		for _, v := range sweep.Part(2, []kube.Version{kube.Latest, {Minor: 27}}) {
			var crds []*crd.CustomResourceDefinition
			for i := range s.kinds {
				crds = append(crds, s.kinds[i].crd(t))
			}
			formats := []openapitext.Format{openapitext.JSON}
			if s.yaml && v == kube.Latest {
				formats = append(formats, openapitext.YAML)
			}
			for _, format := range formats {
				t.Run(fmt.Sprint(s.name, " ", v, " ", format), func(t *testing.T) { comparePublished(t, crds, v, format) })
			}
		}
	}
}

func comparePublished(t *testing.T, crds []*crd.CustomResourceDefinition, v kube.Version, format openapitext.Format) {
	parts, err := openapiv3.BuildParts(crds, v)
	if err != nil {
		t.Fatal(err)
	}
	docs, err := openapiv3.Build(crds, v)
	if err != nil || len(docs) != len(parts) {
		t.Fatalf("%d documents of %d parts: %v", len(docs), len(parts), err)
	}
	w := openapitext.NewWriter(format)
	for i := range parts {
		gv := parts[i].GroupVersion()
		compareText(t, w, gv.String(), format, docs[gv], parts[i].Parts)
	}
	whole, err := openapiv2.Build(crds, v)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapiv2.BuildParts(crds, v)
	if err != nil {
		t.Fatal(err)
	}
	compareText(t, openapitext.NewWriter(format), "v2", format, whole, func() *resource.Document { return doc })
}

func compareText(t *testing.T, w *openapitext.Writer, name string, format openapitext.Format, whole json.Marshaler, parts func() *resource.Document) {
	t.Helper()
	text, err := whole.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if format == openapitext.JSON {
		err = json.Indent(&want, text, "", "  ")
		want.WriteByte('\n')
	} else {
		text, err = yamltext.FromJSON(text)
		want.Write(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := w.Check(parts); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := w.Write(&got, parts()); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		a, b := got.Bytes(), want.Bytes()
		i := 0
		for i < min(len(a), len(b)) && a[i] == b[i] {
			i++
		}
		t.Errorf("%s is not what is published as a whole: it has\n%s\nwhere there should be\n%s", name, around(a, i), around(b, i))
	}
}

func around(text []byte, i int) []byte {
	return text[max(0, min(len(text), i-200)):min(len(text), i+100)]
}

// What stands for schemas that no YAML can hold is an error, before anything is written.
func TestDocumentThatYAMLCannotHold(t *testing.T) {
	for name, k := range map[string]kindOf{
		"key":   {group: "example.com", kind: "Thing", schema: `{type: object, properties: {? ` + strings.Repeat("k", 1100) + ` : {type: string}}}`},
		"path":  {group: "example.com", kind: "Thing", plural: strings.Repeat("x", 1100), schema: `{type: object}`},
		"group": {group: strings.Repeat("example.", 150) + "com", kind: "Thing", schema: `{type: object}`},
	} {
		k.listKind, k.versions = "ThingList", []string{"v1"}
		if k.plural == "" {
			k.plural = "things"
		}
		crds := []*crd.CustomResourceDefinition{k.crd(t)}
		for _, kind := range []string{"Athing", "Aünit"} { // they are checked before, and are good
			if k.group == "example.com" {
				good := kindOf{group: k.group, kind: kind, listKind: kind + "List", plural: strings.ToLower(kind), versions: k.versions, schema: `{type: object}`}
				crds = append(crds, good.crd(t))
			}
		}
		docs, err := openapiv3.Build(crds, kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		text, err := docs[docs.GroupVersions()[0]].MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		_, want := yamltext.FromJSON(text)
		parts, _ := openapiv3.BuildParts(crds, kube.Latest)
		err = openapitext.NewWriter(openapitext.YAML).Check(parts[0].Parts)
		if want == nil || err == nil {
			t.Errorf("%s: %v, of the whole %v", name, err, want)
		}
		if err := openapitext.NewWriter(openapitext.JSON).Check(parts[0].Parts); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// failing is an output that is full after some bytes.
type failing int

var errFull = errors.New("full")

func (f *failing) Write(b []byte) (int, error) {
	if *f -= failing(len(b)); *f < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestDocumentOutputFails(t *testing.T) {
	k := kindOf{group: "example.com", kind: "Thing", listKind: "ThingList", plural: "things", versions: []string{"v1"}, schema: schemasToPublish[1]}
	parts, err := openapiv3.BuildParts([]*crd.CustomResourceDefinition{k.crd(t)}, kube.Latest)
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	if err := openapitext.NewWriter(openapitext.JSON).Write(&all, parts[0].Parts()); err != nil {
		t.Fatal(err)
	}
	for _, room := range []int{0, 1, all.Len() / 2, all.Len() - 1} {
		f := failing(room)
		if err := openapitext.NewWriter(openapitext.JSON).Write(&f, parts[0].Parts()); err != errFull {
			t.Errorf("room for %d of %d bytes: %v", room, all.Len(), err)
		}
	}
}

// What is behind a piece that was not written is not written either.
type failingOnce struct{ calls int }

func (f *failingOnce) Write(b []byte) (int, error) {
	if f.calls++; f.calls == 1 {
		return 0, errFull
	}
	return len(b), nil
}

func TestNothingIsWrittenBehindAnError(t *testing.T) {
	k := kindOf{group: "example.com", kind: "Thing", listKind: "ThingList", plural: "things", versions: []string{"v1"}, schema: schemasToPublish[1]}
	doc, err := openapiv2.BuildParts([]*crd.CustomResourceDefinition{k.crd(t)}, kube.Latest)
	if err != nil {
		t.Fatal(err)
	}
	var f failingOnce
	if err := openapitext.NewWriter(openapitext.JSON).Write(&f, doc); err != errFull || f.calls != 1 {
		t.Errorf("%v after %d calls", err, f.calls)
	}
	f = failingOnce{}
	if err := openapitext.WriteIndented(&f, []byte("["+strings.Repeat(`"0123456789",`, 20000)+"0]")); err != errFull || f.calls != 1 {
		t.Errorf("%v after %d calls", err, f.calls)
	}
}

// The largest piece that is written at once shows that a long document is never whole.
type largest int

func (l *largest) Write(b []byte) (int, error) {
	*l = max(*l, largest(len(b)))
	return len(b), nil
}

func TestDocumentIsNeverWhole(t *testing.T) {
	deep := strings.Repeat("{type: object, properties: {a: ", 200) + "{type: string}" + strings.Repeat("}}", 200)
	k := kindOf{group: "example.com", kind: "Thing", listKind: "ThingList", plural: "things", versions: []string{"v1", "v2", "v3", "v4", "v5"}, schema: deep}
	crds := []*crd.CustomResourceDefinition{k.crd(t)}
	comparePublished(t, crds, kube.Latest, openapitext.JSON)
	parts, err := openapiv3.BuildParts(crds, kube.Latest)
	if err != nil {
		t.Fatal(err)
	}
	var most largest
	if err := openapitext.NewWriter(openapitext.JSON).Write(&most, parts[0].Parts()); err != nil {
		t.Fatal(err)
	}
	if most > 160<<10 {
		t.Errorf("%d bytes at once", most)
	}
}

// WriteIndented writes what encoding/json does.
func TestWriteIndented(t *testing.T) {
	long := `[` + strings.Repeat(`{"a":[1,"`+strings.Repeat("x", 900)+`",{}]},`, 300) + `0]`
	for _, text := range []string{
		`{}`, `[]`, `""`, `1`, `null`, `[[]]`, `[{}]`, `{"a":{}}`, `{"a":[],"b":[1,2,{"c":"d"}]}`, `{"a":"{[,:]}","b\"":"\\","c":"\\\"","":"é\u2028"}`,
		`[1,-2.5e3,true,false,null,"x",[["y"]]]`, `{"a":{"b":{"c":[{"d":1},{"e":[]}]}},"f":"g"}`, long,
		strings.Repeat("[", 100) + "1" + strings.Repeat("]", 100),
	} {
		var got, want bytes.Buffer
		if err := json.Indent(&want, []byte(text), "", "  "); err != nil {
			t.Fatal(err)
		}
		want.WriteByte('\n')
		if err := openapitext.WriteIndented(&got, []byte(text)); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%.80s: %.200s, want %.200s: %v", text, got.Bytes(), want.Bytes(), err)
		}
	}
	f := failing(100)
	if err := openapitext.WriteIndented(&f, []byte(long)); err != errFull {
		t.Error(err)
	}
}

// What is learned of examples holds for resources that have the same naming, and lengths where
// they are exact.
func TestExamplesOfNames(t *testing.T) {
	for _, k := range slices.Concat(manyKinds(), wordsOfYAML(), manyGroups(), manyVersions("example.com")) {
		all, err := resource.All([]*crd.CustomResourceDefinition{k.crd(t)}, kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		for i := range all {
			r := &all[i]
			if r.Forms() == nil {
				continue
			}
			for _, exact := range []bool{false, true} {
				a, b := r.Examples(exact)
				for _, e := range []*resource.Resource{a, b} {
					if e.Naming() != r.Naming() || exact && e.Lengths() != r.Lengths() || len(e.Forms()) != len(r.Forms()) {
						t.Errorf("%s of %s/%s: %s of %s/%s is an example", r.Kind, r.Group, r.Version, e.Kind, e.Group, e.Version)
					}
				}
				for i, form := range a.Forms() {
					for j, other := range b.Forms() {
						if exact && form == r.Forms()[i] || exact && other == r.Forms()[j] {
							continue // which all that are alike have
						}
						if form[0] == other[0] {
							t.Errorf("%s and %s, of examples for %s, begin alike", form, other, r.Kind)
						}
					}
				}
			}
		}
	}
}

func TestNamesThatNoReferenceHas(t *testing.T) {
	for _, kind := range []string{"Thing%zz", "%"} {
		k := kindOf{group: "example.com", kind: kind, listKind: "ThingList", plural: "things", versions: []string{"v1"}, schema: "{type: object}"}
		for _, in := range [2]string{"kind", "list kind"} {
			if in == "list kind" {
				k.kind, k.listKind = "Thing", kind
			}
			crds := []*crd.CustomResourceDefinition{k.crd(t)}
			_, v3 := openapiv3.Build(crds, kube.Latest)
			_, v2 := openapiv2.Build(crds, kube.Latest)
			_, parts := openapiv2.BuildParts(crds, kube.Latest)
			for _, err := range []error{v3, v2, parts} {
				if err == nil || !strings.Contains(err.Error(), "no reference can lead to a schema named") {
					t.Errorf("%s %q: %v", in, kind, err)
				}
			}
		}
	}
}
