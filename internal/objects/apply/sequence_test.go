package apply_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/kube"
)

const gadgets = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: gadgets, kind: Gadget, singular: gadget, listKind: GadgetList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer}
              color: {type: string}
          status:
            type: object
            properties:
              replicas: {type: integer}
`

// follow sends steps to one cluster, and returns what becomes of each object, as
// "VERDICT FINDINGS".
func follow(t *testing.T, steps ...string) []string {
	t.Helper()
	crds := apply.NewCRDs(kube.Latest, false)
	crds.Add(source.Read("crd.yaml", []byte(gadgets)))
	r := apply.New(crds, apply.RunOptions{})
	if err := r.StartSequence(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, text := range steps {
		if !strings.Contains(text, "kind: CustomResourceDefinition") {
			// The comment stands above what all objects have.
			head, body, found := strings.Cut(text, "\n")
			if !strings.HasPrefix(head, "#") || !found {
				head, body = "#", text
			}
			text = head + "\napiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\n" + body
		}
		report := r.File(source.Read(fmt.Sprintf("%d.yaml", i+1), []byte(text)))
		line := ""
		for j := range report.Results {
			o := &report.Results[j]
			line += fmt.Sprint(o.Verdict, " ", o.Object["spec"])
			for k := range o.Findings {
				line += fmt.Sprintf("; %d: %s", o.Findings[k].Line, o.Findings[k].Message)
			}
		}
		for j := range report.Findings {
			line += fmt.Sprintf("%d: %s", report.Findings[j].Line, report.Findings[j].Message)
		}
		got = append(got, line)
	}
	return got
}

// TestSequence: each step finds what those before it have left.
func TestSequence(t *testing.T) {
	for _, test := range []struct {
		name        string
		steps, want []string
	}{
		{"a conflict with a person, and then by force", []string{
			"# crdtool: apply --server-side --field-manager=argo\nspec: {replicas: 1, color: red}",
			"# crdtool: patch --field-manager=kubectl-edit\nspec: {replicas: 5}",
			"# crdtool: apply --server-side --field-manager=argo\nspec: {replicas: 1, color: red}",
			"# crdtool: apply --server-side --field-manager=argo --force-conflicts\nspec: {replicas: 1}",
		}, []string{
			"created map[color:red replicas:1]",
			"updated map[color:red replicas:5]",
			`refused <nil>; 5: the manifest has 1, but the live object has 5, written by "kubectl-edit" (by hand, kubectl edit)`,
			"updated map[replicas:1]",
		}},
		{"a controller, a scale, and a delete that waits", []string{
			"spec: {replicas: 1}",
			"# crdtool: status\nstatus: {replicas: 1}",
			"# crdtool: scale --replicas=4\nspec: {}",
			"# crdtool: patch --type=json\npatch: [{op: add, path: /metadata/finalizers, value: [example.com/hold]}]",
			"# crdtool: delete\nspec: {}",
			"# crdtool: patch\nmetadata: {name: a, finalizers: null}",
			"# crdtool: delete\nspec: {}",
		}, []string{
			"created map[replicas:1]", "updated map[replicas:1]", "updated map[replicas:4]", "updated map[replicas:4]",
			"updated map[replicas:4]", "updated map[replicas:4]", "refused <nil>; 4: there is no live object \"a\" to delete",
		}},
		{"an upgrade of the CRD in between", []string{
			"spec: {replicas: 1, color: red}",
			strings.Replace(gadgets, "color: {type: string}", "color: {type: string, maxLength: 2}", 1),
			"spec: {replicas: 2, color: red}",
			"spec: {replicas: 2, color: blue}",
			strings.Replace(gadgets, "scope: Namespaced", "scope: Cluster", 1),
			strings.Replace(gadgets, "color: {type: string}", "color: {maxLength: 2, type: string}", 1),
			strings.Replace(gadgets, "k8s.io/v1", "k8s.io/v1beta1", 1),
			strings.NewReplacer("gadget", "gizmo", "Gadget", "Gizmo").Replace(gadgets),
		}, []string{
			"created map[color:red replicas:1]", "updated <nil>",
			"updated map[color:red replicas:2]", // unchanged, so forgiven
			"refused <nil>; 5: 4 characters, but at most 2 are allowed",
			"refused <nil>; 6: field is immutable",
			"unchanged <nil>",
			"refused <nil>; 1: its CRD in 7.yaml:1 has apiVersion apiextensions.k8s.io/v1beta1, which is not served; write it as apiextensions.k8s.io/v1",
			"created <nil>",
		}},
		{"what is refused for unknown and repeated fields", []string{
			"spec: {replicas: 1, colour: red}",
			"# crdtool: create\nspec: {replicas: 3}",
			"# crdtool: replace\nspec: {replicas: 4, colour: red, color: 1}",
			"# crdtool: patch\nspec: {colour: red}",
			"# crdtool: patch\nspec: {color: blue}",
		}, []string{
			"refused <nil>; 5: no such field",
			"created map[replicas:3]",
			"refused <nil>; 5: no such field; 5: the number 1, where a string is wanted",
			"unchanged map[replicas:3]", // the server only warns kubectl patch
			"updated map[color:blue replicas:3]",
		}},
		{"comments that say nothing", []string{
			"# crdtool: aply\nspec: {}", "# crdtool: patch --type=strategic\nspec: {}", "# crdtool: apply --server-sde\nspec: {}",
		}, []string{
			`1: crdtool: "aply" is nothing that is done with an object; write one of apply, create, replace, patch, delete, update, status, scale`,
			`1: crdtool: --type: "strategic" is none of merge, json`,
			"1: crdtool: unknown flag --server-sde; there are --server-side, --force-conflicts, --field-manager=NAME, --subresource=NAME, --type=merge|json, --cascade=background|foreground|orphan, --replicas=N",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := follow(t, test.steps...)
			for i := range got {
				if got[i] != test.want[i] {
					t.Errorf("step %d: got\n  %s\nwant\n  %s", i+1, got[i], test.want[i])
				}
			}
		})
	}
}
