package crd

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/kube"
)

// RefusedAlone reports that the server refuses the CRD also where it replaces none, as far
// as that follows from the answer about an update: of schemas it forgives in an update what
// it does not on create, and never the other way around. It is false where a check has to
// tell.
func (a *Answer) RefusedAlone() bool {
	if a.Server.Fields.OptionalOldSelf == kube.Dropped {
		return false // what the old CRD has is kept in an update, and may be refused
	}
	return slices.ContainsFunc(a.Findings, func(f finding.Finding) bool { return inSchema(f.Path) })
}

// inSchema reports whether a path leads into the schema of a version.
func inSchema(p *finding.Path) bool {
	s := p.Segments()
	return len(s) > 3 && s[0].Name == "spec" && s[1].Name == "versions" && s[3].Name == "schema"
}
