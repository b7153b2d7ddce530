package rules

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// runGoTypes calls the functions of lint rules for the Go types of a CRD. Types in the repository are not those of
// a CRD of a release, which may have changed since.
func runGoTypes(passes []Pass, common *Pass) {
	var ofTypes []*Pass
	for i := range passes {
		if passes[i].rule.GoType != nil {
			ofTypes = append(ofTypes, &passes[i])
		}
	}
	if len(ofTypes) == 0 || common.Generated == nil || source.Release(common.Doc.File.Name) != "" {
		return
	}
	types := common.Generated.Types()
	if types == nil {
		return
	}
	for _, d := range types.Declarations() {
		for _, p := range ofTypes {
			p.rule.GoType(p, d)
		}
	}
}

// GoFinding is a finding about a Go type that was checked without a CRD.
type GoFinding struct {
	Message, Help string
	At            gotypes.Position
}

// CheckGo runs a lint rule with GoType on Go types without a CRD, for comparisons with other linters of Go.
func CheckGo(rule Active, types []*gotypes.Declaration) []GoFinding {
	p := Pass{rule: &rule, Generated: new(Generated)}
	for _, d := range types {
		rule.GoType(&p, d)
	}
	var all []GoFinding
	for i := range p.found {
		all = append(all, GoFinding{p.found[i].Message, p.found[i].Help, p.Generated.Places[p.found[i].Path]})
	}
	return all
}

// ReportField is Report of a field of a Go type, at a place in Go.
func (p *Pass) ReportField(d *gotypes.Declaration, f *gotypes.Field, at gotypes.Position, format string, args ...any) *finding.Finding {
	return p.reportGo(d, f.Path, at, format, args...)
}

// ReportType is Report of a Go type, at a place in Go.
func (p *Pass) ReportType(d *gotypes.Declaration, at gotypes.Position, format string, args ...any) *finding.Finding {
	return p.reportGo(d, d.Path, at, format, args...)
}

func (p *Pass) reportGo(d *gotypes.Declaration, path []finding.Segment, at gotypes.Position, format string, args ...any) *finding.Finding {
	schema := finding.Root("spec", "versions").Index(d.Version).Child("schema", "openAPIV3Schema")
	f := p.Report(pathBelow(schema, path), format, args...)
	f.HelpHasMarkers = true
	p.Generated.place(f, at)
	return f
}

// Markers that say whether a field is required.
var (
	optionalMarkers = []string{"optional", "kubebuilder:validation:Optional", "k8s:optional"}
	requiredMarkers = []string{"required", "kubebuilder:validation:Required", "k8s:required"}
)

func markedOptional(f *gotypes.Field) bool { return gotypes.HasMarker(f.Markers, optionalMarkers...) }

func markedRequired(f *gotypes.Field) bool { return gotypes.HasMarker(f.Markers, requiredMarkers...) }
