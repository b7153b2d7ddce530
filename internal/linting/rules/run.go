package rules

import (
	"slices"
	"sync"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Input is a CRD as rules see it.
type Input struct {
	// Doc is the document as it is written, CRD what the server reads in it, and Old the stored CRD that it
	// replaces; nil if there is none.
	Doc      *source.Document
	CRD, Old *crd.CustomResourceDefinition
	// Answer is that of the server's checks.
	Answer *crd.Answer
	// WitnessServer says which server answers the requests of witnesses.
	WitnessServer sample.Options
	// Versions are those of Kubernetes that the CRD is to install on. The newest is the server's.
	Versions []kube.Version
	// UnknownTold is that of Pass.
	UnknownTold bool
	// Generated is what the CRD is generated from; nil if that is not asked for.
	Generated *Generated
}

// Run takes the lint rules of a selection through a CRD. It returns their findings, without positions, rule by
// rule.
func Run(s *Selection, in Input) finding.List {
	if s == nil || len(s.Active) == 0 {
		return nil
	}
	w := walks.Get().(*walk)
	defer w.release()
	w.passes = slices.Grow(w.passes, len(s.Active))[:len(s.Active)]
	common := Pass{CRD: in.CRD, Old: in.Old, Doc: in.Doc, Generated: in.Generated, Server: in.Answer.Server, Asked: in.Versions,
		UnknownTold: in.UnknownTold, Versions: versionsOf(in.CRD, in.Answer), size: new(int)}
	if len(in.Answer.Findings) == 0 {
		common.Witness = witness.New(in.CRD, in.WitnessServer)
		if in.Old != nil {
			common.OldWitness = witness.New(in.Old, in.WitnessServer)
		}
	}
	for i := range s.Active {
		p := &w.passes[i]
		*p = common
		p.rule = &s.Active[i]
		w.add(p)
	}
	if in.Old != nil && len(w.ofChanges) > 0 {
		w.changes(changes(in.Answer, in.CRD, in.Old))
	}
	for _, v := range common.Versions {
		w.version(v)
	}
	n := 0
	for i := range w.passes {
		w.passes[i].putOff()
		n += len(w.passes[i].found)
	}
	if n == 0 {
		return nil
	}
	found := make(finding.List, 0, n)
	for i := range w.passes {
		found = append(found, w.passes[i].found...)
	}
	return withoutLesser(found)
}

// walks have their memory used again: that of the passes is some kilobytes for each CRD.
var walks = sync.Pool{New: func() any { return new(walk) }}

// release forgets all that belongs to the CRD.
func (w *walk) release() {
	clear(w.passes)
	*w = walk{passes: w.passes[:0], ofChanges: w.ofChanges[:0], ofVersions: w.ofVersions[:0],
		ofExpressions: w.ofExpressions[:0], ofNodes: w.ofNodes[:0], traits: w.traits[:0]}
	walks.Put(w)
}

// versionsOf pairs the schemas that the server's checks have laid out with their
// versions.
func versionsOf(c *crd.CustomResourceDefinition, checked *crd.Answer) []*Version {
	var versions []*Version
	patterns := map[string]*pattern{}
	costs := make(map[*schema.Tree]int, len(checked.Costs))
	for i := range checked.Costs {
		if _, known := costs[checked.Costs[i].Tree]; !known {
			costs[checked.Costs[i].Tree] = i
		}
	}
	for i, t := range checked.Trees {
		if t == nil {
			continue
		}
		v := &Version{Version: &c.Spec.Versions[i], Index: i, Server: checked.Server, patterns: patterns, Tree: schemafacts.Of(t, retired(&c.Spec, i))}
		if k, ok := costs[t]; ok {
			v.Expressions = checked.Costs[k].Expressions
		}
		v.CEL = celfacts.Of(v.Tree, v.Expressions)
		versions = append(versions, v)
	}
	return versions
}

// retired reports whether no version with the schema of version i is served
// without being deprecated.
func retired(s *crd.Spec, i int) bool {
	current := func(v crd.Version) bool { return v.Served && !v.Deprecated }
	if s.Shared.Schema {
		return !slices.ContainsFunc(s.Versions, current)
	}
	return !current(s.Versions[i])
}
