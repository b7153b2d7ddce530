package apply

import (
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/report"
)

// rest has a finding for each code of which not all were kept.
func (q *request) rest(all []findinglimit.Rest) []report.Finding {
	var out []report.Finding
	for i := range all {
		f := about(q.doc, all[i].Code, nil, all[i].Severity, all[i].Message("object"), "")
		f.CRD, f.Version, f.More = q.def.crd.Metadata.Name, q.version, all[i].Count
		out = append(out, f)
	}
	return out
}
