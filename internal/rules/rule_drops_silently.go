package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/kube"
)

var dropsSilently = Rule{
	ID: "drops-silently", Severity: finding.Warning, Profile: Default, Topic: Install, Mends: []string{},
	Title: "a field is dropped by servers of versions that were asked for",
	Why: `A server stores only those fields of a CRD that it knows and whose feature gate is on; the others are dropped, and
the CRD installs without them. What they were to check is not checked there: a CEL rule with ` + "`optionalOldSelf`" + ` is an
ordinary transition rule before Kubernetes 1.30, and ` + "`selectableFields`" + ` select nothing before 1.31. Of fields that a
server does not know at all kubectl warns, or refuses the CRD; Helm, Argo CD and Flux mostly do neither. Ask with
` + "`--kube-versions`" + ` for the versions that you support.`,
	KubeVersions: "1.28-1.30",
	Bad: `
replicas:
  type: integer
  x-kubernetes-validations:
  - rule: self >= 1
    reason: FieldValueForbidden
  - rule: "!oldSelf.hasValue() || self >= oldSelf.value()"
    optionalOldSelf: true
`,
	Good: `
replicas:
  type: integer
  x-kubernetes-validations:
  - rule: self >= 1
    reason: FieldValueForbidden
`,
	CRD: func(p *Pass) {
		if len(p.Asked) == 1 && p.Asked[0] == kube.Latest {
			return // it uses all that crdtool knows
		}
		for _, f := range crd.VersionedFields(p.Whole) {
			p.drops(&f)
		}
	},
}

// drops reports a field if servers that were asked for drop it.
func (p *Pass) drops(field *crd.VersionedField) {
	var unknown, dropped, all []kube.Version
	for _, v := range p.Asked {
		b := v.Behaviour()
		switch field.Use(&b.Fields) {
		case kube.Unknown:
			unknown, all = append(unknown, v), append(all, v)
		case kube.Dropped:
			dropped, all = append(dropped, v), append(all, v)
		}
	}
	if len(all) == 0 {
		return
	}
	how := "is dropped silently by Kubernetes " + kube.Spans(all, p.Asked)
	switch {
	case len(dropped) == 0:
		how = "is unknown to Kubernetes " + kube.Spans(all, p.Asked) + ", and dropped there"
	case len(unknown) > 0:
		how += fmt.Sprintf(" (to %s it is unknown)", kube.Spans(unknown, p.Asked))
	}
	f := p.Report(field.Path, "%s %s: %s", field.Name(), how, field.Without)
	f.On = all
}
