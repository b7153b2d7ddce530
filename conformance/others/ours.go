package others

import (
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/others"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
)

var checkerOfNewest = crd.NewChecker(kube.Latest.Behaviour())

// ours is what the profile reports, as lines of Answer.
func ours(tool string, old, new []byte) (a Answer) {
	p := others.New(tool, others.Settings{})
	pair := others.Pair{}
	pair.New, pair.NewAnswer = read(new, p.NeedsCosts)
	if old != nil {
		pair.Old, pair.OldAnswer = read(old, p.NeedsCosts)
		pair.Stored = stored(old)
	}
	for _, v := range p.Judge(pair) {
		version := v.Version
		if v.Than != "" {
			version = v.Than + " -> " + v.Version
		}
		if v.Check == "MustNotExceedCostBudget" {
			version = ""
		}
		a.add(v.Check, v.Severity.String(), version, v.Place)
	}
	a.done()
	return a
}

func read(text []byte, checked bool) (*crd.CustomResourceDefinition, *crd.Answer) {
	f := source.Read("crd.yaml", text)
	if len(f.Documents) == 0 {
		return &crd.CustomResourceDefinition{}, nil
	}
	c, _ := checkerOfNewest.Decode(f.Documents[0])
	c.Default()
	if !checked {
		return c, nil
	}
	answer := checkerOfNewest.Check(c, nil)
	return c, &answer
}

func stored(text []byte) []string {
	f := source.Read("crd.yaml", text)
	if len(f.Documents) == 0 {
		return nil
	}
	c, _ := checkerOfNewest.Decode(f.Documents[0])
	return c.Status.StoredVersions
}
