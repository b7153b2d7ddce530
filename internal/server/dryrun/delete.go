package dryrun

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/report"
)

// Deletion says how an object is deleted.
type Deletion struct {
	// Propagation is what becomes of the objects that it owns: "", Background, Foreground
	// or Orphan.
	Propagation metav1.DeletionPropagation
	// UID and ResourceVersion are those that the object must have, if they are not empty.
	UID             types.UID
	ResourceVersion string
}

// DeleteOp is the operation of Delete.
const DeleteOp report.Operation = "delete"

// Delete answers a request to delete the object old. Result.Object is the object if it
// stays, marked as deleted, until its finalizers are gone; nil if it goes at once. The
// error is for an old object that no server could hold under the CRD.
//
// It mirrors Delete of k8s.io/apiserver/pkg/registry/generic/registry.
func (r *Resource) Delete(old Object, d Deletion, opts RequestOptions) (*Result, error) {
	q := r.newRequest(DeleteOp, old, opts)
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	if !q.serve() || !q.takesDeletion(&d) {
		return q.result(), nil
	}
	q.obj = q.oldObject().DeepCopy().Object
	if !q.isMeant(&d) {
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

// DeleteMissing answers a request to delete an object that is not there.
func (r *Resource) DeleteMissing(name string, d Deletion, opts RequestOptions) *Result {
	q := r.newRequest(DeleteOp, Object{}, opts)
	q.name = name
	if q.serve() && q.takesDeletion(&d) {
		q.notFound()
	}
	return q.result()
}

func (q *request) takesDeletion(d *Deletion) bool {
	options := metav1.DeleteOptions{}
	if d.Propagation != "" {
		options.PropagationPolicy = &d.Propagation
	}
	return q.refuseOptions("DeleteOptions", validation.ValidateDeleteOptions(&options))
}

// isMeant holds the object against the preconditions (BeforeDelete of
// k8s.io/apiserver/pkg/registry/rest).
func (q *request) isMeant(d *Deletion) bool {
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

// unmet is conflict for a precondition, which names the kind in the place of the resource.
func (q *request) unmet(c finding.Code, text string) {
	q.refuseFor(c, metav1.StatusReasonConflict, q.byKind(q.name),
		fmt.Sprintf("Operation cannot be fulfilled on %s %q: %s", qualified(q.resource.kind, q.resource.group), q.name, text))
}

// collectorsFinalizers are the finalizers of an object, with those that tell the garbage
// collector what to do with what the object owns.
func collectorsFinalizers(has []string, p metav1.DeletionPropagation) []string {
	orphan, foreground := p == metav1.DeletePropagationOrphan, p == metav1.DeletePropagationForeground
	if p == "" {
		// The first of them in the object decides.
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
	// An order of its own is no reason to write them.
	if len(want) == len(has) && !slices.ContainsFunc(want, func(f string) bool { return !slices.Contains(has, f) }) {
		return has
	}
	return want
}
