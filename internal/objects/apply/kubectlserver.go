package apply

import (
	"cmp"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/clientapply"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// A KubectlServer answers the requests of one command of kubectl from a simulated cluster.
type KubectlServer struct {
	Cluster *cluster.Cluster
	// At is the object of the command.
	At cluster.Target
	// Plural is the name of the resource.
	Plural  string
	Options dryrun.RequestOptions
	// PatchValidation is the field validation of requests for which kubectl sets none; if empty, Warn.
	PatchValidation string
	// Manifest is the document that is sent, for positions; it may be nil.
	Manifest *source.Document

	// Last is the answer to the last write; nil before the first.
	Last *dryrun.Result
	// Err is the first error; all later requests fail.
	Err error

	first, stored *dryrun.Result // the first and the last accepted answer
}

// Answer answers a request.
func (s *KubectlServer) Answer(r clientapply.Request) clientapply.Answer {
	if s.Err != nil {
		return refusal(http.StatusInternalServerError, metav1.StatusReasonInternalError, s.Err.Error())
	}
	if r.Namespaces {
		return clientapply.Answer{Object: map[string]any{"metadata": map[string]any{"name": r.Name}}}
	}
	at := s.At
	at.Name, at.Subresource = r.Name, r.Subresource
	if at.Namespace != "" {
		at.Namespace = r.Namespace
	}
	answer, err := s.answer(at, &r)
	if err != nil {
		s.Err = err
		return refusal(http.StatusInternalServerError, metav1.StatusReasonInternalError, err.Error())
	}
	return answer
}

func (s *KubectlServer) answer(at cluster.Target, r *clientapply.Request) (clientapply.Answer, error) {
	if r.Verb == clientapply.Get {
		live, found, err := s.Cluster.Get(at)
		if err == nil && !found {
			return refusal(http.StatusNotFound, metav1.StatusReasonNotFound, fmt.Sprintf("%s.%s %q not found", s.Plural, at.Group, at.Name)), nil
		}
		return clientapply.Answer{Object: live}, err
	}
	result, err := s.write(&at, r)
	if err != nil {
		return clientapply.Answer{}, err
	}
	s.Last = result
	if a := &result.APIServer; !a.Accepted {
		answer := refusal(a.Code, a.Reason(), a.Message)
		answer.Warnings = a.Warnings
		return answer, nil
	}
	s.first, s.stored = cmp.Or(s.first, result), result
	// kubectl gets the whole object, even if the result shows a subresource.
	at.Subresource = ""
	if at.Name == "" || r.Verb == clientapply.Create {
		at.Name, _, _ = unstructured.NestedString(result.Object, "metadata", "name")
	}
	whole, found, err := s.Cluster.Get(at)
	if !found {
		whole = result.Object
	}
	return clientapply.Answer{Object: whole, Warnings: result.APIServer.Warnings}, err
}

// write makes a request that writes. For a create, it takes the name from the body.
func (s *KubectlServer) write(at *cluster.Target, r *clientapply.Request) (*dryrun.Result, error) {
	opts := s.Options
	opts.Manager, opts.FieldValidation = r.Manager, cmp.Or(r.Validation, s.PatchValidation, dryrun.Warn)
	var body dryrun.Object
	if r.Verb != clientapply.Patch || r.Type == types.ApplyYAMLPatchType {
		var err error
		if body, err = dryrun.FromJSON(r.Body); err != nil {
			return nil, err
		}
		body = body.At(s.Manifest)
	}
	switch r.Verb {
	case clientapply.Create:
		at.Name, _, _ = unstructured.NestedString(body.Value(), "metadata", "name")
		return s.Cluster.Create(*at, body, opts)
	case clientapply.Update:
		return s.Cluster.Update(*at, body, opts)
	}
	p := dryrun.Patch{Type: r.Type, Body: r.Body, Applied: body}
	if r.Force != nil {
		p.Force, p.HasForce = *r.Force, true
	}
	return s.Cluster.Patch(*at, p, opts)
}

func refusal(status int, reason metav1.StatusReason, message string) clientapply.Answer {
	return clientapply.Answer{Status: &metav1.Status{Status: metav1.StatusFailure, Code: int32(status), Reason: reason, Message: message}}
}
