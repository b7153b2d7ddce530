package sequences

import (
	"encoding/json"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// subject is a part of a CRD, with objects that sequences are made of.
type subject struct {
	*rand.Rand
	*crdedit.Maker
	value    crdedit.Value
	text     []byte
	spec     *crd.Spec
	versions []version
}

type version struct {
	name          string
	root          *schema.Schema
	status, scale bool
	// pool are objects of which most are accepted.
	pool []map[string]any
}

// newSubject takes a part of a CRD; nil if no objects of it can be made.
func newSubject(r *rand.Rand, whole crdedit.Value) *subject {
	s := &subject{Rand: r, Maker: crdedit.NewMaker(r), value: crdedit.Trim(r, whole, 15+r.Intn(40))}
	var err error
	if s.text, err = json.Marshal(s.value); err != nil {
		return nil
	}
	f := source.Read("crd.json", s.text)
	if len(f.Documents) != 1 || len(f.Problems) > 0 {
		return nil
	}
	checker := crd.NewChecker(behaviour.Of(kube.Latest))
	c, flaws := checker.Decode(f.Documents[0])
	if len(flaws) > 0 {
		return nil
	}
	c.AssumeEstablished()
	c.Default()
	if len(checker.Check(c, nil).Findings) > 0 {
		return nil
	}
	g, err := sample.New(c, sample.Options{})
	if err != nil {
		return nil
	}
	s.spec = &c.Spec
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		if !v.Served || v.OpenAPISchema() == nil {
			continue
		}
		made := version{name: v.Name, root: v.OpenAPISchema(), status: v.HasStatus(), scale: v.Subresources != nil && v.Subresources.Scale != nil}
		for _, size := range []sample.Size{sample.Full, sample.Minimal} {
			if o, err := g.Generate(v.Name, size); err == nil && o.Accepted {
				made.pool = append(made.pool, s.named(v.Name, o.Object))
			}
		}
		for range 4 {
			if o, ok := s.Value(made.root, 4).(map[string]any); ok {
				made.pool = append(made.pool, s.named(v.Name, o))
			}
		}
		s.versions = append(s.versions, made)
	}
	if len(s.versions) == 0 {
		return nil
	}
	return s
}

func (s *subject) named(version string, o map[string]any) map[string]any {
	o["apiVersion"], o["kind"] = s.spec.Group+"/"+version, s.spec.Names.Kind
	o["metadata"] = map[string]any{"name": "one"}
	return o
}

// ownCRDs are the CRDs in the test data of the module.
func ownCRDs(testdata string) ([]crdedit.Value, error) {
	all, err := crdedit.Read(yamlFiles(filepath.Join(testdata, "sequences", "src", "crds")))
	if err != nil {
		return nil, err
	}
	for _, dir := range []string{"changes", "sample", "dryrun"} {
		var files []string
		err := filepath.WalkDir(filepath.Join(testdata, dir), func(path string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".txtar") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		slices.Sort(files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			if part, ok := golden.Parse(text).Get("crd.yaml"); ok {
				all = append(all, crdedit.Parse(file, part)...)
			}
		}
	}
	return all, nil
}

func yamlFiles(dir string) []string {
	files, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
	return files
}

// corpusCRDs are those of public projects; none if there is no corpus.
func corpusCRDs(dir string) ([]crdedit.Value, error) { return crdedit.Read(crdedit.Corpus(dir)) }
