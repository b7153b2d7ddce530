package render

import (
	"io"

	"github.com/crdtool/crdtool/internal/answer"
	"github.com/crdtool/crdtool/internal/apply"
)

// AppliedJSON writes a report as one object, as
// docs/apply-dry-output.schema.json describes it: lists are never null, and
// nothing is escaped that JSON does not ask for.
func AppliedJSON(w io.Writer, r *apply.Report) error {
	out := *r
	out.SchemaVersion = apply.SchemaVersion
	out.Results = append([]apply.Result{}, r.Results...)
	for i := range out.Results {
		o := &out.Results[i]
		if o.APIServer.Causes == nil {
			o.APIServer.Causes = []answer.Cause{}
		}
		if o.APIServer.Warnings == nil {
			o.APIServer.Warnings = []string{}
		}
		if o.Trace == nil {
			o.Trace = []apply.Step{}
		}
		if o.Findings == nil {
			o.Findings = []apply.Finding{}
		}
	}
	if out.Findings == nil {
		out.Findings = []apply.Finding{}
	}
	return encode(w, &out)
}
