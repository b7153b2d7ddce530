package config

import (
	"path"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
)

// Promises set the smallest release that may break a version.
type Promises struct {
	// Stages has promises by stage: alpha, beta or stable.
	Stages map[string]upgrade.Verdict
	// CRDs has promises by name of the CRD; the first matching glob counts.
	CRDs []CRDPromises
}

// CRDPromises are the promises of some CRDs.
type CRDPromises struct {
	Name   string // a glob
	Stages map[string]upgrade.Verdict
}

// promiseWords are the promises of a stage: none, or that a breaking change waits for a minor or major release.
var promiseWords = []string{"none", string(upgrade.Minor), string(upgrade.Major)}

// Of returns the promise of a version of a CRD.
func (p *Promises) Of(crd, version string) upgrade.Verdict {
	stage := upgrade.Stage(version)
	for i := range p.CRDs {
		if ok, _ := path.Match(p.CRDs[i].Name, crd); ok {
			if v, said := p.CRDs[i].Stages[stage]; said {
				return v
			}
			break
		}
	}
	if v, said := p.Stages[stage]; said {
		return v
	}
	return upgrade.Promised(version)
}

func (r *reader) promises(n *yamlnode.Node, p *Promises) {
	p.Stages = map[string]upgrade.Verdict{}
	known := r.stages(p.Stages)
	known["crds"] = func(n *yamlnode.Node) {
		if source.Resolve(n).Kind != yamlnode.Mapping {
			r.at(n, "crds must be a mapping of names, or globs of them, to promises")
			return
		}
		source.EachEntry(source.Resolve(n), func(name string, key, value *yamlnode.Node) {
			of := CRDPromises{Name: name, Stages: map[string]upgrade.Verdict{}}
			if _, err := path.Match(name, ""); err != nil || name == "" {
				r.at(key, "%q is not a glob of names of CRDs", name)
				return
			}
			r.mapping(value, "promises of "+name, r.stages(of.Stages))
			p.CRDs = append(p.CRDs, of)
		})
	}
	r.mapping(n, "promises", known)
}

// stages reads the promises of stages.
func (r *reader) stages(to map[string]upgrade.Verdict) fields {
	known := fields{}
	for _, stage := range upgrade.Stages() {
		known[stage] = func(n *yamlnode.Node) {
			switch word := r.word(n, promiseWords); word {
			case "":
			case "none":
				to[stage] = upgrade.Patch
			default:
				to[stage] = upgrade.Verdict(word)
			}
		}
	}
	return known
}

func promisesSchema() object {
	stages := func() object {
		all := object{}
		for _, stage := range upgrade.Stages() {
			all[stage] = object{
				"description": "The least release in which what breaks " + stage + " versions may go out; none for any.",
				"enum":        nullable(promiseWords), "default": string(upgrade.Promised(stage)),
			}
		}
		return all
	}
	of := stages()
	of["crds"] = object{
		"description": "Promises of CRDs by their names, or globs of them; the first that matches counts.", "type": []string{"object", "null"},
		"additionalProperties": object{"type": []string{"object", "null"}, "properties": stages(), "additionalProperties": false},
	}
	return object{"description": "What versions promise, by their stage.", "type": []string{"object", "null"}, "properties": of, "additionalProperties": false}
}
