package finding

import (
	"cmp"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// Report returns the form that a finding about a file has in a report. What a Finding does not know is left empty: the
// CRD and its version, and the edits of a fix.
func (f *Finding) Report(file string) report.Finding {
	out := report.Finding{
		Rule: f.Code.Rule(), Code: report.Code(f.Code), Severity: f.Severity, Breaking: f.Breaking, Message: f.Message, Help: f.Help,
		File: file, Path: f.Path.File(), Witness: f.Witness, Lasting: f.Lasting,
	}
	out.SetPos(f.Pos)
	switch {
	case f.Type != "":
		out.ServerPath, out.ServerMessage = f.Path.Server(), f.ServerMessage()
	case f.Detail != "":
		out.ServerMessage = f.Detail
	}
	if out.Message == "" {
		out.Message = out.ServerMessage
	}
	if len(f.OnMinors) > 0 {
		var on []kube.Version
		for _, minor := range f.OnMinors {
			v := kube.Version{Minor: minor}
			on, out.KubeVersions = append(on, v), append(out.KubeVersions, v.String())
		}
		out.Lasting = cmp.Or(out.Lasting, out.Message)
		out.Message += " (Kubernetes " + kube.Spans(on) + ")"
	}
	for i := range f.Related {
		out.Related = append(out.Related, relatedOf(file, &f.Related[i]))
	}
	return out
}

// Reports returns the forms of findings in a report about no file.
func (l List) Reports() []report.Finding {
	var out []report.Finding
	for i := range l {
		out = append(out, l[i].Report(""))
	}
	return out
}

func relatedOf(file string, r *Related) report.Related {
	file = cmp.Or(r.File, file)
	return report.Related{
		Message: r.Message, File: file, Path: r.Path.File(),
		Line: r.Pos.Line, Column: r.Pos.Column, EndLine: r.Pos.EndLine, EndColumn: r.Pos.EndColumn,
	}
}
