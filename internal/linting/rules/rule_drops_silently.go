package rules

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

var dropsSilently = Rule{
	ID: "drops-silently", Severity: finding.Warning, Profile: Default, Topic: Install, Keywords: []string{},
	Title: "a field is dropped by servers of versions that were asked for",
	Why: `A server stores only those fields of a CRD that it knows and whose feature gate is on; the others are dropped, and
the CRD installs without them: objects cannot be selected by ` + "`selectableFields`" + ` before Kubernetes 1.31, and a CEL rule
with ` + "`optionalOldSelf`" + ` is an ordinary transition rule before 1.30. Of fields that a
server does not know at all kubectl warns, or refuses the CRD; Helm, Argo CD and Flux mostly do neither. Ask with
` + "`--kube-versions`" + ` for the versions that you support.`,
	KubeVersions: "1.29-",
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              mode: {type: string}
-   selectableFields:
-   - jsonPath: .spec.mode
`,
	CRD: func(p *Pass) {
		if len(p.Asked) == 1 && p.Asked[0] == kube.Latest {
			return // the latest version uses all known fields
		}
		kept := p.keptFields()
		whole, _ := crd.Decode(p.Doc)
		for _, f := range crd.VersionedFields(whole) {
			p.drops(&f, kept[f.Name()])
		}
	},
}

// keptFields returns the names of the fields that servers keep in an update because the stored CRD has them.
func (p *Pass) keptFields() map[string]bool {
	kept := map[string]bool{}
	if p.Old != nil && crd.IsStored(p.Old) {
		for _, f := range crd.VersionedFields(p.Old) {
			kept[f.Name()] = true
		}
	}
	return kept
}

// drops reports a field that servers of the asked versions drop. A server that knows the field keeps it if the
// stored CRD has it.
func (p *Pass) drops(field *crd.VersionedField, kept bool) {
	var on []int
	unknown := true
	for _, v := range p.Asked {
		b := behaviour.Of(v)
		if use := b.Fields.Of(field.Name()); use == behaviour.Unknown || use == behaviour.Dropped && !kept {
			on, unknown = append(on, v.Minor), unknown && use == behaviour.Unknown
		}
	}
	if len(on) == 0 || unknown && p.ReportsUnknown {
		return // unknown-field reports it
	}
	why := "is dropped silently"
	if unknown {
		why = "is unknown, and dropped"
	}
	p.Report(field.Path, "%s %s: %s", field.Name(), why, field.Without).OnMinors = on
}
