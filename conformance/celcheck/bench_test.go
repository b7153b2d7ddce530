package celcheck

import (
	"context"
	"path/filepath"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiserver/pkg/cel/environment"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// heavy are the projects whose CRDs have the most rules.
var heavy = []string{
	"kubernetes-sigs+gateway-api.standard/crds/*.yaml",
	"aws+karpenter-provider-aws/crds/*.yaml",
	"kubernetes-sigs+kueue/crds/*.yaml",
}

var httpRoute = []string{"kubernetes-sigs+gateway-api.standard/crds/httproutes*.yaml"}

func documents(b testing.TB, patterns []string) (all []*document) {
	dir := corpus(b)
	for _, p := range patterns {
		files, err := filepath.Glob(filepath.Join(dir, p))
		if err != nil || len(files) == 0 {
			b.Fatal("no files", p, err)
		}
		for _, f := range files {
			all = append(all, mustRead(b, f))
		}
	}
	return all
}

// Each iteration begins with nothing known but the base environment, as each
// run of the program does.
func benchmarkOurs(b *testing.B, patterns []string) {
	docs := documents(b, patterns)
	b.ReportAllocs()
	for b.Loop() {
		checker := celcost.NewChecker(behaviour.Of(kube.Latest))
		for _, d := range docs {
			for _, p := range d.schemas() {
				checker.Check(p.tree, everythingClean, celcost.Options{})
			}
		}
	}
}

// benchmarkCheck makes all checks that crdtool makes on a create, as
// benchmarkServerCreate does with the server's code.
func benchmarkCheck(b *testing.B, patterns []string) {
	docs := documents(b, patterns)
	b.ReportAllocs()
	for b.Loop() {
		checker := crd.NewChecker(behaviour.Of(kube.Latest))
		for _, d := range docs {
			if a := checker.Check(d.ours, nil); len(a.Findings) > 0 {
				b.Fatal(a.Findings)
			}
		}
	}
}

func benchmarkServer(b *testing.B, patterns []string) {
	docs := documents(b, patterns)
	env := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	b.ReportAllocs()
	for b.Loop() {
		for _, d := range docs {
			for _, p := range d.schemas() {
				if _, err := serverCosts(p.server, p.at, env); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

func benchmarkServerCreate(b *testing.B, patterns []string) {
	docs := documents(b, patterns)
	b.ReportAllocs()
	for b.Loop() {
		for _, d := range docs {
			if errs := validation.ValidateCustomResourceDefinition(context.Background(), d.server); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
	}
}

func BenchmarkHeavy(b *testing.B) {
	b.Run("crdtool", func(b *testing.B) { benchmarkOurs(b, heavy) })
	b.Run("server", func(b *testing.B) { benchmarkServer(b, heavy) })
	b.Run("crdtool-create", func(b *testing.B) { benchmarkCheck(b, heavy) })
	b.Run("server-create", func(b *testing.B) { benchmarkServerCreate(b, heavy) })
}

func BenchmarkHTTPRoute(b *testing.B) {
	b.Run("crdtool", func(b *testing.B) { benchmarkOurs(b, httpRoute) })
	b.Run("server", func(b *testing.B) { benchmarkServer(b, httpRoute) })
	b.Run("crdtool-create", func(b *testing.B) { benchmarkCheck(b, httpRoute) })
	b.Run("server-create", func(b *testing.B) { benchmarkServerCreate(b, httpRoute) })
}
