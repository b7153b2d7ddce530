package apply

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

const spots = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: spots.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Spot, plural: spots, singular: spot, listKind: SpotList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: string, enum: [small, large]}
              address: {type: string, maxLength: 40%s}
`

func versions(t *testing.T, text string) []kube.Version {
	t.Helper()
	list, err := kube.ParseVersions(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// The others' verdicts stand beside that of the newest, with what only some say.
func TestServers(t *testing.T) {
	const isIP = `, x-kubernetes-validations: [{rule: isIP(self)}]`
	const head = "apiVersion: example.com/v1\nkind: Spot\nmetadata: {name: a, namespace: default}\n"
	for _, c := range []struct {
		name, rule, live, object, versions string
		verdicts                           string
		// findings are the rules, with the versions.
		findings string
		// ofNewest are those of the result itself.
		ofNewest string
	}{
		{
			name: "alike", object: "spec: {size: small}\n", versions: "1.29-1.31",
			verdicts: "created created created",
		},
		{
			name: "refused by all", object: "spec: {size: huge}\n", versions: "1.29-1.31",
			verdicts: "refused refused refused", ofNewest: "schema[]",
		},
		{
			name: "ratcheting", live: "spec: {size: huge}\n", object: "spec: {size: huge, address: b}\n", versions: "1.28-1.31",
			verdicts: "refused refused updated updated", findings: "schema[1.28 1.29]",
		},
		{
			name: "a rule that only newer versions can run", rule: isIP, object: "spec: {address: b}\n", versions: "1.30,1.31,1.37",
			verdicts: "no CRD refused refused", findings: "untried[1.30] cel-failed[1.31 1.37]", ofNewest: "cel-failed[1.31 1.37]",
		},
		{
			name: "a warning", object: "spec: {}\n", live: "metadata: {}", versions: "1.28-1.31",
			verdicts: "created created created created", findings: "warning[1.29 1.30 1.31]",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := versions(t, c.versions)
			crds := NewCRDs(asked[len(asked)-1], false)
			crds.Add(source.Read("crd.yaml", fmt.Appendf(nil, spots, c.rule)))
			opts := RunOptions{}
			text := head + c.object
			if c.name == "a warning" {
				text = strings.Replace(text, "name: a", "name: a, finalizers: [plain]", 1)
			} else if c.live != "" {
				opts.Live = NewLive(crds, "")
				if err := opts.Live.Add(source.Read("live.yaml", []byte(head+c.live))); err != nil {
					t.Fatal(err)
				}
			}
			out := NewFor(crds, opts, asked).File(source.Read("object.yaml", []byte(text)))
			if len(out.Results) != 1 {
				t.Fatalf("%+v", out)
			}
			r := &out.Results[0]
			var verdicts []string
			for _, v := range r.Servers.Verdicts {
				verdicts = append(verdicts, string(v))
			}
			said := func(found []report.Finding) string {
				var list []string
				for i := range found {
					list = append(list, found[i].Rule+fmt.Sprint(found[i].KubeVersions))
				}
				return strings.Join(list, " ")
			}
			if got := strings.Join(verdicts, " "); got != c.verdicts {
				t.Errorf("verdicts %s, want %s", got, c.verdicts)
			}
			if got := said(r.Servers.Findings); got != c.findings {
				t.Errorf("findings %s, want %s", got, c.findings)
			}
			if got := said(r.Findings); got != c.ofNewest {
				t.Errorf("findings of the newest %s, want %s", got, c.ofNewest)
			}
			if alike := len(slices.Compact(verdicts)) == 1 && c.findings == ""; r.Servers.Same() != alike {
				t.Errorf("alike: %t", r.Servers.Same())
			}
			// A program sees as many findings as there are, each once.
			older := 0
			for i := range r.Servers.Findings {
				if on := r.Servers.Findings[i].KubeVersions; on[len(on)-1] != asked[len(asked)-1].String() {
					older++
				}
			}
			if whole := out.Whole(); len(whole.Findings) != len(r.Findings)+len(r.APIServer.Warnings)+older {
				t.Errorf("in all %s", said(whole.Findings))
			}
		})
	}
}
