package report

import (
	"cmp"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/kube"
)

// Of returns a check's finding about a file, and the places that are related to
// it in there. What a finding.Finding does not know is left empty: the CRD and its
// version, and the edits of a fix.
func Of(file string, f *finding.Finding) Finding {
	out := Finding{
		Rule: f.Code.Rule(), Code: Code(f.Code), Severity: f.Severity, Breaking: f.Breaking, Message: f.Message, Help: f.Help,
		File: file, Path: f.Path.File(), Witness: f.Witness, lasting: f.Lasting,
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
		out.lasting = cmp.Or(out.lasting, out.Message)
		out.Message += " (Kubernetes " + kube.Spans(on) + ")"
	}
	for i := range f.Related {
		out.Related = append(out.Related, relatedOf(file, &f.Related[i]))
	}
	return out
}

func relatedOf(file string, r *finding.Related) Related {
	file = cmp.Or(r.File, file)
	return Related{
		Message: r.Message, File: file, Path: r.Path.File(),
		Line: r.Pos.Line, Column: r.Pos.Column, EndLine: r.Pos.EndLine, EndColumn: r.Pos.EndColumn,
	}
}
