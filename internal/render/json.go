package render

import (
	"encoding/json"
	"io"

	"github.com/crdtool/crdtool/internal/answer"
	"github.com/crdtool/crdtool/lint"
)

// JSON writes a report as one object, as docs/lint-output.schema.json describes
// it: lists are never null, and nothing is escaped that JSON does not ask for.
func JSON(w io.Writer, r *lint.Report) error {
	out := *r
	out.SchemaVersion = lint.SchemaVersion
	out.Documents = append([]lint.Document{}, r.Documents...)
	for i := range out.Documents {
		a := &out.Documents[i].APIServer
		if a.Causes == nil {
			a.Causes = []answer.Cause{}
		}
		if a.Warnings == nil {
			a.Warnings = []string{}
		}
	}
	if out.Findings == nil {
		out.Findings = []lint.Finding{}
	}
	return encode(w, &out)
}

// encode writes a value as people can read it, and with nothing escaped that JSON
// does not ask for.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
