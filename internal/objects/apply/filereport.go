package apply

import (
	"math"
	"strings"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// A FileReport is the outcome of one file.
type FileReport struct {
	// Results are in the order of the file.
	Results []report.Result
	// Findings are about documents without a result, sorted by position.
	Findings []report.Finding
	Summary  report.Summary
	// Missing are the kinds of the objects without a CRD, with repetitions.
	Missing []MissingKind
}

// A MissingKind is the kind of an object without a CRD.
type MissingKind struct {
	Group, Kind string
	// Message is that of the finding about it.
	Message string
}

// Whole returns the report in the form that all commands share. Its documents are the objects. Its findings are
// those of the objects, the server's warnings, and those without an object, in the order of the file.
func (r *FileReport) Whole() report.Report {
	out := report.Report{Summary: r.Summary}
	out.Documents, out.Findings = make([]report.Document, 0, len(r.Results)), []report.Finding{}
	rest := r.Findings
	before := func(line int) {
		for len(rest) > 0 && rest[0].Line < line {
			out.Findings, rest = append(out.Findings, rest[0]), rest[1:]
		}
	}
	for i := range r.Results {
		o := &r.Results[i]
		before(o.Line)
		out.Documents = append(out.Documents, o.Document)
		title := o.Title()
		for _, list := range [...][]report.Finding{o.Findings, warnings(o), o.Servers.OnOlder()} {
			for j := range list {
				out.Findings = append(out.Findings, list[j])
				out.Findings[len(out.Findings)-1].Object = title
			}
		}
	}
	before(math.MaxInt)
	return out
}

// warnings returns the server's warnings as findings. A warning about a pruned field has the line of the field;
// others have the line of the object.
func warnings(r *report.Result) []report.Finding {
	var found []report.Finding
	for _, text := range r.APIServer.Warnings {
		f := report.Finding{
			Rule: code.ObjectWarning.Rule(), Code: report.Code(code.ObjectWarning), Severity: finding.Warning, Message: text, File: r.File, Line: r.Line,
			ServerMessage: text,
		}
		for i := range r.Trace {
			s := &r.Trace[i]
			if s.Action == dryrun.Pruned && s.Line > 0 && strings.HasSuffix(text, `unknown field "`+s.ServerPath+`"`) {
				f.Rule, f.Code, f.Line, f.Path, f.Message = code.UnknownField.Rule(), report.Code(code.UnknownField), s.Line, s.Path, s.Reason
				break
			}
		}
		found = append(found, f)
	}
	return found
}
