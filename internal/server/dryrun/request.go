package dryrun

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// request holds the state of a request in the pipeline.
type request struct {
	resource *Resource
	op       report.Operation
	opts     RequestOptions
	sent     Object

	// version, namespace and name are the values in the URL.
	version, namespace, name string

	v        *served
	obj, old map[string]any
	found    finding.List
	warnings answer.Warnings
	trace    trace
	out      Result
	// repeat makes the same request with other options, for Result.Later.
	repeat func(RequestOptions) (*Result, error)

	// hasStandInVersion is set if neither file has a resourceVersion, so that the objects got one that the result must
	// not show.
	hasStandInVersion bool
	correlated        *common.CorrelatedObject
	// metadataStays reports that the change of metadata is valid.
	metadataStays bool
	observed      Observed
}

func (r *Resource) newRequest(op report.Operation, o Object, opts RequestOptions) *request {
	opts.FieldValidation = cmp.Or(opts.FieldValidation, Strict)
	if opts.Context == nil {
		opts.Context = context.Background()
	}
	q := &request{resource: r, op: op, opts: opts, sent: o, version: opts.Version, namespace: opts.Namespace}
	q.trace.off = opts.NoTrace
	q.out = Result{Operation: op, APIServer: answer.APIServer{Causes: []answer.Cause{}}}
	sent := o.Value()
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

// refuse sets the answer to a request that the server refuses before validation.
func (q *request) refuse(c finding.Code, status int, message string) {
	q.out.Refusal = c
	answer.Refuse(&q.out.APIServer, status, message)
}

// refuseFor refuses with a reason that clients can tell apart, and with the object in the details of the answer.
func (q *request) refuseFor(c finding.Code, reason metav1.StatusReason, of metav1.StatusDetails, message string) {
	q.out.Refusal = c
	answer.RefuseFor(&q.out.APIServer, statusOf[reason], reason, of, message)
}

// statusOf maps the reasons of refuseFor to HTTP statuses.
var statusOf = map[metav1.StatusReason]int{
	metav1.StatusReasonNotFound:         http.StatusNotFound,
	metav1.StatusReasonConflict:         http.StatusConflict,
	metav1.StatusReasonMethodNotAllowed: http.StatusMethodNotAllowed,
	metav1.StatusReasonForbidden:        http.StatusForbidden,
}

// byResource returns the details of an answer that names the resource, byKind those of one that names the kind.
func (q *request) byResource(name string) metav1.StatusDetails {
	return metav1.StatusDetails{Group: q.resource.group, Kind: q.resource.plural, Name: name}
}

func (q *request) byKind(name string) metav1.StatusDetails {
	return metav1.StatusDetails{Group: q.resource.group, Kind: q.resource.kind, Name: name}
}

// loadOld decodes the object in the cluster, and sets name and namespace of the URL from it.
func (q *request) loadOld(old Object) error {
	u, ok := old.copy()
	if !ok {
		return errors.New("the old object is not a JSON object")
	}
	q.name, _, _ = unstructured.NestedString(u, "metadata", "name")
	if q.resource.namespaced && q.namespace == "" {
		namespace, _, _ := unstructured.NestedString(u, "metadata", "namespace")
		q.namespace = cmp.Or(namespace, "default")
	}
	q.place(u)
	if q.v == nil {
		return nil // serve refuses the request
	}
	var err error
	if !old.stored && q.resource.versionOf(u) != q.resource.storage {
		if u, err = q.resource.toStorage(u, nil); err != nil {
			return err
		}
	}
	q.old, err = q.resource.fromStorage(u, q.v, nil)
	return err
}

// place sets the namespace of an object, which its file may omit.
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

// object returns an accessor to the metadata of the new object.
func (q *request) object() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: q.obj}
}

// oldObject returns an accessor to the metadata of the old object.
func (q *request) oldObject() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: q.old}
}

// add appends findings, except those that the request ignores.
func (q *request) add(list ...finding.Finding) {
	for i := range list {
		if q.opts.IgnoreFinding == nil || !q.opts.IgnoreFinding(q.obj, &list[i]) {
			q.found = append(q.found, list[i])
		}
	}
}

// result completes the answer and returns it.
func (q *request) result() *Result {
	q.out.APIServer.Warnings = q.warnings.Texts()
	q.out.Trace = q.trace.entries
	q.out.Old = q.old
	if q.hasStandInVersion {
		for _, u := range [...]map[string]any{q.out.Object, q.out.Stored, q.out.Scale, q.out.Old} {
			if meta, ok := u["metadata"].(map[string]any); ok {
				delete(meta, "resourceVersion")
			}
		}
	}
	q.setTraceLines()
	out := q.out // a copy: the request holds more than its result
	if q.resource.observer != nil {
		q.observe(&out)
	}
	if out.Refusal == code.StrictDecoding && q.repeat != nil {
		opts := q.opts
		opts.FieldValidation, opts.NoTrace = Warn, true
		repeat := q.repeat
		out.later = func() *Result {
			later, err := repeat(opts)
			if err != nil {
				return nil // no error, as the first request had none
			}
			return later
		}
	}
	return &out
}

// setTraceLines sets the lines of the trace in the file of the object.
func (q *request) setTraceLines() {
	doc := q.sent.doc
	if doc == nil {
		return
	}
	for i := range q.out.Trace {
		e := &q.out.Trace[i]
		if _, exact := doc.Node(e.At.Segments()); exact {
			e.Line = doc.LocateKey(e.At.Segments()).Line
		}
	}
}
