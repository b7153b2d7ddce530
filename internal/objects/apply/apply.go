// Package apply takes the custom objects of files through a dry run against the CustomResourceDefinitions of other
// files.
// Package dryrun answers. This package finds the CRD and the live object of each object, and places each finding
// in the files.
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

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// DefaultNamespace is the namespace to which kubectl sends an object without a namespace.
const DefaultNamespace = "default"

// The values of RunOptions.Subresource.
const (
	Status = "status"
	Scale  = "scale"
)

// RunOptions are the options of a Runner. The zero value stands for kubectl apply in a cluster without objects.
type RunOptions struct {
	// FieldValidation is the treatment of unknown and repeated fields: Strict (also if empty) refuses the object, Warn
	// warns, Ignore is silent.
	FieldValidation string
	// PatchValidation is the field validation of requests for which kubectl sets none; if empty, Warn, the server's
	// default.
	PatchValidation string
	// Namespace is the namespace of the requests. If it is empty, each object is sent to its own namespace or to
	// DefaultNamespace.
	Namespace string
	// Command is the command of kubectl that sends the objects.
	Command
	// Replicas is the number of replicas that a scale request sets; if nil, the number in the object.
	Replicas *int32
	// Live are the objects in the cluster; a live object is updated. If Live is nil, a request for status or scale
	// takes the object itself as the live object.
	Live *Live
	// StoredBy are the CRDs under which the live objects were stored. A kind without such a CRD has its CRD of today.
	StoredBy *CRDs
	// SkipBuiltIn skips objects of Kubernetes' own kinds; otherwise their fields are checked.
	SkipBuiltIn bool
	// IgnoreMissing accepts objects without a CRD.
	IgnoreMissing bool
	// NeedResourceVersion refuses an update without a resourceVersion, as the server does. Without it, an update gets
	// the resourceVersion of the live object, as from kubectl.
	NeedResourceVersion bool
	// Most is the number of findings of one code that are listed for an object; one more finding counts the others. 0
	// lists all.
	Most int
	// ShowOwners keeps metadata.managedFields in the objects of results.
	ShowOwners bool
	// Origins finds the Go code that CRDs are generated from; it may be nil.
	Origins *origin.Finder
	// Row fills in Result.Row; Wide adds the columns of lower priority to it.
	Row, Wide bool
	// Context stops the evaluation of rules when it is done; the results are then invalid. Nil is context.Background.
	Context context.Context
}

// Runner makes dry runs. It is safe for concurrent use.
type Runner struct {
	crds *CRDs
	opts RunOptions
	// versions are the requested versions of Kubernetes, if there are several; others are runners for all but the newest.
	versions []kube.Version
	others   []*Runner
	// sequence is the cluster that all objects are sent to, one after the other; nil if each object has its own.
	sequence *sequence
	// onResult is called with each result; it may be nil.
	onResult func(*report.Result)
	// onDocument is called before each document; it may be nil.
	onDocument func(file string, line int)
}

// New returns a Runner for CRDs. Do not add CRDs afterwards.
func New(crds *CRDs, opts RunOptions) *Runner { return &Runner{crds: crds, opts: opts} }

// Seen returns a copy of the Runner that calls a function with each result as soon as it is complete. The function
// may remove parts of the result to save memory: a file may have a hundred thousand objects.
func (r *Runner) Seen(seen func(*report.Result)) *Runner {
	with := *r
	with.onResult = seen
	return &with
}

// Beginning returns a copy of the Runner that calls a function before each document.
func (r *Runner) Beginning(begin func(file string, line int)) *Runner {
	with := *r
	with.onDocument = begin
	return &with
}

// File sends each custom object of a file.
func (r *Runner) File(f *source.File) FileReport { return r.file(f, nil) }

func (r *Runner) file(f *source.File, search *search) FileReport {
	out := FileReport{Summary: report.Summary{Files: 1}}
	from := source.RenderedFrom(f)
	for i := range f.Problems {
		out.Findings = append(out.Findings, f.Problems[i].Report(f.Name))
	}
	for i, doc := range f.Documents {
		if r.onDocument != nil {
			r.onDocument(f.Name, doc.Line())
		}
		apiVersion, kind := doc.TypeMeta()
		group, _ := splitAPIVersion(apiVersion)
		d := r.crds.find(group, kind)
		if d == nil && doc.IsXRD() {
			d = r.crds.ofXRDs()
		}
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
			r.builtIn(&out, doc, search)
		case d == nil && search != nil && search.isTemplate(apiVersion, kind):
			search.pass(files.Placeholder)
		case d == nil && search != nil && r.isNone(doc, group, kind):
			out.Summary.Other++
		case d == nil:
			out.Summary.WithoutCRD++
			if !r.opts.IgnoreMissing {
				f := r.missing(doc, apiVersion, kind)
				out.Findings = append(out.Findings, f)
				out.Missing = append(out.Missing, MissingKind{group, kind, f.Message})
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

// nameTemplates sets Source of findings to the template of Helm from which their document was rendered.
func nameTemplates(from *source.Rendered, f *source.File, list []report.Finding) {
	for i := range list {
		if list[i].File == f.Name {
			list[i].Source = from.At(list[i].Line)
		}
	}
}

// add adds a result. more is the number of documents that follow.
func (r *Runner) add(out *FileReport, result *report.Result, more int) {
	if r.onResult != nil {
		r.onResult(result)
	}
	if out.Results == nil {
		out.Results = make([]report.Result, 0, 1+more) // they are large
	}
	out.Results = append(out.Results, *result)
}

// untried returns the finding about an object that could not be sent.
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

// stopped returns the error for a CEL rule whose evaluation was stopped.
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

// object sends one object. load finds the live object.
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
		// The server stops at unknown fields. Report its later errors too.
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

// order returns the line of a finding by which findings are sorted. Findings about the whole object come last.
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
	if !q.liveIsObject {
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
			out.Name = name // the server may have generated it
		}
	}
	out.Trace = q.trace(a)
	switch {
	case len(a.Findings) > 0:
		out.Findings = append(q.explainAll(a.Findings, a.APIServer.Causes), q.rest(a.Rest)...)
		a.Findings = nil // free memory: values of findings may be large
	case !a.APIServer.Accepted:
		out.Findings = q.explainRefusal(a)
	}
	if out.Findings == nil {
		out.Findings = []report.Finding{}
	}
}

// withoutOwners returns an object without managedFields, as kubectl get prints it.
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

// row returns the row of kubectl get. A new object has no creationTimestamp here; an updated one keeps its own.
func (q *request) row(a *dryrun.Result) *report.Row {
	object := a.Object
	if was, _ := a.Old["metadata"].(map[string]any); was != nil && !q.liveIsObject {
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

// count adds a result to a summary.
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
