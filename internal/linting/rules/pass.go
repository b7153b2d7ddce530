package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/kube"
)

// Pass is the run of one lint rule over one CRD.
type Pass struct {
	// CRD is the document as the server sees it, with defaults and an empty status. Refused CRDs are linted
	// too, so any field may be missing, repeated or invalid. It must not be changed.
	CRD *crd.CustomResourceDefinition
	// Old is the stored CRD that this one replaces, with defaults, or nil.
	Old *crd.CustomResourceDefinition
	// Doc is the document as written.
	Doc *source.Document
	// Generated has the Go types of the CRD.
	Generated *Generated
	// Asked are the versions of Kubernetes that the CRD has to install on, sorted. CRD is decoded for the
	// newest.
	Asked []kube.Version
	// ReportsUnknown is set if fields that only newer servers know are reported as unknown. They are not if
	// several versions of Kubernetes are compared.
	ReportsUnknown bool
	// Versions has the schemas of the CRD.
	Versions []*Version

	// Witness searches for requests that prove a finding; nil for a CRD that the server refuses.
	Witness *witness.Prover
	// OldWitness does so under the stored CRD, or is nil.
	OldWitness *witness.Prover

	// Server is the behaviour of the run's server.
	Server *behaviour.Behaviour

	tighter *tighter.Judge // judges changes of keywords
	// jsonSize returns the length of the document as JSON.
	jsonSize func() int
	rule     *Active
	found    finding.List
}

// Version is a schema of a CRD with its version. A schema that all versions share occurs once, with the first
// version. Facts about nodes (Own, InSpec, Called, Required, Types) are methods of Tree, in package
// schemafacts.
type Version struct {
	*crd.Version
	// Index is the index of the version in spec.versions.
	Index int
	// Server is the behaviour of the run's server.
	Server *behaviour.Behaviour
	// Tree is the schema, with facts derived from it.
	*schemafacts.Tree
	// Expressions are the CEL expressions that compile, in the order of the schema. CEL has facts about them.
	Expressions []celcost.Expression
	CEL         *celfacts.Rules
}

// Report adds a finding at a path, and returns it for the caller to set Help, Fix and Related. The message is
// lower-case, gives the fact, and has no full stop. Help gives the fix.
func (p *Pass) Report(path *finding.Path, format string, args ...any) *finding.Finding {
	p.found = append(p.found, finding.Finding{
		Code: finding.Code(p.rule.ID), Severity: p.rule.Severity, Path: path, Message: prose.OneLine(fmt.Sprintf(format, args...)),
		Lasting: prose.OneLine(finding.Lasting(format, args...)), Breaking: p.rule.Breaks, Keywords: p.rule.Keywords,
	})
	return &p.found[len(p.found)-1]
}

// ReportNode is Report at a node of a schema.
func (p *Pass) ReportNode(v *Version, n *schematree.Node, format string, args ...any) *finding.Finding {
	return p.Report(v.Tree.Path(n.ID), format, args...)
}

// Int returns an integer option.
func (p *Pass) Int(name string) int64 { return p.option(name).(int64) }

// Strings returns a list option.
func (p *Pass) Strings(name string) []string { return p.option(name).([]string) }

// Text returns a string option.
func (p *Pass) Text(name string) string { return p.option(name).(string) }

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

// VersionPath returns the path of the version in the document.
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
