package clientapply

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// serverSide lets the server apply the manifest. Afterwards it transfers the fields of client-side apply to server-side
// apply, if the server's answer has such an owner.
func (s *session) serverSide() {
	r := Request{Verb: Patch, Type: types.ApplyPatchType, Manager: s.manager, Validation: s.validation(), Force: &s.options.Force, Body: encode(s.object)}
	s.subresource = s.options.Subresource
	if n := s.nameError(); n != nil {
		s.refuse(n)
		return
	}
	apply := func() *metav1.Status {
		object, status := s.ask(r)
		if status == nil {
			s.refresh(object)
		}
		return status
	}
	if status := apply(); status != nil {
		s.refuse(refusedApply(status))
		return
	}

	if status := s.keepAnnotation(); status != nil {
		s.failed(code.KubectlMigrationAnnotation, status.Message)
	} else if migrated, problem := s.migrate(); problem != "" {
		s.failed(code.KubectlMigrationPatch, problem)
	} else if migrated {
		s.result.Migrated = true
		if status := apply(); status != nil {
			s.failed(code.KubectlMigrationReapply, status.Message)
		}
	}
	s.warnIfDeleting()
	s.done(ServerSideApplied)
}

func (s *session) failed(c finding.Code, problem string) {
	s.note(c, map[string]string{"annotation": Annotation, "problem": problem})
}

// refusedApply returns the note about a refused server-side apply.
func refusedApply(status *metav1.Status) *Note {
	n := refused(status)
	facts := map[string]string{"message": status.Message}
	switch {
	case status.Code == 415:
		return &Note{Code: code.KubectlNoServerSide, Facts: facts, Status: status}
	case isConflict(status):
		return &Note{Code: code.KubectlConflict, Facts: facts, Status: status}
	}
	return n
}

// keepAnnotation lets a separate manager own the annotation, unless server-side apply already owns it: the manifest
// does not have it, so that the server would remove it.
func (s *session) keepAnnotation() *metav1.Status {
	if s.manager != ManagerServerSide {
		return nil
	}
	config, there := s.object.GetAnnotations()[Annotation]
	if !there || len(owners(s.object, metav1.ManagedFieldsOperationApply)) > 0 {
		return nil
	}
	only := &unstructured.Unstructured{}
	only.SetGroupVersionKind(s.resource.GroupVersionKind)
	only.SetName(s.object.GetName())
	only.SetNamespace(s.object.GetNamespace())
	only.SetAnnotations(map[string]string{Annotation: config})
	object, status := s.patch(types.ApplyPatchType, ManagerLastApplied, nil, encode(only))
	if status == nil {
		s.refresh(object)
	}
	return status
}

// migrate transfers the fields of client-side apply's managers to the manager of server-side apply.
func (s *session) migrate() (migrated bool, problem string) {
	managers := owners(s.object, metav1.ManagedFieldsOperationUpdate)
	var status *metav1.Status
	for range mostRetries {
		patch, err := upgrade(s.object, managers, s.manager)
		if err != nil {
			return false, err.Error()
		}
		if patch == nil {
			return false, ""
		}
		var object *unstructured.Unstructured
		if object, status = s.patch(types.JSONPatchType, s.manager, nil, patch); status == nil {
			s.refresh(object)
			return true, ""
		}
		if !isConflict(status) {
			return false, status.Message
		}
		live, missing := s.find()
		if missing != nil {
			return false, missing.Message
		}
		s.object = live
	}
	return false, status.Message
}
