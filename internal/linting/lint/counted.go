package lint

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/report"
)

// ofCRD is what the findings are about.
const ofCRD = "CRD"

// theRest returns a finding for each code that has more findings than are listed, at the start of
// the CRD.
func theRest(doc *source.Document, c *crd.CustomResourceDefinition, rests []findinglimit.Rest) []draft {
	var out []draft
	for _, rest := range rests {
		f := finding.Finding{Code: rest.Code, Severity: rest.Severity, Breaking: rest.Breaking, Message: rest.Message(ofCRD), Lasting: findinglimit.Lasting(ofCRD), Pos: doc.Locate(nil)}
		of := report.Of(doc.File.Name, &f)
		d := draft{Finding: &of}
		d.CRD, d.More = strings.Clone(c.Metadata.Name), rest.Count
		out = append(out, d)
	}
	return out
}
