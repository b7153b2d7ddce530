package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Pass is one lint rule on its way through one CRD.
type Pass struct {
	// CRD is the document as the server sees it: its defaults are set, and its
	// status is cleared. A document that the server refuses is linted, too, so
	// everything may be missing, repeated or of no sense. It must not be changed.
	CRD *crd.CustomResourceDefinition
	// Old is the stored CRD that this one replaces, its defaults set; nil if there
	// is none.
	Old *crd.CustomResourceDefinition
	// Doc is the document as it is written.
	Doc *source.Document
	// Generated is what the CRD is generated from.
	Generated *Generated
	// Asked are the versions of Kubernetes that the CRD is to install on, sorted. It is as
	// the server of the newest sees it.
	Asked []kube.Version
	// UnknownTold says that fields which only newer servers know are found as unknown
	// ones. They are not where the question is what becomes of the CRD on several servers.
	UnknownTold bool
	// Versions are the CRD's schemas.
	Versions []*Version

	// Witness finds requests that show what findings say; nil for a CRD that the
	// server refuses.
	Witness *witness.Prover
	// OldWitness finds them under the stored CRD; nil if there is none.
	OldWitness *witness.Prover

	// Server is what the server of the run does.
	Server *kube.Behaviour

	tighter *tighter.Judge // judges changes of keywords
	// jsonSize returns the length of the document as JSON.
	jsonSize func() int
	rule     *Active
	found    finding.List
}

// Version is one schema of a CRD with the version that it belongs to. Where all
// versions share one schema, it is there once, with the first. What a rule asks about a
// node (Own, InSpec, Called, Required, Types) are methods of its Tree, in package schemafacts.
type Version struct {
	*crd.Version
	// Index is that of the version in spec.versions.
	Index int
	// Server is what the server of the run does.
	Server *kube.Behaviour
	// Tree is the schema, with what follows from it.
	*schemafacts.Tree
	// Expressions are the CEL expressions that compile, in the order of the
	// schema, and CEL says what they come to.
	Expressions []celcost.Expression
	CEL         *celfacts.Rules
}

// Report adds a finding at a path of the document, as the server prints it, and
// returns it, so that Help, Fix and Related can be set. The message is lower-case,
// gives the fact, and has no full stop. Help gives the fix.
func (p *Pass) Report(path *finding.Path, format string, args ...any) *finding.Finding {
	p.found = append(p.found, finding.Finding{
		Code: finding.Code(p.rule.ID), Severity: p.rule.Severity, Path: path, Message: prose.OneLine(fmt.Sprintf(format, args...)),
		Lasting: prose.OneLine(finding.Lasting(format, args...)), Breaking: p.rule.Breaks, Keywords: p.rule.Keywords,
	})
	return &p.found[len(p.found)-1]
}

// ReportNode is Report at a node of a schema.
func (p *Pass) ReportNode(v *Version, n *schema.Node, format string, args ...any) *finding.Finding {
	return p.Report(v.Tree.Path(n.ID), format, args...)
}

// Int returns an option that is a number.
func (p *Pass) Int(name string) int64 { return p.option(name).(int64) }

// Strings returns an option that is a list.
func (p *Pass) Strings(name string) []string { return p.option(name).([]string) }

func (p *Pass) option(name string) any {
	if v, ok := p.rule.Options[name]; ok {
		return v
	}
	for _, o := range p.rule.Rule.Options {
		if o.Name == name {
			return o.Default
		}
	}
	panic("rule " + p.rule.ID + " has no option " + name)
}

// VersionPath is where a version stands in the document.
func (v *Version) VersionPath() *finding.Path { return finding.Root("spec", "versions").Index(v.Index) }

// ReportIn is Report at a byte of the text of a CEL expression.
func (p *Pass) ReportIn(e *celcost.Expression, offset int, format string, args ...any) *finding.Finding {
	f := p.Report(e.Path, format, args...)
	if n, exact := p.Doc.Node(e.Path.Segments()); exact {
		if pos, ok := p.Doc.Inside(n, offset); ok {
			f.Pos = pos
		}
	}
	return f
}
