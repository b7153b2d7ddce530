package dryrun

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// recordOwners lets the field manager record in managedFields the fields that the request has changed.
func (q *request) recordOwners() {
	if !q.opts.Owners || q.old != nil && !hasOwners(q.old) && !hasOwners(q.obj) {
		return // the server records no owners in an object that is stored without any
	}
	m, err := q.resource.owners.Manager(q.v.name, q.subresource())
	if err != nil {
		return // the server also continues without its field manager
	}
	live := m.New()
	if q.old != nil {
		live = q.stored()
	}
	q.obj = m.Update(live, q.obj, q.opts.Manager, q.opts.Now)
}

// hasOwners reports whether an object has managedFields.
func hasOwners(u map[string]any) bool {
	metadata, _ := u["metadata"].(map[string]any)
	_, has := metadata["managedFields"]
	return has
}

// stored returns the old object with a uid, which tells the field manager that the object exists. A file may lack it.
func (q *request) stored() map[string]any {
	if q.oldObject().GetUID() != "" {
		return q.old
	}
	u := &unstructured.Unstructured{Object: jsonvalue.Shallow(q.old)}
	u.SetUID("-")
	return u.Object
}

// apply merges the applied object into the old object.
func (q *request) apply(p *Patch) bool {
	m, err := q.resource.owners.Manager(q.v.name, q.subresource())
	if err != nil {
		return q.failed(err)
	}
	live := m.New()
	if q.old != nil {
		live = q.stored()
	}
	sent := q.sent.Value()
	merged, err := m.Apply(live, sent, q.opts.Manager, p.Force, q.opts.Now)
	if err != nil {
		q.explainConflicts(err, live, sent)
		if !apierrors.IsConflict(err) {
			q.out.Flaws = m.Flaws(sent)
		}
		return q.failed(err)
	}
	q.obj = merged
	if q.old != nil && q.oldObject().GetUID() == "" {
		delete(merged["metadata"].(map[string]any), "uid")
	}
	if q.opts.FieldValidation == Ignore {
		return true
	}
	// The server decodes an applied object as YAML, even if it is JSON.
	for _, text := range q.sent.repeatedInYAML() {
		if q.opts.FieldValidation == Strict {
			q.refuse(code.StrictDecoding, http.StatusBadRequest, "error strict decoding patch: error converting YAML to JSON: "+text)
			return false
		}
		q.warnings.Add(code.YAMLLines(text)...)
	}
	return true
}

// Conflict is an applied field whose value differs from the one that its owners set.
type Conflict struct {
	// At is the path in the applied object; nil if it is not found.
	At *finding.Path
	// Printed is the path as the server prints it.
	Printed string
	// Owners are the entries of the live object's managedFields that own the field.
	Owners []metav1.ManagedFieldsEntry
}

// explainConflicts adds the owners of the fields for which an apply was refused to the result.
func (q *request) explainConflicts(err error, live, sent map[string]any) {
	var status *apierrors.StatusError
	if !errors.As(err, &status) || !apierrors.IsConflict(status) || status.Status().Details == nil {
		return
	}
	causes := status.Status().Details.Causes
	printed := make([]string, 0, len(causes))
	for i := range causes {
		printed = append(printed, causes[i].Field)
	}
	owners := ownership.Owners(live, printed)
	q.out.Conflicts = slices.Grow(q.out.Conflicts, len(owners))
	for _, field := range printed {
		of, unseen := owners[field]
		if !unseen {
			continue
		}
		delete(owners, field)
		of = slices.DeleteFunc(of, func(e metav1.ManagedFieldsEntry) bool {
			return e.Manager == q.opts.Manager && e.Operation == metav1.ManagedFieldsOperationApply && e.Subresource == q.subresource()
		})
		q.out.Conflicts = append(q.out.Conflicts, Conflict{At: ownership.Locate(sent, field), Printed: field, Owners: of})
	}
}

// failed refuses the request with the error of the field manager.
func (q *request) failed(err error) bool {
	var status *apierrors.StatusError
	if !errors.As(err, &status) {
		q.refuse(code.Refused, http.StatusInternalServerError, err.Error())
		return false
	}
	s := status.Status()
	c := code.Refused
	if apierrors.IsConflict(status) {
		c = code.ApplyConflict
	}
	q.out.Refusal = c
	answer.RefuseBecause(&q.out.APIServer, int(s.Code), s.Reason, s.Message)
	if s.Details != nil {
		answer.RefuseFor(&q.out.APIServer, int(s.Code), s.Reason, *s.Details, s.Message)
		q.out.APIServer.Causes = slices.Grow(q.out.APIServer.Causes, len(s.Details.Causes))
		for i := range s.Details.Causes {
			q.out.APIServer.Causes = append(q.out.APIServer.Causes, causeOf(&s.Details.Causes[i]))
		}
	}
	return false
}

// keepTimes restores the times of the managedFields if there is no other change
// (IgnoreManagedFieldsTimestampsTransformer of k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager).
func (q *request) keepTimes() {
	if !q.opts.Owners || q.old == nil || !hasOwners(q.obj) || differBesideOwners(q.obj, q.old) {
		return
	}
	metadata, _ := q.obj["metadata"].(map[string]any)
	before, _ := q.old["metadata"].(map[string]any)
	entries, _ := metadata["managedFields"].([]any)
	old, _ := before["managedFields"].([]any)
	if len(entries) == 0 || len(entries) != len(old) {
		return
	}
	entries, _ = sharedOwners(entries).([]any)
	for i := range entries {
		entry, ok := entries[i].(map[string]any)
		was, wasOK := old[i].(map[string]any)
		if !ok || !wasOK {
			return
		}
		if at, timed := was["time"]; timed {
			entry["time"] = at
		} else {
			delete(entry, "time")
		}
	}
	if !jsonvalue.Equal(entries, old) {
		return
	}
	q.obj, metadata = maps.Clone(q.obj), maps.Clone(metadata)
	metadata["managedFields"] = entries
	q.obj["metadata"] = metadata
}

// differBesideOwners reports whether objects differ in other fields than managedFields.
func differBesideOwners(a, b map[string]any) bool {
	metadata, _ := a["metadata"].(map[string]any)
	other, _ := b["metadata"].(map[string]any)
	return !sameBesideMetadata(a, b) || !jsonvalue.EqualBut(metadata, other, "managedFields")
}

// subresource returns the subresource that the request writes.
func (q *request) subresource() string {
	switch q.op {
	case UpdateStatus, PatchStatus, ApplyStatus:
		return "status"
	case UpdateScale:
		return ownership.Scale
	}
	return ""
}

// patches reports whether the request makes the new object from the old one.
func (q *request) patches() bool {
	switch q.op {
	case Patched, PatchStatus, Apply, ApplyStatus:
		return true
	}
	return false
}

// recordReplicasOwner lets the field manager record who set the replicas of a Scale (UpdatedObject of
// scaleUpdatedObjectInfo of pkg/registry/customresource).
func (q *request) recordReplicasOwner() bool {
	if !q.opts.Owners {
		return true
	}
	m, err := q.resource.owners.Manager(q.v.name, ownership.Scale)
	if err != nil {
		return true
	}
	was, found, err := q.resource.ReadScale(q.v.name, q.old)
	if err != nil {
		return q.failed(err)
	}
	if !found {
		was["spec"] = map[string]any{"replicas": int64(noReplicas)} // the server's value for absent replicas
	}
	// The field manager records the writer only in an object that exists and whose replicas have an owner.
	was["metadata"].(map[string]any)["uid"] = cmp.Or(string(q.oldObject().GetUID()), "-")
	is, _, err := q.resource.ReadScale(q.v.name, q.obj)
	if err != nil {
		return q.failed(err)
	}
	entries, err := m.UpdateScale(q.oldObject().GetManagedFields(), was, is, q.opts.Manager, q.opts.Now)
	if err != nil {
		return q.failed(err)
	}
	q.object().SetManagedFields(entries)
	return true
}
