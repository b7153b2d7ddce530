package crd

import (
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// RefusedAlone reports whether the server certainly refuses the CRD on create, given its answer to an update. This
// holds for errors in schemas: an update forgives errors that a create does not, never the reverse. If it is false,
// only a check of the CRD alone can tell.
func (a *Answer) RefusedAlone() bool {
	if a.Server.Fields.OptionalOldSelf == behaviour.Dropped {
		return false // an update keeps a field that the old CRD has, and may be refused for it
	}
	return slices.ContainsFunc(a.Findings, func(f finding.Finding) bool { return inSchema(f.Path) })
}

// inSchema reports whether a path leads into the schema of a version.
func inSchema(p *finding.Path) bool {
	s := p.Segments()
	return len(s) > 3 && s[0].Name == "spec" && s[1].Name == "versions" && s[3].Name == "schema"
}
