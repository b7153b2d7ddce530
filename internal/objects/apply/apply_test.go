package apply_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

func crds(t testing.TB, texts ...string) *apply.CRDs {
	t.Helper()
	set := apply.NewCRDs(kube.Latest, false)
	for _, text := range texts {
		f := source.Read("crds.yaml", []byte(text))
		if len(f.Problems) > 0 {
			t.Fatal(f.Problems)
		}
		if err := set.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	return set
}

func crd(group, kind, scope string) string {
	return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ` + strings.ToLower(kind) + `s.` + group + `}
spec:
  group: ` + group + `
  scope: ` + scope + `
  names: {kind: ` + kind + `, plural: ` + strings.ToLower(kind) + `s}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`
}

// The cases of the library, from files through this package: the answer is the
// recorded one, and every finding has a place.
func TestRecordedAnswers(t *testing.T) {
	cases, err := golden.ObjectCases("../../../testdata/dryrun")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Object == nil || c.Answer == nil || c.Version != "" || c.Operation != "create" && c.Operation != "update" && c.Operation != "update-status" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			name, of := caseFile(c), caseReport(t, c)
			if len(of.Results) != 1 {
				t.Skipf("%d results: %+v", len(of.Results), of.Findings) // of another kind
			}
			r := &of.Results[0]
			if string(r.Operation) != c.Operation || len(r.Findings) > 0 && r.Findings[0].Rule == "not-found" {
				t.Skip("of another name than the old object")
			}
			if r.APIServer.Code != c.Answer.Code {
				t.Errorf("code %d, want %d: %s", r.APIServer.Code, c.Answer.Code, r.APIServer.Message)
			}
			if accepted := r.Verdict != report.Refused; accepted != c.Answer.Accepted {
				t.Errorf("verdict %s, but the server accepts it: %v", r.Verdict, c.Answer.Accepted)
			}
			if !c.Answer.Accepted && len(r.Findings) == 0 {
				t.Error("refused without a finding")
			}
			for _, f := range r.Findings {
				if f.Line < 1 || f.Column < 1 || f.Message == "" || f.File != name {
					t.Errorf("finding without a place or words: %+v", f)
				}
				if !slices.ContainsFunc(code.Checks(), func(c code.Check) bool { return c.ID == f.Rule }) {
					t.Errorf("the check %s is not documented", f.Rule)
				}
				if (f.SchemaFile != "") != (len(f.Related) == 1) || len(f.Related) > 0 && (f.Related[0].Line != f.SchemaLine || f.Related[0].Column < 1 || f.Related[0].Message == "") {
					t.Errorf("the place in the CRD is not the related one: %+v", f)
				}
			}
		})
	}
}

func TestMissingCRD(t *testing.T) {
	set := crds(t, crd("example.com", "Widget", "Namespaced"), crd("example.com", "Gadget", "Namespaced"), crd("other.org", "Sprocket", "Cluster"))
	for _, c := range []struct{ apiVersion, kind, message, help string }{
		{"example.com/v1", "Wigdet", `no CRD for kind "Wigdet" in group "example.com"`, `did you mean kind: Widget?`},
		{"exmaple.com/v1", "Widget", `no CRD for kind "Widget" in group "exmaple.com"`, `did you mean apiVersion: example.com/v1?`},
		{"example.com/v1", "Sprocket", `no CRD for kind "Sprocket" in group "example.com"`, `did you mean apiVersion: other.org/v1?`},
		{"example.com/v1", "Elephant", `no CRD for kind "Elephant" in group "example.com"`, `the CRDs of the group are for Gadget, Widget; add the missing one with --crds`},
		{"x.io/v1", "Sproket", `no CRD for kind "Sproket" in group "x.io"`, `did you mean kind: Sprocket of other.org/v1?`},
		{"x.io/v1", "Elephant", `no CRD for kind "Elephant" in group "x.io"`, `none of the 3 CRDs has a similar kind; add the missing one with --crds`},
		{"v1", "Widget", `no CRD for kind "Widget" in the core group, to which apiVersion "v1" belongs`, `did you mean apiVersion: example.com/v1?`},
		{"", "Widget", `the object has kind "Widget", but no apiVersion`, `add: apiVersion: example.com/v1`},
	} {
		text := "kind: " + c.kind + "\n"
		if c.apiVersion != "" {
			text = "apiVersion: " + c.apiVersion + "\n" + text
		}
		r := apply.New(set, apply.RunOptions{}).File(source.Read("a.yaml", []byte(text)))
		if len(r.Findings) != 1 || len(r.Results) != 0 || r.Summary.WithoutCRD != 1 {
			t.Errorf("%s %s: %+v", c.apiVersion, c.kind, r)
			continue
		}
		if f := r.Findings[0]; f.Message != c.message || f.Help != c.help {
			t.Errorf("%s %s: got  %s; %s\nwant %s; %s", c.apiVersion, c.kind, f.Message, f.Help, c.message, c.help)
		}
	}
}

func TestUnidentified(t *testing.T) {
	set := crds(t, crd("example.com", "Widget", "Namespaced"))
	for _, c := range []struct{ text, place, message, help string }{
		{"kind: Widget\n", "1:7", `the object has kind "Widget", but no apiVersion`, "add: apiVersion: example.com/v1"},
		{"apiVersion:\nkind: Widget\n", "1:1", `the object has kind "Widget", but no apiVersion`, "write: apiVersion: example.com/v1"},
		{"kind: Widget\napiVersion: [example.com/v1]\n", "2:1", "apiVersion must be a string", "write: apiVersion: example.com/v1"},
		{"kind: Elephant\napiVersion: 1\n", "2:13", "apiVersion must be a string", ""},
		{"spec: {}\napiVersion: example.com/v1\n", "1:1", `the object has apiVersion "example.com/v1", but no kind`, ""},
		{"apiVersion: example.com/v1\nkind:\n", "2:1", `the object has apiVersion "example.com/v1", but no kind`, ""},
		{"apiVersion: example.com/v1\nkind: {a: Widget}\n", "2:1", "kind must be a string", ""},
	} {
		r := apply.New(set, apply.RunOptions{}).File(source.Read("a.yaml", []byte(c.text)))
		if len(r.Findings) != 1 || len(r.Results) != 0 || r.Summary.WithoutCRD != 1 {
			t.Errorf("%q: %+v", c.text, r)
			continue
		}
		f := r.Findings[0]
		if at := fmt.Sprintf("%d:%d", f.Line, f.Column); at != c.place || f.Message != c.message || f.Help != c.help {
			t.Errorf("%q: got  %s %s; %s\nwant %s %s; %s", c.text, at, f.Message, f.Help, c.place, c.message, c.help)
		}
	}
}

// TestMistypedCRD: objects of a CRD that no server takes for one are told why.
func TestMistypedCRD(t *testing.T) {
	widget := crd("example.com", "Widget", "Namespaced")
	for was, c := range map[string]struct{ now, message string }{
		"kind: CustomResourceDefinition":      {"kind: [CustomResourceDefinition]", "Widget cannot be checked: kind of its CRD in crds.yaml:1 must be a string; write: kind: CustomResourceDefinition"},
		"apiVersion: apiextensions.k8s.io/v1": {"apiVersion: {}", "Widget cannot be checked: apiVersion of its CRD in crds.yaml:1 must be a string; write: apiVersion: apiextensions.k8s.io/v1"},
	} {
		text := strings.Replace(widget, was, c.now, 1)
		if text == widget {
			t.Fatalf("no %s in %s", was, widget)
		}
		r := apply.New(crds(t, text), apply.RunOptions{}).File(source.Read("a.yaml", []byte("apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n")))
		if len(r.Findings) != 1 || r.Findings[0].Message != c.message || r.Summary.Untried != 1 {
			t.Errorf("%s: %+v", c.now, r)
		}
	}
}

func TestBuiltInKindsAreSkipped(t *testing.T) {
	text := ""
	kinds := []string{
		"v1 ConfigMap", "apps/v1 Deployment", "batch/v1 CronJob", "rbac.authorization.k8s.io/v1 Role", "networking.k8s.io/v1 Ingress",
		"policy/v1 PodDisruptionBudget", "autoscaling/v2 HorizontalPodAutoscaler", "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy",
		"storage.k8s.io/v1 StorageClass", "kustomize.config.k8s.io/v1beta1 Kustomization", "v1 Config", "apiregistration.k8s.io/v1 APIService",
	}
	for _, k := range kinds {
		apiVersion, kind, _ := strings.Cut(k, " ")
		text += "---\napiVersion: " + apiVersion + "\nkind: " + kind + "\n"
	}
	r := apply.New(crds(t), apply.RunOptions{}).File(source.Read("a.yaml", []byte(text)))
	if r.Summary.BuiltIn != len(kinds) || len(r.Findings) > 0 {
		t.Errorf("%d of %d skipped, findings %+v", r.Summary.BuiltIn, len(kinds), r.Findings)
	}
	// A CRD of a group that looks like Kubernetes' own counts all the same.
	approved := "metadata: {annotations: {api-approved.kubernetes.io: unapproved}, "
	set := crds(t, strings.Replace(crd("networking.k8s.io", "Fancy", "Namespaced"), "metadata: {", approved, 1))
	r = apply.New(set, apply.RunOptions{}).File(source.Read("a.yaml", []byte("apiVersion: networking.k8s.io/v1\nkind: Fancy\nmetadata: {name: a}\n")))
	if r.Summary.Created != 1 {
		t.Errorf("summary %+v, want one created", r.Summary)
	}
}

func TestLiveObjectsAreMatched(t *testing.T) {
	set := crds(t, crd("a.io", "Widget", "Namespaced"), crd("a.io", "Shop", "Cluster"))
	object := func(kind, metadata string) string {
		return "apiVersion: a.io/v1\nkind: " + kind + "\nmetadata: " + metadata + "\n"
	}
	live := apply.NewLive(set, "")
	if err := live.Add(source.Read("live.yaml", []byte(
		object("Widget", "{name: a, namespace: default}")+"---\n"+object("Widget", "{name: a, namespace: x}")+"---\n"+
			object("Shop", "{name: s, namespace: ignored}")+"---\n"+object("Unknown", "{name: a}")))); err != nil {
		t.Fatal(err)
	}
	if live.Len() != 3 {
		t.Errorf("%d live objects, want 3", live.Len())
	}
	for _, c := range []struct {
		object, namespace string
		want              report.Operation
	}{
		{object("Widget", "{name: a}"), "", dryrun.Update},
		{object("Widget", "{name: a}"), "x", dryrun.Update},
		{object("Widget", "{name: a}"), "y", dryrun.Create},
		{object("Widget", "{name: a, namespace: x}"), "", dryrun.Update},
		{object("Widget", "{name: b}"), "", dryrun.Create},
		{object("Shop", "{name: s}"), "", dryrun.Update},
		{object("Shop", "{name: s}"), "x", dryrun.Update},
	} {
		r := apply.New(set, apply.RunOptions{Live: live, Namespace: c.namespace}).File(source.Read("a.yaml", []byte(c.object)))
		if len(r.Results) != 1 || r.Results[0].Operation != c.want {
			t.Errorf("%sin %q: %+v, want %s", c.object, c.namespace, r, c.want)
		}
	}
}

// A CRD that cannot be used is told where an object needs it, and nowhere else.
func TestUnusableCRD(t *testing.T) {
	for _, c := range []struct{ good, bad, want string }{
		{"/v1\n", "/v1beta1\n", "has apiVersion apiextensions.k8s.io/v1beta1, which is not served"},
		{"apiVersion: apiextensions.k8s.io/v1\n", "", "has no apiVersion"},
		{"kind: CustomResourceDefinition\n", "kind: CustomResourceDefinitio\n", `has kind "CustomResourceDefinitio"; write: kind: CustomResourceDefinition`},
		{"served: true", "served: 3", "cannot be read"},
		{"storage: true", "storage: false", "would be refused: crds.yaml:8: spec.versions: must have exactly one version marked as storage version"},
	} {
		set := crds(t, strings.Replace(crd("a.io", "Widget", "Namespaced"), c.good, c.bad, 1), crd("a.io", "Gadget", "Namespaced"))
		r := apply.New(set, apply.RunOptions{}).File(source.Read("a.yaml", []byte(
			"apiVersion: a.io/v1\nkind: Widget\nmetadata: {name: a}\n---\napiVersion: a.io/v1\nkind: Gadget\nmetadata: {name: a}\n")))
		if len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Message, "crds.yaml:") || !strings.Contains(r.Findings[0].Message, c.want) || r.Summary.Created != 1 {
			t.Errorf("findings %+v, summary %+v", r.Findings, r.Summary)
		}
	}
}

// One Runner serves any number of goroutines.
func TestRunnerIsConcurrent(t *testing.T) {
	set := crds(t, crd("a.io", "Widget", "Namespaced"))
	runner := apply.New(set, apply.RunOptions{})
	f := source.Read("a.yaml", []byte("apiVersion: a.io/v1\nkind: Widget\nmetadata: {name: a}\nspec: {x: 1}\n"))
	want := runner.File(f)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if got := runner.File(f); !reflect.DeepEqual(got, want) {
					t.Errorf("got %+v, want %+v", got, want)
				}
			}
		})
	}
	wg.Wait()
}
