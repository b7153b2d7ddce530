package rules

import (
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/input/jsonsize"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/kube"
)

// Input is a CRD with the data that lint rules use.
type Input struct {
	// Doc is the document as written, CRD the decoded document, and Old the stored CRD that it replaces, or
	// nil.
	Doc      *source.Document
	CRD, Old *crd.CustomResourceDefinition
	// Answer is the result of the server's checks.
	Answer *crd.Answer
	// WitnessServer answers the requests of witnesses.
	WitnessServer sample.Options
	// Versions are the versions of Kubernetes that the CRD has to install on. The newest answers.
	Versions []kube.Version
	// ReportsUnknown is Pass.ReportsUnknown.
	ReportsUnknown bool
	// Generated has the Go types of the CRD; nil if they are not looked up.
	Generated *Generated
}

// Run runs the lint rules of a selection on a CRD. It returns their findings without positions, rule by rule.
func Run(s *Selection, in Input) finding.List {
	if s == nil || len(s.Active) == 0 {
		return nil
	}
	common := Pass{CRD: in.CRD, Old: in.Old, Doc: in.Doc, Generated: in.Generated, Server: in.Answer.Server, Asked: in.Versions,
		ReportsUnknown: in.ReportsUnknown, Versions: versionsOf(in.CRD, in.Answer), tighter: tighter.New(in.Answer.Server), jsonSize: sync.OnceValue(func() int { return jsonsize.Of(in.Doc.Root) })}
	if len(in.Answer.Findings) == 0 {
		common.Witness = witness.New(in.CRD, in.WitnessServer)
		if in.Old != nil {
			common.OldWitness = witness.New(in.Old, in.WitnessServer)
		}
	}
	passes := make([]Pass, len(s.Active))
	for i := range passes {
		passes[i] = common
		passes[i].rule = &s.Active[i]
		if crd := s.Active[i].CRD; crd != nil {
			crd(&passes[i])
		}
	}
	if in.Old != nil && slices.ContainsFunc(s.Active, func(a Active) bool { return a.Change != nil }) {
		runChanges(passes, common.changes(in.Answer))
	}
	runGoTypes(passes, &common)
	for _, v := range common.Versions {
		runVersion(passes, v)
	}
	var found finding.List
	for i := range passes {
		passes[i].postponeNarrowing()
		found = append(found, passes[i].found...)
	}
	return withoutLesser(found)
}

func runChanges(passes []Pass, all []schemadiff.Change) {
	for i := range all {
		isCrossed := crossed(all[i].At)
		for j := range passes {
			p := &passes[j]
			if p.rule.Change != nil && isCrossed == p.rule.Crossed && (p.rule.Changes == nil || slices.Contains(p.rule.Changes, all[i].Keyword)) {
				p.rule.Change(p, &all[i])
			}
		}
	}
}

// runVersion calls the functions of all lint rules for one schema in one walk.
func runVersion(passes []Pass, v *Version) {
	var ofNodes, ofExpressions []*Pass
	for i := range passes {
		p := &passes[i]
		if p.rule.Version != nil {
			p.rule.Version(p, v)
		}
		if p.rule.Node != nil {
			ofNodes = append(ofNodes, p)
		}
		if p.rule.Expression != nil {
			ofExpressions = append(ofExpressions, p)
		}
	}
	for i := range v.Tree.Nodes {
		n := &v.Tree.Nodes[i]
		for _, p := range ofNodes {
			if (!n.Nested || p.rule.Nested) && (!n.Unwalked || p.rule.Unwalked) {
				p.node(v, n)
			}
		}
	}
	for i := range v.Expressions {
		for _, p := range ofExpressions {
			p.rule.Expression(p, v, &v.Expressions[i])
		}
	}
}

func (p *Pass) node(v *Version, n *schematree.Node) {
	if p.rule.ByType && v.Repeats(n) {
		return
	}
	before := len(p.found)
	p.rule.Node(p, v, n)
	if p.rule.ByType {
		for i := before; i < len(p.found); i++ {
			v.countAlike(&p.found[i], v.ObjectOf(n))
		}
	}
}

// versionsOf pairs the trees of the server's checks with their versions.
func versionsOf(c *crd.CustomResourceDefinition, checked *crd.Answer) []*Version {
	var versions []*Version
	costs := make(map[*schematree.Tree]int, len(checked.Costs))
	for i := range checked.Costs {
		if _, known := costs[checked.Costs[i].Tree]; !known {
			costs[checked.Costs[i].Tree] = i
		}
	}
	for i, t := range checked.Trees {
		if t == nil {
			continue
		}
		v := &Version{Version: &c.Spec.Versions[i], Index: i, Server: checked.Server, Tree: schemafacts.Of(t, retired(&c.Spec, i))}
		if k, ok := costs[t]; ok {
			v.Expressions = checked.Costs[k].Expressions
		}
		v.CEL = celfacts.Of(v.Tree, v.Expressions)
		versions = append(versions, v)
	}
	return versions
}

// retired reports whether all served versions with the schema of version i are deprecated.
func retired(s *crd.Spec, i int) bool {
	current := func(v crd.Version) bool { return v.Served && !v.Deprecated }
	if s.Shared.Schema {
		return !slices.ContainsFunc(s.Versions, current)
	}
	return !current(s.Versions[i])
}
