package config

import (
	"path"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
)

// Promises say in which release what breaks a version may go out, as far as the file says
// so.
type Promises struct {
	// Stages are by stage: alpha, beta or stable.
	Stages map[string]upgrade.Verdict
	// CRDs are for CRDs by their names; the first whose glob matches counts.
	CRDs []CRDPromises
}

// CRDPromises are the promises of some CRDs.
type CRDPromises struct {
	Name   string // a glob
	Stages map[string]upgrade.Verdict
}

// promiseWords are what a stage may promise: nothing at all, or that what breaks it waits
// for a minor or a major release.
var promiseWords = []string{"none", string(upgrade.Minor), string(upgrade.Major)}

// Of is what a version of a CRD promises.
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
