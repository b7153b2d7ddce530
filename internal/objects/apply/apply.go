// Package apply takes the custom objects of files through a dry run against
// the CustomResourceDefinitions of other files, and reports in terms of both
// what the cluster would make of them.
//
// The answers are those of package dryrun. This package finds the CRD of each
// object and the object that it replaces, and says where in the files the cause
// of each answer stands.
package apply

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// DefaultNamespace is where kubectl puts an object that names no namespace.
const DefaultNamespace = "default"

// The values of RunOptions.Subresource.
const (
	Status = "status"
	Scale  = "scale"
)

// RunOptions say how requests are made. The zero value is how kubectl applies
// objects to a cluster that holds none.
type RunOptions struct {
	// FieldValidation says what becomes of unknown and repeated fields: Strict
	// (also if empty) refuses the object, Warn warns, Ignore is silent.
	FieldValidation string
	// PatchValidation is the same of requests for which kubectl does not say it; Warn if it
	// is empty, which is the server's own choice.
	PatchValidation string
	// Namespace is that of the requests. If it is empty, objects are sent to
	// their own, or to DefaultNamespace.
	Namespace string
	// Command is what is done with the objects.
	Command
	// Replicas is what a scale asks for; if it is nil, what each object asks for
	// itself.
	Replicas *int32
	// Live are the objects in the cluster: one that is there is updated. If it is
	// nil, a status or scale is written to the object itself, as if it had been
	// stored before.
	Live *Live
	// StoredBy are the CRDs as they were when the live objects were stored; those
	// of today stand in for what is missing.
	StoredBy *CRDs
	// IgnoreMissing lets objects pass that have no CRD.
	IgnoreMissing bool
	// NeedResourceVersion refuses an update without a resourceVersion, as the
	// server does. Without it the update is given that of the live object, as
	// kubectl does.
	NeedResourceVersion bool
	// Most is how many findings of one rule about one object are listed; the others are
	// only counted, in a finding that stands for them. 0 is for all.
	Most int
	// ShowOwners leaves metadata.managedFields in the objects of results.
	ShowOwners bool
	// Origins, unless nil, finds the Go code that CRDs come from.
	Origins *origin.Finder
	// Row fills in Result.Row; Wide has it hold the columns of lower priority.
	Row, Wide bool
	// Context ends the evaluation of rules when it is done; what is reported then
	// is worth nothing. Nil stands for one that is never done.
	Context context.Context
}

// Runner makes dry runs. It is safe for concurrent use.
type Runner struct {
	crds *CRDs
	opts RunOptions
	// asked are the versions that were asked for, if there are several, and others are
	// runners for those but the newest.
	asked  []kube.Version
	others []*Runner
	// sequence is set if objects are sent one after the other to one cluster.
	sequence *sequence
	// seen is called with each result of a file as soon as it is there.
	seen func(*report.Result)
	// begin is told of each document before it is sent; nil if nobody asks.
	begin func(file string, line int)
}

// New returns a Runner against CRDs, to which no more may be added.
func New(crds *CRDs, opts RunOptions) *Runner { return &Runner{crds: crds, opts: opts} }

// Seen returns the Runner with a function that is called with each result of a file as soon as
// it is there: it may take out of it what is not needed any more, for a file may have a
// hundred thousand objects.
func (r *Runner) Seen(seen func(*report.Result)) *Runner {
	with := *r
	with.seen = seen
	return &with
}

// Beginning returns the runner with a function that is told of each document before it is sent.
func (r *Runner) Beginning(begin func(file string, line int)) *Runner {
	with := *r
	with.begin = begin
	return &with
}

// File sends every custom object of a file.
func (r *Runner) File(f *source.File) FileReport { return r.file(f, nil) }

func (r *Runner) file(f *source.File, search *search) FileReport {
	out := FileReport{Summary: report.Summary{Files: 1}}
	from := source.RenderedFrom(f)
	for i := range f.Problems {
		out.Findings = append(out.Findings, report.Of(f.Name, &f.Problems[i]))
	}
	for i, doc := range f.Documents {
		if r.begin != nil {
			r.begin(f.Name, doc.Line())
		}
		apiVersion, kind := doc.TypeMeta()
		group, _ := splitAPIVersion(apiVersion)
		d := r.crds.find(group, kind)
		switch {
		case doc.MeantAsCRD() && r.sequence != nil:
			result, err := r.upgrade(doc)
			if err != nil {
				out.Summary.Untried++
				out.Findings = append(out.Findings, untried(doc, source.CRDKind, err))
				continue
			}
			out.Findings = append(out.Findings, replacedByMerge(doc)...)
			nameTemplates(&from, f, result.Findings)
			count(&out.Summary, result)
			r.add(&out, result, len(f.Documents)-1-i)
		case doc.MeantAsCRD():
			out.Summary.CRDs++
		case apiVersion == "" && kind == "":
			out.Summary.Other++
		case d == nil && apiVersion != "" && BuiltIn(group, kind):
			out.Summary.BuiltIn++
		case d == nil && search != nil && doc.IsXRD():
			search.pass(files.XRD)
		case d == nil && search != nil && search.isTemplate(apiVersion, kind):
			search.pass(files.Placeholder)
		case d == nil && search != nil && r.isNone(doc, group, kind):
			out.Summary.Other++
		case d == nil:
			out.Summary.WithoutCRD++
			if !r.opts.IgnoreMissing {
				out.Findings = append(out.Findings, r.missing(doc, apiVersion, kind))
			}
		default:
			result, err := r.object(doc, d, (*request).load)
			if err != nil {
				out.Summary.Untried++
				out.Findings = append(out.Findings, untried(doc, kind, err))
				continue
			}
			if search != nil && search.sift(doc, result) {
				continue
			}
			if len(r.others) > 0 {
				r.askOthers(doc, result)
			}
			if result.Verdict == report.Refused && result.APIServer.Code == http.StatusUnprocessableEntity {
				result.Webhooks = r.crds.webhooks.of(d)
			}
			if result.APIServer.Accepted || r.sequence != nil {
				out.Findings = append(out.Findings, separators(doc)...)
			}
			out.Findings = append(out.Findings, replacedByMerge(doc)...)
			nameTemplates(&from, f, result.Findings)
			count(&out.Summary, result)
			r.add(&out, result, len(f.Documents)-1-i)
		}
	}
	slices.SortStableFunc(out.Findings, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	countAll(&out.Summary, out.Findings)
	nameTemplates(&from, f, out.Findings)
	return out
}

// nameTemplates notes in findings which templates of Helm their documents were rendered from.
func nameTemplates(from *source.Rendered, f *source.File, list []report.Finding) {
	for i := range list {
		if list[i].File == f.Name {
			list[i].Source = from.At(list[i].Line)
		}
	}
}

// add adds a result, behind which there may be so many more.
func (r *Runner) add(out *FileReport, result *report.Result, more int) {
	if r.seen != nil {
		r.seen(result)
	}
	if out.Results == nil {
		out.Results = make([]report.Result, 0, 1+more) // they are large
	}
	out.Results = append(out.Results, *result)
}

// untried returns the finding about an object that cannot be tried.
func untried(doc *source.Document, kind string, err error) report.Finding {
	help := ""
	var comment *stepError
	if errors.As(err, &comment) {
		f := about(doc, code.Untried, kindPath, comment.Error(), "")
		f.SetPos(finding.Pos{Line: comment.line, Column: 1})
		return f
	}
	var refused *RefusedError
	if errors.As(err, &refused) {
		help = "fix the CRD; to check the object anyway, add --ignore-crd-errors"
		if refused.Errors > 1 {
			help = fmt.Sprintf("the CRD has %d errors, shown by: crdtool lint %s; to check the object anyway, add --ignore-crd-errors", refused.Errors, refused.File)
		}
	}
	return about(doc, code.Untried, kindPath, fmt.Sprintf("%s cannot be checked: %v", kind, err), help)
}

// stopped says which rule was stopped, and why.
func (q *request) stopped(f *finding.Finding) error {
	at := q.def.doc.Line()
	if len(f.Related) > 0 {
		at = q.def.doc.LocateKey(f.Related[0].Path.Child("rule").Segments()).Line
	}
	where := "its rules"
	if f.Path != nil {
		where = "the rules of " + f.Path.Server()
	}
	return fmt.Errorf("%s cannot be evaluated: %s:%d: %s", where, q.def.doc.File.Name, at, f.Detail)
}

// object sends one object. What it replaces is for load to say.
func (r *Runner) object(doc *source.Document, d *definition, load func(*request) error) (*report.Result, error) {
	if err := d.use(r.crds); err != nil {
		return nil, err
	}
	apiVersion, kind := doc.TypeMeta()
	namespace, name := names(doc)
	out := &report.Result{Document: report.Document{
		File: doc.File.Name, Document: doc.Index, Line: doc.Line(),
		APIVersion: apiVersion, Kind: kind, Name: name,
	}}
	q := request{
		Runner: r, doc: doc, def: d, strict: r.opts.FieldValidation, command: r.opts.Command,
		id: d.identity(cmp.Or(r.opts.Namespace, namespace, DefaultNamespace), name),
	}
	q.object = dryrun.FromDocument(doc)
	_, q.version = splitAPIVersion(apiVersion)
	if err := load(&q); err != nil {
		return nil, err
	}
	out.Namespace = q.id.namespace
	answer, err := q.send()
	if err != nil {
		return nil, err
	}
	if answer.Stopped != nil {
		return nil, q.stopped(answer.Stopped)
	}
	q.report(answer, out)
	if answer.Refusal == code.StrictDecoding {
		// The server stops at unknown fields. What it would say next is no less
		// worth knowing.
		answer.Trace = nil // out has it, and it may be large
		if next := answer.Later(); next != nil {
			later := append(q.explainAll(next.Findings, next.APIServer.Causes), q.rest(next.Rest)...)
			out.Findings = slices.Grow(out.Findings, len(later))
			for _, f := range later {
				f.Later = true
				out.Findings = append(out.Findings, f)
			}
		}
	}
	slices.SortStableFunc(out.Findings, func(a, b report.Finding) int { return cmp.Compare(order(&a), order(&b)) })
	if q.object.Repeats() {
		out.Sent, _ = source.Value(doc.Root).(map[string]any)
	} else {
		out.Sent = q.object.Value()
	}
	if r.opts.Row && answer.Object != nil {
		out.Row = q.row(answer)
	}
	return out, nil
}

// order is the line of a finding; what is about the object as a whole stands
// behind all else.
func order(f *report.Finding) int {
	if f.Path == "" && !IsRule(f) {
		return math.MaxInt
	}
	return f.Line
}

// report fills in the result.
func (q *request) report(a *dryrun.Result, out *report.Result) {
	out.Operation, out.APIServer = a.Operation, a.APIServer
	out.Object, out.Stored, out.Scale = a.Object, a.Stored, a.Scale
	if !q.opts.ShowOwners {
		out.Object, out.Stored = withoutOwners(out.Object), withoutOwners(out.Stored)
	}
	if !q.stands {
		out.Live = withoutOwners(a.Old)
	}
	switch {
	case !a.APIServer.Accepted:
		out.Verdict = report.Refused
	case a.Operation == dryrun.DeleteOp && a.Object == nil:
		out.Verdict = report.Deleted
	case a.Unchanged():
		out.Verdict = report.Unchanged
	case a.APIServer.Code == http.StatusCreated:
		out.Verdict = report.Created
	default:
		out.Verdict = report.Updated
	}
	if a.Object != nil && out.Name != "" {
		metadata, _ := a.Object["metadata"].(map[string]any)
		if name, ok := metadata["name"].(string); ok {
			out.Name = name // that may have been generated
		}
	}
	out.Trace = q.trace(a)
	switch {
	case len(a.Findings) > 0:
		out.Findings = append(q.explainAll(a.Findings, a.APIServer.Causes), q.rest(a.Rest)...)
		a.Findings = nil // many are large
	case !a.APIServer.Accepted:
		out.Findings = q.explainRefusal(a)
	}
	if out.Findings == nil {
		out.Findings = []report.Finding{}
	}
}

// withoutOwners is an object as kubectl get prints it.
func withoutOwners(object map[string]any) map[string]any {
	metadata, _ := object["metadata"].(map[string]any)
	if metadata["managedFields"] == nil {
		return object
	}
	object, metadata = maps.Clone(object), maps.Clone(metadata)
	delete(metadata, "managedFields")
	object["metadata"] = metadata
	return object
}

// row is the line of kubectl get. The result has no dates, but an update keeps
// those of the live object.
func (q *request) row(a *dryrun.Result) *report.Row {
	object := a.Object
	if was, _ := a.Old["metadata"].(map[string]any); was != nil && !q.stands {
		if created, ok := was["creationTimestamp"]; ok {
			object = clone(object)
			metadata, _ := object["metadata"].(map[string]any)
			metadata = clone(metadata)
			metadata["creationTimestamp"] = created
			object["metadata"] = metadata
		}
	}
	c := q.def.columns(q.version)
	return &report.Row{
		Table:     q.def.group + "/" + q.version + " " + q.def.kind,
		Namespace: q.id.namespace,
		Header:    c.Header(q.opts.Wide), Cells: c.Row(object, q.opts.Wide),
	}
}

// count counts a result.
func count(t *report.Summary, r *report.Result) {
	t.Objects++
	switch r.Verdict {
	case report.Created:
		t.Created++
	case report.Updated:
		t.Updated++
	case report.Unchanged:
		t.Unchanged++
	case report.Deleted:
		t.Deleted++
	case report.Refused:
		t.Refused++
	}
	t.Warnings += len(r.APIServer.Warnings)
	countAll(t, r.Findings)
	for i := range r.Findings {
		if r.Findings[i].Code == report.Code(code.ApplyConflict) {
			t.Conflicts++
		}
	}
	countAll(t, r.Servers.OnOlder())
}

func countAll(t *report.Summary, found []report.Finding) {
	for i := range found {
		t.Count(&found[i])
	}
}
