package openapi

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kube-openapi/pkg/spec3"

	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/kube"
)

// Bench measures how long crdtool and the server's own builder take to publish
// all CRDs of the corpus in v3, in the same run and on one processor, and prints
// the median of the rounds. Each project has its own documents, as it would in a
// cluster. Reading the CRDs is not measured; building the documents is, alone and
// with writing them as JSON.
func Bench(corpus string, rounds int, out io.Writer) error {
	all, err := projects(corpus)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("no CRDs in %s (set CRDTOOL_CORPUS)", corpus)
	}
	theirs, count, err := serverProjects(all)
	if err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))

	var ourTimes, theirTimes, ourJSON, theirJSON []time.Duration
	for round := range rounds + 1 {
		ourBuild, ourWrite, err := measure(all, func(p project) (map[schema.GroupVersion]*spec3.OpenAPI, error) {
			return openapiv3.Build(p.crds, kube.Latest)
		}, (*spec3.OpenAPI).MarshalJSON)
		if err != nil {
			return err
		}
		theirBuild, theirWrite, err := measure(theirs, serverV3, (*spec3.OpenAPI).MarshalJSON)
		if err != nil {
			return err
		}
		// The first round warms up.
		if round > 0 {
			ourTimes, theirTimes = append(ourTimes, ourBuild), append(theirTimes, theirBuild)
			ourJSON, theirJSON = append(ourJSON, ourBuild+ourWrite), append(theirJSON, theirBuild+theirWrite)
		}
	}
	fmt.Fprintf(out, "OpenAPI v3 of %d CRDs, medians of %d rounds on one processor\n", count, rounds)
	row := func(name string, ours, theirs []time.Duration) {
		o, t := median(ours), median(theirs)
		fmt.Fprintf(out, "%-18s crdtool %9s  API server %9s  %5.2fx\n", name, o.Round(10*time.Microsecond), t.Round(10*time.Microsecond), float64(t)/float64(o))
	}
	row("documents", ourTimes, theirTimes)
	row("documents as JSON", ourJSON, theirJSON)
	return nil
}

// serverProjects reads the same CRDs for the server's code.
func serverProjects(all []project) (out [][]*v1.CustomResourceDefinition, count int, err error) {
	for _, p := range all {
		files, err := filepath.Glob(filepath.Join(p.dir, "crds", "*.yaml"))
		if err != nil {
			return nil, 0, err
		}
		var crds []*v1.CustomResourceDefinition
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, 0, err
			}
			c, err := serverCRD(text)
			if err != nil {
				return nil, 0, fmt.Errorf("%s: %w", file, err)
			}
			crds = append(crds, c)
			count++
		}
		out = append(out, crds)
	}
	return out, count, nil
}

// measure builds the documents of all projects, and then writes them as JSON.
func measure[P any, K comparable](projects []P, build func(P) (map[K]*spec3.OpenAPI, error), write func(*spec3.OpenAPI) ([]byte, error)) (building, writing time.Duration, err error) {
	runtime.GC()
	docs := make([]map[K]*spec3.OpenAPI, len(projects))
	start := time.Now()
	for i, p := range projects {
		if docs[i], err = build(p); err != nil {
			return 0, 0, err
		}
	}
	building = time.Since(start)
	runtime.GC()
	start = time.Now()
	for _, d := range docs {
		for _, doc := range d {
			if _, err := write(doc); err != nil {
				return 0, 0, err
			}
		}
	}
	return building, time.Since(start), nil
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
