package apply

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// upgrade sends a CRD that is one of the steps of a sequence. It replaces the CRD of the same kind; a refused CRD
// changes nothing. It returns an error for a request that cannot be made.
func (r *Runner) upgrade(doc *source.Document) (*report.Result, error) {
	apiVersion, kind := doc.TypeMeta()
	_, name := names(doc)
	out := &report.Result{
		Document: report.Document{
			File: doc.File.Name, Document: doc.Index, Line: doc.Line(), APIVersion: apiVersion, Kind: cmp.Or(kind, source.CRDKind), Name: name,
		},
		Operation: dryrun.Create, Verdict: report.Created, Trace: []report.Step{}, Findings: []report.Finding{},
	}
	out.APIServer.Warnings = []string{}
	d := &definition{doc: doc}
	d.serve(doc)
	there := cmp.Or(r.crds.byName[name], r.crds.byKind[d.groupKind])
	out.APIServer.Accepted, out.APIServer.Code = true, http.StatusCreated
	if there != nil {
		out.Operation, out.Verdict, out.APIServer.Code = dryrun.Update, report.Updated, http.StatusOK
		if err := there.use(r.crds); err != nil {
			return refuseCRD(out, doc, err), nil
		}
		was := *there.crd
		if was.CABundleFault() == "" || !r.crds.checker.Behaviour().Checks.CABundle {
			was.Status.Conditions = append(slices.Clone(was.Status.Conditions), crd.Condition{Type: "Established", Status: "True"})
		}
		d.replaces = &was
	}
	merge, err := r.mergeIn(d, there)
	switch {
	case err != nil:
		return nil, err
	case merge != nil:
		merge.report(merge.answer, out)
		out.Object, out.Stored, out.Live, out.Scale, out.Trace = nil, nil, nil, nil, []report.Step{}
		if !merge.answer.APIServer.Accepted {
			return out, nil
		}
	}
	if err := d.use(r.crds); err != nil {
		refuseCRD(out, doc, err)
		if merge != nil {
			var refused *RefusedError
			if errors.As(err, &refused) {
				merge.explain(out.Findings, refused.At)
			}
			merge.undo()
		}
		return out, nil
	}
	if there == nil {
		r.crds.put(d)
		return out, nil
	}
	r.crds.replace(there, d)
	return out, nil
}

// mergeIn sends a CRD as kubectl does, and sets the merged document of the definition. It returns nil for a CRD
// that no server decodes; use refuses such a CRD.
func (r *Runner) mergeIn(d, there *definition) (*crdMerge, error) {
	if !d.doc.IsCRD() {
		return nil, nil
	}
	_, flaws := r.crds.checker.Decode(d.doc)
	if slices.ContainsFunc(flaws, func(f yamldecode.Flaw) bool { return f.Kind == yamldecode.WrongType }) {
		return nil, nil
	}
	m, err := r.mergeCRD(d.doc, there)
	if err != nil || !m.answer.APIServer.Accepted {
		return m, err
	}
	if d.merged, err = m.document(); err == nil {
		d.serve(d.merged)
	}
	return m, err
}

// refuseCRD sets the result for a refused CRD, with the reason.
func refuseCRD(out *report.Result, doc *source.Document, err error) *report.Result {
	why, help := err.Error(), ""
	text, at := why, finding.Root("apiVersion")
	var refusal report.APIServer
	var refused *RefusedError
	if errors.As(err, &refused) {
		why, text, at, refusal = refused.Why, cmp.Or(refused.Text, refused.Why), refused.At, refused.Answer
		if refused.Errors > 1 {
			help = "the CRD has more errors, shown by: crdtool lint " + doc.File.Name
		}
	}
	if refusal.Code == 0 {
		answer.Refuse(&refusal, http.StatusUnprocessableEntity, why)
	}
	refusal.Warnings = out.APIServer.Warnings
	out.Verdict, out.APIServer = report.Refused, refusal
	out.Findings = append(out.Findings, about(doc, code.Refused, at, text, help))
	return out
}
