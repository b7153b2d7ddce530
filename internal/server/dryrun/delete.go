package dryrun

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Deletion holds the options of a deletion.
type Deletion struct {
	// Propagation says how the garbage collector treats dependents: "", Background, Foreground or Orphan.
	Propagation metav1.DeletionPropagation
	// UID and ResourceVersion are preconditions on the object, unless empty.
	UID             types.UID
	ResourceVersion string
}

// DeleteOp is the operation of Delete.
const DeleteOp report.Operation = "delete"

// Delete answers a request to delete the object old. If the object has finalizers, it stays, and Result.Object is the
// object marked as deleted; otherwise Result.Object is nil. The error is for an old object that no server can store
// under the CRD.
//
// It mirrors Delete of k8s.io/apiserver/pkg/registry/generic/registry.
func (r *Resource) Delete(old Object, d Deletion, opts RequestOptions) (*Result, error) {
	q := r.newRequest(DeleteOp, old, opts)
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	if !q.serve() || !q.acceptsDeletion(&d) {
		return q.result(), nil
	}
	q.obj = q.oldObject().DeepCopy().Object
	if !q.meetsPreconditions(&d) {
		return q.result(), nil
	}
	u := q.object()
	finalizers := collectorsFinalizers(u.GetFinalizers(), d.Propagation)
	if len(finalizers) == 0 {
		q.out.APIServer.Accepted, q.out.APIServer.Code = true, http.StatusOK
		return q.result(), nil
	}
	u.SetFinalizers(finalizers)
	if u.GetDeletionTimestamp() == nil {
		if g := u.GetGeneration(); g > 0 {
			q.setGeneration(g + 1)
		}
		at := metav1.NewTime(q.opts.Now.UTC().Truncate(time.Second))
		u.SetDeletionTimestamp(&at)
	}
	u.SetDeletionGracePeriodSeconds(new(int64))
	q.trace.add(Metadata, SetBy, finding.Root("metadata", "deletionTimestamp"), nil, fmt.Sprintf("the object stays until its finalizers are removed: %q", finalizers))
	q.store(http.StatusOK)
	return q.result(), nil
}

// DeleteMissing answers a request to delete an object that does not exist.
func (r *Resource) DeleteMissing(name string, d Deletion, opts RequestOptions) *Result {
	q := r.newRequest(DeleteOp, Object{}, opts)
	q.name = name
	if q.serve() && q.acceptsDeletion(&d) {
		q.notFound()
	}
	return q.result()
}

func (q *request) acceptsDeletion(d *Deletion) bool {
	options := metav1.DeleteOptions{}
	if d.Propagation != "" {
		options.PropagationPolicy = &d.Propagation
	}
	return q.refuseOptions("DeleteOptions", validation.ValidateDeleteOptions(&options))
}

// meetsPreconditions checks the preconditions against the object (BeforeDelete of k8s.io/apiserver/pkg/registry/rest).
func (q *request) meetsPreconditions(d *Deletion) bool {
	u := q.object()
	if uid := u.GetUID(); d.UID != "" && uid != "" && d.UID != uid {
		q.unmet(code.UIDConflict, fmt.Sprintf("the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated", d.UID, uid))
		return false
	}
	if v := u.GetResourceVersion(); d.ResourceVersion != "" && v != "" && d.ResourceVersion != v {
		q.unmet(code.ResourceVersionConflict, fmt.Sprintf("the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified", d.ResourceVersion, v))
		return false
	}
	return true
}

// unmet refuses a request for a precondition, in which case the server names the kind instead of the resource.
func (q *request) unmet(c finding.Code, text string) {
	q.refuseFor(c, metav1.StatusReasonConflict, q.byKind(q.name),
		fmt.Sprintf("Operation cannot be fulfilled on %s %q: %s", qualified(q.resource.kind, q.resource.group), q.name, text))
}

// collectorsFinalizers returns the finalizers of an object, with those that tell the garbage collector how to treat the
// dependents.
func collectorsFinalizers(has []string, p metav1.DeletionPropagation) []string {
	orphan, foreground := p == metav1.DeletePropagationOrphan, p == metav1.DeletePropagationForeground
	if p == "" {
		// The first one in the object decides.
		for _, f := range has {
			if f == metav1.FinalizerOrphanDependents || f == metav1.FinalizerDeleteDependents {
				orphan, foreground = f == metav1.FinalizerOrphanDependents, f == metav1.FinalizerDeleteDependents
				break
			}
		}
	}
	want := slices.DeleteFunc(slices.Clone(has), func(f string) bool {
		return f == metav1.FinalizerOrphanDependents || f == metav1.FinalizerDeleteDependents
	})
	if orphan {
		want = append(want, metav1.FinalizerOrphanDependents)
	}
	if foreground {
		want = append(want, metav1.FinalizerDeleteDependents)
	}
	// A changed order alone does not change the object.
	if len(want) == len(has) && !slices.ContainsFunc(want, func(f string) bool { return !slices.Contains(has, f) }) {
		return has
	}
	return want
}
