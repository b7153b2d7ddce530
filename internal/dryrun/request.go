package dryrun

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/answer"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/findinglimit"
	"github.com/crdtool/crdtool/internal/ownership"
	"github.com/crdtool/crdtool/report"
)

// The operations.
const (
	Create       report.Operation = "create"
	Update       report.Operation = "update"
	UpdateStatus report.Operation = "update-status"
	UpdateScale  report.Operation = "scale"
	Patched      report.Operation = "patch"
	PatchStatus  report.Operation = "patch-status"
	Apply        report.Operation = "apply"
	ApplyStatus  report.Operation = "apply-status"
)

// The values of RequestOptions.FieldValidation, as kubectl and the server name
// them.
const (
	Strict = "Strict"
	Warn   = "Warn"
	Ignore = "Ignore"
)

// RequestOptions say how a request is made. The zero value is how kubectl makes
// it.
type RequestOptions struct {
	// FieldValidation says what becomes of unknown and repeated fields: Strict
	// (also if empty) refuses the object, Warn warns, Ignore is silent.
	FieldValidation string
	// Version is the version in the URL; the object's own if it is empty.
	Version string
	// Namespace is the one in the URL; if it is empty, that of the old object,
	// the object's own, or "default". Resources without namespaces need none.
	Namespace string
	// Context ends the evaluation of rules when it is done; the answer is then
	// worth nothing. Nil stands for one that is never done.
	Context context.Context
	// FillResourceVersion gives an update without a resourceVersion that of the
	// old object, as kubectl does: a file in a repository has none. The server
	// itself refuses such an update.
	FillResourceVersion bool
	// Manager is the field manager; the server takes the name of the client if it is
	// empty, except for one that applies.
	Manager string
	// Owners has metadata.managedFields kept. Without it they stay as they are in the old
	// object, and show nowhere in the result; one that applies keeps them always.
	Owners bool
	// OwnersLater leaves the managedFields of a new object to Result.Owned, where they are all
	// that it would have beside what it has.
	OwnersLater bool
	// Now is the time of the request, for metadata.managedFields.
	Now time.Time
	// Most is how many findings of one code, and entries of the trace of one kind, are
	// kept; 0 for all.
	Most int
	// NoTrace leaves Result.Trace empty, which may be much larger than the object.
	NoTrace bool
	// FirstRule ends the evaluation of CEL rules at the first that the object fails, for those
	// who ask whether it is refused and not why.
	FirstRule bool
	// VerdictAlone leaves the objects in the Result empty.
	VerdictAlone bool
	// NotKept leaves Result.Kept empty, which is as large as the object.
	NotKept bool
	// Without drops findings about the object as it is validated; nil drops none.
	Without func(object map[string]any, f *finding.Finding) bool
}

// Result is what there is to say about a request.
type Result struct {
	Operation report.Operation
	// APIServer is the answer of kube-apiserver. Causes are in the order of the
	// object's file.
	APIServer answer.APIServer
	// Object is the object that the server returns, at the version of the
	// request, without uid and creationTimestamp, and without managedFields unless
	// the request keeps them; nil if it was refused. Names that the server generates
	// end in "xxxxx".
	Object map[string]any
	// Stored is the object as it stands in the store, at the storage version. It may be Object.
	Stored map[string]any
	// Kept is Stored with what is left out of it, for a later request; nil for a request
	// that asks for that.
	Kept map[string]any
	// Owned returns Kept with its managedFields, whatever has changed in its metadata that nobody
	// owns; nil if Kept has them, or none are asked for.
	Owned func(kept map[string]any) map[string]any
	// Scale is the autoscaling/v1 Scale that the server returns from the scale
	// subresource.
	Scale map[string]any
	// Old is the old object as the request sees it: at its version, with today's
	// defaults. It is nil on create.
	Old map[string]any
	// Refusal is why a request is refused for which there are no findings, and
	// Behind what its words are made of.
	Refusal finding.Code
	Behind  finding.Facts
	// Conflicts and Flaws are why what is applied server-side is refused: fields that
	// others own, and what the types of the CRD do not take.
	Conflicts []Conflict
	Flaws     *ownership.Flaws
	// Stopped is set if a bound of ours ended the evaluation of rules, of which the
	// server knows nothing; the answer is then worth nothing.
	Stopped *finding.Finding
	// Findings are the errors, in the order of the object's file and with their
	// places in it.
	Findings finding.List
	// Rest is what was found beside Findings and only counted.
	Rest []findinglimit.Rest
	// Trace is what happened on the way, in the pipeline's order.
	Trace []Entry
	// later is Later.
	later func() *Result
}

// Later is what the server would say of an object, refused for unknown and repeated fields,
// if it were not refused for those, and nil of any other. The object is what was read already.
// It has the findings, and no objects, no trace and no warnings of what was read. It may be
// called once.
func (r *Result) Later() *Result {
	later := r.later
	if later == nil {
		return nil
	}
	r.later = nil // it holds both objects
	return later()
}

// Unchanged reports whether an update would change nothing that is stored.
func (r *Result) Unchanged() bool {
	return r.Old != nil && r.APIServer.Accepted && sameObject(r.Old, r.Object)
}

// request is a request on its way through the pipeline.
type request struct {
	resource  *Resource
	op        report.Operation
	sent      Object
	ctx       context.Context
	strict    string // the field validation
	version   string // in the URL
	namespace string // in the URL
	name      string // in the URL
	// fillVersion is RequestOptions.FillResourceVersion.
	fillVersion bool
	// noVersion says that the resourceVersion is made up.
	noVersion bool
	manager   string
	owners    bool
	now       time.Time
	without   func(map[string]any, *finding.Finding) bool
	// firstRule is RequestOptions.FirstRule.
	firstRule bool
	// alone is RequestOptions.VerdictAlone.
	alone bool
	// notKept is RequestOptions.NotKept.
	notKept bool

	v        *served
	obj, old map[string]any
	found    finding.List
	most     int // RequestOptions.Most
	warnings answer.Warnings
	trace    trace
	out      Result

	// goOn is the rest of the request behind reading the object, and wasRead says that it was
	// read and is refused for its unknown and repeated fields alone.
	goOn    func(*request)
	wasRead bool

	correlated *common.CorrelatedObject
	// ownLate says that who owns the fields of a new object is worked out when it is not refused.
	ownLate bool
	// ownersLater is RequestOptions.OwnersLater.
	ownersLater bool
	// settled says that the object is as the store has it.
	settled bool
	// metadataStays says that nothing is wrong with the change of metadata.
	metadataStays bool
	// seen is what an observer is told.
	seen Observed
}

func (r *Resource) newRequest(op report.Operation, o Object, opts RequestOptions) *request {
	q := &request{
		resource: r, op: op, sent: o, ctx: opts.Context,
		strict:    cmp.Or(opts.FieldValidation, Strict),
		version:   opts.Version,
		namespace: opts.Namespace, fillVersion: opts.FillResourceVersion,
		manager: opts.Manager, owners: opts.Owners, now: opts.Now, without: opts.Without, firstRule: opts.FirstRule, alone: opts.VerdictAlone, notKept: opts.NotKept,
		ownersLater: opts.OwnersLater,
	}
	if q.ctx == nil {
		q.ctx = context.Background()
	}
	q.trace.off, q.most = opts.NoTrace, opts.Most
	q.out = Result{Operation: op, APIServer: answer.APIServer{Causes: []answer.Cause{}}}
	sent, _ := o.value.(map[string]any)
	if q.version == "" {
		apiVersion, _ := sent["apiVersion"].(string)
		if gv, err := apischema.ParseGroupVersion(apiVersion); err == nil {
			q.version = gv.Version
		}
	}
	if !r.namespaced {
		q.namespace = ""
	} else if q.namespace == "" && op == Create {
		namespace, _, _ := unstructured.NestedString(sent, "metadata", "namespace")
		q.namespace = cmp.Or(namespace, "default")
	}
	q.v = r.versions[q.version]
	return q
}

// refuse answers a request that the server refuses before it validates anything.
func (q *request) refuse(c finding.Code, status int, message string) {
	q.out.Refusal = c
	q.out.APIServer.Refuse(status, message)
}

// refuseFor is refuse with the resource, or the kind, in the details of the answer.
func (q *request) refuseFor(c finding.Code, status int, reason metav1.StatusReason, kind, name, message string) {
	q.out.Refusal = c
	q.out.APIServer.RefuseFor(status, reason, q.resource.group, kind, name, message)
}

// loadOld reads the object that is in the cluster, which gives the request its
// URL.
func (q *request) loadOld(old Object) error {
	m := old.Value()
	if m == nil {
		return errors.New("the old object is not a JSON object")
	}
	q.name, _, _ = unstructured.NestedString(m, "metadata", "name")
	if q.resource.namespaced && q.namespace == "" {
		namespace, _, _ := unstructured.NestedString(m, "metadata", "namespace")
		q.namespace = cmp.Or(namespace, "default")
	}
	meta, _ := m["metadata"].(map[string]any)
	if _, isText := meta["namespace"].(string); old.read != nil && q.v != nil && old.readAs == q.v.name && (isText || meta["namespace"] == nil) {
		q.old = apart(old.read)
		q.place(q.old)
		return nil
	}
	m = apart(m)
	q.place(m)
	if q.v == nil {
		return nil // the request ends before anyone looks at the old object
	}
	v := q.resource.versionOf(m)
	var err error
	if v == q.v && (v == q.resource.storage || old.stored) {
		if u, ok := q.resource.shared(m, v, coercion{stored: true}); ok {
			q.old = u
			return nil
		}
		q.old, err = q.resource.fromStorage(q.resource.loose(m), v, nil)
		return err
	}
	m = runtime.DeepCopyJSON(m)
	if v != q.resource.storage && !old.stored {
		stored, err := q.resource.toStorage(m, nil)
		if err != nil {
			return err
		}
		m = stored
	}
	q.old, err = q.resource.fromStorage(m, q.v, nil)
	return err
}

// place has an object say where it is, which its file may not say.
func (q *request) place(u map[string]any) {
	meta, _ := u["metadata"].(map[string]any)
	switch {
	case meta == nil:
	case q.namespace == "":
		delete(meta, "namespace")
	case meta["namespace"] == nil || meta["namespace"] == "":
		meta["namespace"] = q.namespace
	}
}

// object is the accessor to the metadata of the object.
func (q *request) object() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: q.obj}
}

// oldObject is the accessor to the metadata of the old object.
func (q *request) oldObject() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: q.old}
}

func (q *request) add(list ...finding.Finding) {
	q.found = append(q.found, list...)
}

// result completes the answer.
func (q *request) result() *Result {
	q.out.APIServer.Warnings = q.warnings.Texts()
	q.out.Trace = q.trace.entries
	if !q.alone {
		q.out.Old = q.old
	}
	if q.noVersion {
		for _, u := range [...]map[string]any{q.out.Object, q.out.Stored, q.out.Scale, q.out.Old} {
			if meta, ok := u["metadata"].(map[string]any); ok {
				delete(meta, "resourceVersion")
			}
		}
	}
	if doc := q.sent.doc; doc != nil {
		for i := range q.out.Trace {
			e := &q.out.Trace[i]
			if _, exact := doc.Node(e.At.Segments()); exact {
				e.Line = doc.LocateKey(e.At.Segments()).Line
			}
		}
	}
	out := q.out // alone: what refers to the request keeps its objects
	if q.resource.observer != nil {
		q.observe(&out)
	}
	if q.wasRead && q.goOn != nil {
		out.later = q.passed().later
	}
	return &out
}

// passed is the request as if it were not refused for unknown and repeated fields.
func (q *request) passed() *request {
	next := *q
	if q.old != nil {
		next.old = apart(q.old) // whoever has the answer may write to its old object
	}
	next.wasRead, next.strict, next.trace, next.warnings = false, Warn, trace{off: true}, answer.Warnings{}
	next.alone = true
	if !hasOwners(q.obj) && !hasOwners(q.old) {
		next.owners = false // nobody sees who owns what, and nothing of it is to be checked
	}
	next.out = Result{Operation: q.op, APIServer: answer.APIServer{Causes: []answer.Cause{}}}
	return &next
}

func (q *request) later() *Result {
	q.goOn(q)
	return q.result()
}

// sorted puts findings in the order of the file, and what stands at the root,
// such as that rules were not checked, behind all else. Without a file they are
// sorted by path.
func (q *request) sorted(found finding.List) finding.List {
	doc := q.sent.doc
	if doc == nil && len(found) < 2 {
		return found
	}
	if doc != nil {
		var way []finding.Segment
		for i := range found {
			way = place(&found[i]).AppendSegments(way[:0])
			found[i].Pos = doc.Locate(way)
		}
	}
	if doc != nil && inPlace(found) {
		return found
	}
	// Findings are large, and their paths take time to print.
	type key struct {
		*finding.Finding
		place, path string
	}
	keys := make([]key, len(found))
	for i := range found {
		keys[i] = key{&found[i], place(&found[i]).Server(), found[i].Path.Server()}
	}
	slices.SortStableFunc(keys, func(a, b key) int {
		return cmp.Or(
			cmp.Compare(order(a.Finding), order(b.Finding)),
			cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.place, b.place), cmp.Compare(a.path, b.path), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Detail, b.Detail))
	})
	sorted := make(finding.List, len(found))
	for i := range keys {
		sorted[i] = *keys[i].Finding
	}
	return sorted
}

// inPlace reports whether findings are in the order of the file, each at a place of
// its own. Most are: the validator goes through the object as it is written.
func inPlace(found finding.List) bool {
	for i := 1; i < len(found); i++ {
		a, b := &found[i-1], &found[i]
		if c := cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column)); c >= 0 {
			return false
		}
	}
	return true
}

// place is where a finding is shown: some that the server reports at the root
// are about a value below it.
func place(f *finding.Finding) *finding.Path {
	if f.Code.Rule() == string(code.Value) && f.Path == nil && len(f.Related) > 0 {
		return f.Related[0].Path
	}
	return f.Path
}

// order is 1 for what is about the object as a whole.
func order(f *finding.Finding) int {
	if place(f) == nil {
		return 1
	}
	return 0
}
