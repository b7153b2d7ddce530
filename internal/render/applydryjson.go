package render

import (
	"io"

	"github.com/crdtool/crdtool/answer"
	"github.com/crdtool/crdtool/applydry"
)

// AppliedJSON writes a report as one object, as
// docs/apply-dry-output.schema.json describes it: lists are never null, and
// nothing is escaped that JSON does not ask for.
func AppliedJSON(w io.Writer, r *applydry.Report) error {
	out := *r
	out.SchemaVersion = applydry.SchemaVersion
	out.Results = append([]applydry.Result{}, r.Results...)
	for i := range out.Results {
		o := &out.Results[i]
		if o.APIServer.Causes == nil {
			o.APIServer.Causes = []answer.Cause{}
		}
		if o.APIServer.Warnings == nil {
			o.APIServer.Warnings = []string{}
		}
		if o.Trace == nil {
			o.Trace = []applydry.Step{}
		}
		if o.Findings == nil {
			o.Findings = []applydry.Finding{}
		}
	}
	if out.Findings == nil {
		out.Findings = []applydry.Finding{}
	}
	return encode(w, &out)
}
