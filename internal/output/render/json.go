package render

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// JSON writes a report as one object, as docs/lint-output.schema.json describes
// it: lists are never null, and nothing is escaped that JSON does not ask for.
func JSON(w io.Writer, r *report.Report) error {
	out := *r
	out.SchemaVersion = report.SchemaVersion
	out.Documents = filled(slices.Clone(r.Documents))
	for i := range out.Documents {
		out.Documents[i].APIServer = filledAnswer(out.Documents[i].APIServer)
	}
	out.Findings = filled(r.Findings)
	return encode(w, &out)
}

// encode writes a value as people can read it.
func encode(w io.Writer, v any) error { return EncodeJSON(w, v, "  ") }

// EncodeJSON writes a value with an indentation, with nothing escaped that JSON and terminals do not ask for.
func EncodeJSON(w io.Writer, v any, indent string) error {
	return safetext.Write(w, safetext.JSON, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", indent)
		return e.Encode(v)
	})
}
