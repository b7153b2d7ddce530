package apply

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// ruleCount is how many rules a route has.
var ruleCount = 4

// manyRules is a route of gateway-api, with ruleCount rules.
func manyRules(weight int) string {
	var b strings.Builder
	b.WriteString("apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: shop, namespace: shop}\nspec:\n  parentRefs: [{name: edge}]\n  hostnames: [shop.example.com]\n  rules:\n")
	for i := range ruleCount {
		fmt.Fprintf(&b, `  - matches:
    - path: {type: PathPrefix, value: /part-%d}
      headers: [{name: version, value: two}]
    - path: {type: Exact, value: /one-%d}
    filters:
    - type: RequestHeaderModifier
      requestHeaderModifier: {add: [{name: part, value: "%d"}]}
    backendRefs:
    - {name: stable-%d, port: 8080, weight: %d}
    - {name: canary-%d, port: 8080, weight: 1}
`, i, i, i, i, weight, i)
	}
	return b.String()
}

// httpRoutes are CRDs with the one of the corpus.
func httpRoutes(b *testing.B) *CRDs {
	dir := sweep.Corpus()
	files, err := filepath.Glob(filepath.Join(dir, "dev", "*gateway-api.standard", "crds", "httproutes.*.yaml"))
	if err != nil {
		b.Fatal(err)
	}
	if len(files) == 0 {
		b.Skip("NOT RUN: no corpus; set CRDTOOL_CORPUS")
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		b.Fatal(err)
	}
	crds := NewCRDs(kube.Latest, false)
	crds.Add(source.Read(files[0], text))
	return crds
}

// BenchmarkApply applies a manifest with other weights to a live object, each time others:
// each iteration is one command, in a process that has read the CRD.
func BenchmarkApply(b *testing.B) {
	crds := httpRoutes(b)
	for _, c := range []struct {
		name string
		opts RunOptions
		live bool
	}{
		{"create", RunOptions{}, false},
		{"replace", RunOptions{}, true},
		{"client-side", RunOptions{Command: Command{Verb: VerbApply}}, true},
		{"server-side", RunOptions{Command: Command{Verb: VerbApply, ServerSide: true}}, true},
		{"server-side create", RunOptions{Command: Command{Verb: VerbApply, ServerSide: true}}, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			if c.live {
				first := c.opts
				first.ShowOwners = true
				r := New(crds, first).File(source.Read("live.yaml", []byte(manyRules(90))))
				live, err := json.Marshal(r.Results[0].Object)
				if err != nil {
					b.Fatal(err)
				}
				c.opts.Live = NewLive(crds, "")
				if err := c.opts.Live.Add(source.Read("live.json", live)); err != nil {
					b.Fatal(err)
				}
			}
			runner := New(crds, c.opts)
			var texts [][]byte
			for i := range 300 {
				texts = append(texts, []byte(manyRules(100+i)))
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				text := texts[i%len(texts)]
				i++
				r := runner.File(source.Read("route.yaml", text))
				if len(r.Results) != 1 || r.Results[0].Verdict == report.Refused || r.Results[0].Verdict == report.Unchanged {
					b.Fatalf("%+v", r)
				}
			}
		})
	}
}
