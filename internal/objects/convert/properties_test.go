package convert

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// object has a field that no schema names wherever there may be one.
const object = `{
	"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "namespace": "default"}, "more": {"a": [{"b": 1}]},
	"spec": {
		"more": 1, "size": 2, "port": "a", "labels": {"a": "b"}, "parts": {"a": {"name": "n", "more": {"c": 1}}},
		"hosts": [{"name": "h", "more": 1}], "anything": {"a": {"b": [{"c": 1}]}}, "kept": {"more": 1},
		"template": {"apiVersion": "v1", "kind": "K", "metadata": {"name": "m"}, "spec": {"more": 1}, "more": 1}
	}
}`

// With keep the server of today stores what one of v1beta1 did, and with prune it does not.
func TestKeepKeepsAll(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(cases, "unknown-fields.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	a := golden.Parse(text)
	o, err := dryrun.FromJSON([]byte(object))
	if err != nil {
		t.Fatal(err)
	}
	for name, keeps := range map[string]bool{"after-keep": true, "after-prune": false} {
		crd, _ := a.Get(name)
		crds := apply.NewCRDs(kube.Latest, false)
		crds.Add(source.Read("crd.yaml", crd))
		r, err := crds.Resource("example.com", "Widget")
		if err != nil {
			t.Fatal(err)
		}
		stored, err := r.Stored(o)
		if err != nil {
			t.Fatal(err)
		}
		got := stored.Value()
		delete(got["metadata"].(map[string]any), "generation")
		delete(got["metadata"].(map[string]any), "creationTimestamp")
		want := o.Value()
		if same := fmt.Sprint(got) == fmt.Sprint(want); same != keeps {
			t.Errorf("%s stores\n%v\nof\n%v", name, got, want)
		}
	}
}

// corpus has the CRDs of v1beta1 of public projects that are there.
func corpus(t *testing.T) map[string][]byte {
	folder := filepath.Join(sweep.Corpus(), "v1beta1")
	texts := map[string][]byte{}
	n := 0
	err := filepath.WalkDir(filepath.Join(folder, "crds"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if n++; !sweep.Takes(8, n) {
			return nil
		}
		texts[path], err = os.ReadFile(path)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("there is no corpus in %s", folder)
	}
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// Every CRD of the corpus is converted where it stands, once for all; nothing but what is
// moved changes, so all comments are still there; and what is said to be open is what the
// server refuses.
func TestCorpus(t *testing.T) {
	linter := lint.New(kube.Latest)
	for path, text := range corpus(t) {
		file := source.Read(path, text)
		for _, unknown := range []Unknown{Undecided, Keep, Prune} {
			r := File(file, unknown, nil)
			aliased := unknown == Keep && bytes.Contains(text, []byte(": *")) // edits don't reach into what stands at two places
			if len(r.Stuck) > 0 || len(r.Rewritten) > 0 && !file.Documents[0].JSON() && !aliased {
				t.Errorf("%s: %s: stuck %v, anew %v", path, unknown, r.Stuck, r.Rewritten)
			}
			after := source.Read(path, bytes.Clone(r.Text))
			if again := File(after, unknown, nil); !bytes.Equal(again.Text, r.Text) {
				t.Errorf("%s: %s: it is not the same when it is converted once more", path, unknown)
			}
			if before, now := comments(text), comments(r.Text); len(r.Rewritten) == 0 && len(now) < len(before) {
				t.Errorf("%s: %s: %d comments of %d are kept", path, unknown, len(now), len(before))
			}
			said := r.Report(file, linter, 0)
			open := r.Open(file, &said)
			accepted := linter.File(after, lint.Options{}).Documents[0].APIServer.Accepted
			if accepted == open[0] && len(both(file.Documents[0])) == 0 {
				t.Errorf("%s: %s: it is said to be open: %v, and the server accepts it: %v", path, unknown, open[0], accepted)
			}
			for i := range said.Findings {
				if f := &said.Findings[i]; f.Line < 1 || f.Line > bytes.Count(text, []byte("\n"))+1 {
					t.Errorf("%s: %s: line %d: %s", path, unknown, f.Line, f.Message)
				}
			}
		}
	}
}

// comments are the lines that are nothing else; in texts of descriptions they count, too.
func comments(text []byte) []string {
	var found []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			found = append(found, line)
		}
	}
	return found
}

// Several documents of a file are converted each by itself: around them nothing changes.
func TestSeveralDocuments(t *testing.T) {
	var texts []string
	each(t, func(t *testing.T, a *golden.Archive, before []byte, path string) {
		texts = append(texts, string(before))
	}, "before.yaml")
	texts = append(texts, "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a} # b\n", "# nothing\n")
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var all, want []string
		separator := "---\n"
		for range 1 + random.IntN(4) {
			text := texts[random.IntN(len(texts))]
			alone := File(source.Read("one", []byte(text)), Keep, nil)
			all, want = append(all, text), append(want, string(alone.Text))
		}
		if random.IntN(2) == 0 {
			for i := range all {
				all[i] = strings.ReplaceAll(all[i], "\n", "\r\n")
			}
			want, separator = nil, "---\r\n"
		}
		text := strings.Join(all, separator)
		r := File(source.Read("many", []byte(text)), Keep, nil)
		switch got := string(r.Text); {
		case len(r.Stuck) > 0:
			t.Errorf("%v are stuck in\n%s", r.Stuck, text)
		case want != nil && got != strings.Join(want, separator):
			t.Errorf("it makes\n%s\nof\n%s", got, text)
		case want == nil && len(r.Rewritten) == 0 && strings.Count(got, "\n") != strings.Count(got, "\r\n"):
			t.Errorf("it mixes line breaks:\n%q", got)
		}
	}
}

// A list of kubectl's is changed in its place.
func TestItemsOfLists(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(cases, "all-above.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := golden.Parse(text).Get("before.yaml")
	item := "- " + strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(string(before), "# The CRD.\n"), "\n", "\n  ")) + "\n"
	list := "apiVersion: v1\nkind: List\nitems:\n" + item + item
	r := File(source.Read("list", []byte(list)), Prune, nil)
	alone := File(source.Read("one", before), Prune, nil)
	got := source.Read("list", r.Text)
	want := source.Read("one", alone.Text)
	if len(r.Stuck)+len(r.Rewritten) > 0 || len(got.Documents) != 2 {
		t.Fatalf("stuck %v, anew %v: %s", r.Stuck, r.Rewritten, r.Text)
	}
	for _, doc := range got.Documents {
		if !reflect.DeepEqual(source.Value(doc.Root), source.Value(want.Documents[0].Root)) {
			t.Errorf("it makes\n%s", r.Text)
		}
	}
}

// A text that ends without a line break still does.
func TestNoLineBreakAtTheEnd(t *testing.T) {
	const text = "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\nspec:\n" +
		"  group: example.com\n  scope: Namespaced\n  preserveUnknownFields: false\n  names: {kind: Widget, plural: widgets}\n" +
		"  subresources:\n    status: {}\n  versions:\n  - name: v1\n    served: true\n    storage: true"
	r := File(source.Read("crd.yaml", []byte(text)), Undecided, nil)
	if len(r.Rewritten) > 0 || !strings.HasSuffix(string(r.Text), "    storage: true\n    subresources:\n      status: {}") {
		t.Errorf("it makes\n%s", r.Text)
	}
}

// What is not wanted stays, and what cannot be converted says why.
func TestLeft(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(cases, "all-above.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := golden.Parse(text).Get("before.yaml")
	none := func(*source.Document) bool { return false }
	if r := File(source.Read("crd.yaml", before), Keep, none); len(r.Made) > 0 || !bytes.Equal(r.Text, before) {
		t.Error("a CRD is converted that is not wanted")
	}
	const strategy = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: gears.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n" +
		"  names: {kind: Gear, plural: gears}\n  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: 'https://a.example.com'}}}\n" +
		"  versions:\n  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}\n  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n"
	const gear = "apiVersion: example.com/v1\nkind: Gear\nmetadata: {name: g, namespace: mine}\n---\napiVersion: example.com/v1\nkind: Wheel\nmetadata: {name: w}\n---\napiVersion: apps/v1\nkind: Deployment\n"
	crds := apply.NewCRDs(kube.Latest, false)
	crds.Add(source.Read("crd.yaml", []byte(strategy)))
	for version, want := range map[string]string{"v2": "Gear cannot be converted from v1 to v2: a webhook", "v3": `Gear cannot be converted to v3: version "v3" of gears.example.com is not served`} {
		r := To(source.Read("gear.yaml", []byte(gear)), crds, "", version, nil)
		if len(r.Findings) != 1 || !strings.HasPrefix(r.Findings[0].Message, want) || r.Findings[0].Object != "Gear mine/g" || r.WithoutCRD != 1 || len(r.Made) > 0 {
			t.Errorf("%s: %+v, %d without a CRD", version, r.Findings, r.WithoutCRD)
		}
	}
	for name, r := range map[string]*Objects{
		"not wanted":       To(source.Read("gear.yaml", []byte(gear)), crds, "", "v2", none),
		"of another group": To(source.Read("gear.yaml", []byte(gear)), crds, "else.example.com", "v2", nil),
	} {
		if len(r.Findings)+len(r.Made)+r.WithoutCRD > 0 {
			t.Errorf("an object is looked at that is %s: %+v", name, r.Findings)
		}
	}
}

// A CRD with very many fields is converted in its place.
func TestLargeTexts(t *testing.T) {
	head := "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\n" +
		"spec:\n  group: example.com\n  version: v1\n  names: {kind: Widget, plural: widgets}\n"
	var many strings.Builder
	for i := range sweep.Times(10_000, 40_000) {
		fmt.Fprintf(&many, "        f%d: {type: string}\n", i)
	}
	text := head + "  validation:\n    openAPIV3Schema:\n      type: object\n      properties:\n" + many.String()
	for _, unknown := range []Unknown{Undecided, Keep} {
		r := File(source.Read("fields", []byte(text)), unknown, nil)
		if len(r.Text) > 2*len(text) || len(r.Stuck)+len(r.Rewritten) > 0 || len(r.Made) != 1 {
			t.Errorf("%d bytes become %d, made %d, stuck %v, anew %v", len(text), len(r.Text), len(r.Made), r.Stuck, r.Rewritten)
		}
	}
}

// What cannot be changed in its place stays, and is said to be left; the others are changed.
func TestStuck(t *testing.T) {
	const list = "apiVersion: v1\nkind: List\nitems:\n" +
		"- {apiVersion: apiextensions.k8s.io/v1beta1, kind: CustomResourceDefinition, metadata: {name: widgets.example.com}, spec: {group: example.com, version: v1, preserveUnknownFields: false, names: {kind: Widget, plural: widgets}, validation: {openAPIV3Schema: {type: object}}}}\n"
	const good = "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata:\n  name: gears.example.com\nspec:\n  group: example.com\n  scope: Cluster\n  version: v1\n" +
		"  names: {kind: Gear, plural: gears}\n  preserveUnknownFields: false\n  conversion:\n    strategy: Webhook\n    conversionReviewVersions: []\n    webhookClientConfig: {url: 'https://a.example.com'}\n" +
		"  validation:\n    openAPIV3Schema: {type: object}\n"
	file := source.Read("crds.yaml", []byte(list+"---\n"+good))
	r := File(file, Undecided, nil)
	if !r.Stuck[0] || r.Stuck[1] || !strings.HasPrefix(string(r.Text), list) {
		t.Errorf("stuck %v:\n%s", r.Stuck, r.Text)
	}
	said := r.Report(file, lint.New(kube.Latest), 0)
	open := r.Open(file, &said)
	if len(said.Findings) != 1 || said.Findings[0].Code != "not-converted/text" || said.Findings[0].Line != 4 || !open[0] || open[1] {
		t.Errorf("open %v, found\n%s", open, found(said.Findings))
	}
	if !strings.Contains(string(r.Text), "conversionReviewVersions:\n      - v1beta1\n") {
		t.Errorf("it makes\n%s", r.Text)
	}
}

// TestReportOfMany: findings beyond those that are kept of a rule are counted, and the
// document is as open as with all of them.
func TestReportOfMany(t *testing.T) {
	var labels strings.Builder
	for i := range 40 {
		fmt.Fprintf(&labels, "    -l%d: a\n    twice: a\n", i)
	}
	file := source.Read("crd.yaml", []byte("apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata:\n  name: gears.example.com\n  labels:\n"+labels.String()+
		"spec:\n  group: example.com\n  scope: Cluster\n  version: v1\n  names: {kind: Gear, plural: gears}\n  preserveUnknownFields: false\n  validation:\n    openAPIV3Schema: {type: object}\n"))
	r := File(file, Undecided, nil)
	all, some := r.Report(file, lint.New(kube.Latest), 0), r.Report(file, lint.New(kube.Latest), 5)
	if len(all.Findings) != 40+39 || len(some.Findings) != 6+6 || some.Summary.Errors != all.Summary.Errors {
		t.Errorf("%d findings of all, %d of some, %d and %d errors", len(all.Findings), len(some.Findings), all.Summary.Errors, some.Summary.Errors)
	}
	if open := r.Open(file, &some); !open[0] {
		t.Errorf("open %v", open)
	}
}
