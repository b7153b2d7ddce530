package impact

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

const head = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  versions:
`

// version is a version of the CRD, with the properties of its spec and of its status.
func version(name, flags, spec, status string) string {
	return fmt.Sprintf(`  - name: %s
    %s
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {%s}}
          status: {type: object, properties: {%s}}
`, name, strings.ReplaceAll(flags, ", ", "\n    "), spec, status)
}

const stored = "served: true, storage: true"

// try takes objects through two CRDs.
func try(t *testing.T, v kube.Version, old, new, objects string) *report.DiffObjects {
	t.Helper()
	return tryMost(t, 0, v, old, new, objects)
}

// tryMost is try where of each effect on an object so much is listed.
func tryMost(t *testing.T, most int, v kube.Version, old, new, objects string) *report.DiffObjects {
	t.Helper()
	tester := New(most)
	f := source.Read("objects.yaml", []byte(objects))
	tester.Wants(f.Text)
	was, is := source.Read("old.yaml", []byte(old)), source.Read("new.yaml", []byte(new))
	if len(f.Problems)+len(was.Problems)+len(is.Problems) > 0 {
		t.Fatal(f.Problems, was.Problems, is.Problems)
	}
	compare(t, v, tester, doc(was), doc(is))
	var totals Totals
	totals.Add(tester.File(f))
	return totals.Report()
}

// compare has a Tester be told of a CRD, as crdtool diff does.
func compare(t *testing.T, v kube.Version, tester *Tester, old, new *source.Document) {
	t.Helper()
	side := func(d *source.Document) diffrun.Side {
		s := diffrun.Side{List: &files.List{}}
		if d != nil {
			s.Given = []*source.File{d.File}
		}
		return s
	}
	differ := diffrun.New(v, diffrun.Options{Pair: tester.Pair})
	if err := differ.Run(t.Context(), side(old), side(new), nil, func(report.CRDDiff) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

func doc(f *source.File) *source.Document {
	if len(f.Documents) == 0 {
		return nil
	}
	return f.Documents[0]
}

// said is what comes of the objects, on lines.
func said(o *report.DiffObjects) string {
	var lines []string
	for _, c := range o.Causes {
		var objects []string
		for _, obj := range c.Objects {
			objects = append(objects, fmt.Sprintf("%s:%d", obj.Name, obj.Line))
		}
		lines = append(lines, fmt.Sprintf("%s %s %q %s", c.Effect, c.Field, c.Message, strings.Join(objects, " ")))
	}
	return strings.Join(lines, "\n")
}

const manifestHead = "apiVersion: example.com/v1\nkind: Widget\n"

// live is an object as kubectl get prints it.
func live(name, rest string) string {
	return manifestHead + "metadata: {name: " + name + ", namespace: a, uid: u, resourceVersion: \"1\", generation: 1, creationTimestamp: \"2024-01-01T00:00:00Z\"}\n" + rest
}

func manifestOf(name, rest string) string {
	return manifestHead + "metadata: {name: " + name + "}\n" + rest
}

func TestObjects(t *testing.T) {
	old129, err := kube.ParseVersion("1.29")
	if err != nil {
		t.Fatal(err)
	}
	one := func(spec string) string { return head + version("v1", stored, spec, "phase: {type: string}") }
	for _, c := range []struct {
		name     string
		v        kube.Version
		old, new string
		objects  string
		want     string
		counts   report.DiffObjects
	}{
		{
			name: "nothing", old: one("a: {type: string}"), new: one("a: {type: string}, b: {type: string}"),
			objects: manifestOf("a", "spec: {a: x}\n") + "---\n" + live("b", "spec: {a: x}\nstatus: {phase: y}\n"),
			counts:  report.DiffObjects{Objects: 2, Unchanged: 2},
		},
		{
			name: "a manifest is refused, and may stay as it is stored",
			old:  one("mode: {type: string}"), new: one("mode: {type: string, enum: [fast]}"), objects: manifestOf("a", "spec:\n  mode: slow\n"),
			want: `refused spec.mode "Unsupported value: \"slow\": supported values: \"fast\"" a:5
ratcheted spec.mode "Unsupported value: \"slow\": supported values: \"fast\"" a:5`,
			counts: report.DiffObjects{Objects: 1, Refused: 1, Ratcheted: 1},
		},
		{
			name: "an older server takes no update", v: old129,
			old: one("mode: {type: string}"), new: one("mode: {type: string, enum: [fast]}"), objects: live("a", "spec: {mode: slow}\n"),
			want:   `stuck spec.mode "Unsupported value: \"slow\": supported values: \"fast\"" a:4`,
			counts: report.DiffObjects{Objects: 1, Stuck: 1},
		},
		{
			name: "a rule of the whole object is not ratcheted",
			old:  one("a: {type: integer}"),
			new: strings.Replace(one("a: {type: integer}"), "        type: object\n        properties:\n",
				"        type: object\n        x-kubernetes-validations: [{rule: 'self.spec.a > 1', message: too few}]\n        properties:\n", 1),
			objects: live("a", "spec: {a: 1}\n") + "---\n" + live("b", "spec: {a: 2}\n"),
			want:    `stuck  "Invalid value: too few" a:1`,
			counts:  report.DiffObjects{Objects: 2, Stuck: 1, Unchanged: 1},
		},
		{
			name:    "a field is gone",
			old:     one("a: {type: string}, l: {type: array, items: {type: object, properties: {x: {type: string}}}}"),
			new:     one("l: {type: array, items: {type: object, properties: {}}}"),
			objects: live("a", "spec:\n  a: x\n") + "---\n" + live("b", "spec: {l: [{x: q}, {x: r}]}\n"),
			want: `pruned spec.a "no such field; the value is dropped" a:5
pruned spec.l[*].x "no such field; the value is dropped" b:10`,
			counts: report.DiffObjects{Objects: 2, Pruned: 2},
		},
		{
			name: "defaults", old: one("a: {type: integer, default: 1}, b: {type: integer}"), new: one("a: {type: integer, default: 2}, b: {type: integer, default: 3}"),
			objects: manifestOf("a", "spec: {}\n") + "---\n" + live("b", "spec: {a: 1}\n") + "---\n" + live("c", "spec: {a: 1, b: 1}\n"),
			want: `defaulted spec.b "it is 3, and was not set" a:4 b:9
defaulted spec.a "it is 2, and was 1" a:4`,
			counts: report.DiffObjects{Objects: 3, Defaulted: 2, Unchanged: 1},
		},
		{
			name: "a version is gone", old: head + version("v1", stored, "", "") + version("v1beta1", "served: true, storage: false", "", ""),
			new:     head + version("v1", stored, "", "") + version("v1beta1", "served: false, storage: false", "", ""),
			objects: strings.Replace(manifestOf("a", ""), "/v1", "/v1beta1", 1),
			want:    `gone apiVersion "version v1beta1 is not served any more" a:1`,
			counts:  report.DiffObjects{Objects: 1, Gone: 1},
		},
		{
			name: "the CRD is gone", old: one(""), objects: manifestOf("a", ""),
			want: `gone  "the CRD is gone" a:1`, counts: report.DiffObjects{Objects: 1, Gone: 1},
		},
		{
			name: "a status", v: old129, old: one(""), new: strings.Replace(one(""), "phase: {type: string}", "phase: {type: string, enum: [Ready]}", 1),
			objects: live("a", "status: {phase: Odd}\n"),
			want:    `stuck status.phase "Unsupported value: \"Odd\": supported values: \"Ready\"" a:4`,
			counts:  report.DiffObjects{Objects: 1, Stuck: 1},
		},
		{
			name: "what was invalid before", old: one("a: {type: string, maxLength: 1}"), new: one("a: {type: string, maxLength: 1}, b: {type: string}"),
			objects: manifestOf("a", "spec: {a: xyz}\n") + "---\n" + live("b", "spec: {a: xyz}\n"),
			counts:  report.DiffObjects{Objects: 2, RefusedBefore: 1, Unchanged: 1},
		},
		{
			name: "other kinds", old: one(""), new: one("a: {type: string}"),
			objects: "apiVersion: b.example.com/v1\nkind: Other\nmetadata: {name: a}\n---\napiVersion: b.example.com/v1\nkind: Other\nmetadata: {name: b}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n",
			counts:  report.DiffObjects{NotCompared: 2},
		},
		{
			name: "a CRD that the server refuses", old: one("a: {type: string}"), new: one("a: {}"), objects: manifestOf("a", ""),
			want: `untried  "the server refuses the new CRD in new.yaml" a:1`, counts: report.DiffObjects{Objects: 1, Untried: 1},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.v == (kube.Version{}) {
				c.v = kube.Latest
			}
			got := try(t, c.v, c.old, c.new, c.objects)
			if s := said(got); s != c.want {
				t.Errorf("got\n%s\nwant\n%s", s, c.want)
			}
			is := *got
			is.Files, is.Kinds, is.Causes, is.Manifests, is.Unread = 0, nil, nil, nil, nil
			if fmt.Sprint(is) != fmt.Sprint(c.counts) {
				t.Errorf("counts %+v, want %+v", is, c.counts)
			}
		})
	}
}

// A manifest is changed no more than it has to be, as far as it is known how.
func TestManifests(t *testing.T) {
	old := head + version("v1", stored, "replica: {type: integer}, drop: {type: string}, mode: {type: string}, l: {type: array, items: {type: object, properties: {from: {type: string}}}}", "")
	new := head + version("v1", stored, "replicas: {type: integer}, mode: {type: string, enum: [fast]}, l: {type: array, items: {type: object, properties: {source: {type: string}}}}", "")
	got := try(t, kube.Latest, old, new, manifestOf("a", "spec:\n  # how many\n  replica: 3 # three\n  drop: x\n  l:\n  - from: a\n  - {from: b}\n"))
	want := `--- objects.yaml
+++ objects.yaml
@@ -3,8 +3,7 @@
 metadata: {name: a}
 spec:
   # how many
-  replica: 3 # three
-  drop: x
+  replicas: 3 # three
   l:
-  - from: a
-  - {from: b}
+  - source: a
+  - {source: b}
`
	if len(got.Manifests) != 1 || got.Manifests[0].Diff != want || !got.Manifests[0].Complete {
		t.Errorf("%+v", got.Manifests)
	}
	// What else has to change nobody knows.
	got = try(t, kube.Latest, old, new, manifestOf("a", "spec:\n  replica: 3\n  mode: slow\n"))
	if len(got.Manifests) != 1 || got.Manifests[0].Complete || !strings.Contains(got.Manifests[0].Diff, "+  replicas: 3") {
		t.Errorf("%+v", got.Manifests)
	}
	if got = try(t, kube.Latest, old, new, manifestOf("a", "spec:\n  mode: slow\n")); len(got.Manifests) != 0 {
		t.Errorf("%+v", got.Manifests)
	}
	// What comes from a cluster is no manifest.
	if got = try(t, kube.Latest, old, new, live("a", "spec:\n  replica: 3\n")); len(got.Manifests) != 0 || got.Pruned != 1 {
		t.Errorf("%+v", got.Manifests)
	}
}

// A text names no kind that is not found in it: CRDs of others are not kept.
func TestWants(t *testing.T) {
	for text, want := range map[string][]string{
		"kind: A\n": {"A"},
		"{\"kind\":\"A\",\"b\":{\"kind\" : \"B\"}}":  {"A", "B"},
		"a: 1\n---\n'kind': 'A' # comment\n":         {"A"},
		"- {apiVersion: v1, kind: A}\n- kind:    B1": {"A", "B1"},
		"kind:\n  A\n":       {"A"},
		"kind: *a\n":         {"any"},
		"kind: !!str A\n":    {"any"},
		"kind: |\n  A\n":     {"any"},
		"? kind\n: A\n":      {"A"},
		`{"\u006bind": "A"}`: {"any"},
		"a: b\n":             {},
	} {
		tester := New(0)
		tester.Wants([]byte(text))
		got := []string{}
		for k := range tester.kinds {
			got = append(got, k)
		}
		slices.Sort(got)
		if tester.any {
			got = []string{"any"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Of several copies of a CRD the one that changes counts, whatever their order.
func TestCopies(t *testing.T) {
	text := func(spec string) string { return head + version("v1", stored, spec, "") }
	read := func(name, text string) *source.Document { return source.Read(name, []byte(text)).Documents[0] }
	old := read("old.yaml", text("a: {type: string}"))
	object := source.Read("o.yaml", []byte(manifestOf("a", "spec: {a: x}\n")))
	pairs := []func(*Tester){
		func(tester *Tester) { compare(t, kube.Latest, tester, old, read("a.yaml", text("a: {type: string}"))) },
		func(tester *Tester) { compare(t, kube.Latest, tester, old, read("b.yaml", text("b: {type: string}"))) },
		func(tester *Tester) { compare(t, kube.Latest, tester, nil, read("c.yaml", text("b: {type: string}"))) },
		func(tester *Tester) {
			compare(t, kube.Latest, tester, old, read("d.yaml", text("a: {type: string}, c: {type: string}")))
		},
	}
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		tester := New(0)
		tester.any = true
		for _, i := range order {
			pairs[i](tester)
		}
		if f := tester.File(object); len(f.effects) == 0 {
			t.Errorf("%v: the copy that changes does not count", order)
		}
	}
}
