package suite

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/kubectl/clientapply"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// applyClientSide makes the requests of kubectl apply without --server-side, and returns the
// answer to the last that writes, or what kubectl says without any.
func (l *local) applyClientSide(at cluster.Target, c *compiled, r *Request, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	text, err := json.Marshal(r.Body)
	if err != nil {
		return nil, err
	}
	k := kubectl{cluster: l.cluster, at: at, opts: opts, resource: c.crd.Spec.Names.Plural + "." + c.crd.Spec.Group}
	resource := clientapply.Resource{Plural: c.crd.Spec.Names.Plural, Namespaced: c.crd.Spec.Scope == "Namespaced"}
	resource.Group, resource.Version, resource.Kind = at.Group, at.Version, at.Kind.Kind
	done := clientapply.Apply(text, resource, clientapply.Options{Manager: r.Step.Manager, Validation: opts.FieldValidation, Namespace: at.Namespace}, k.answer)
	switch {
	case k.failed != nil:
		return nil, k.failed
	case done.Refusal != nil && (k.last == nil || k.last.APIServer.Accepted):
		out := new(dryrun.Result)
		if s := done.Refusal.Status; s != nil {
			out.APIServer.Refuse(int(s.Code), s.Message)
		} else {
			out.APIServer.Refuse(http.StatusBadRequest, done.Refusal.Text())
		}
		return out, nil
	case k.last == nil: // nothing is to be changed
		out := &dryrun.Result{Operation: dryrun.Apply, Object: done.Object}
		out.APIServer.Accepted, out.APIServer.Code, out.APIServer.Warnings = true, http.StatusOK, []string{}
		return out, nil
	}
	return k.last, nil
}

// kubectl has its requests answered by a cluster.
type kubectl struct {
	cluster  *cluster.Cluster
	at       cluster.Target
	opts     dryrun.RequestOptions
	resource string
	last     *dryrun.Result
	failed   error
}

func (k *kubectl) answer(r clientapply.Request) clientapply.Answer {
	if r.Namespaces {
		return clientapply.Answer{Object: map[string]any{"metadata": map[string]any{"name": r.Name}}}
	}
	answer, err := k.do(&r)
	if err != nil {
		k.failed = cmp.Or(k.failed, err)
		return refusedBy(http.StatusInternalServerError, "", err.Error())
	}
	return answer
}

func (k *kubectl) do(r *clientapply.Request) (clientapply.Answer, error) {
	at := k.at
	at.Name, at.Subresource = cmp.Or(r.Name, at.Name), r.Subresource
	opts := k.opts
	opts.Manager, opts.FieldValidation = r.Manager, cmp.Or(r.Validation, dryrun.Warn)
	var result *dryrun.Result
	var err error
	switch r.Verb {
	case clientapply.Get:
		live, found, err := k.cluster.Get(at)
		if err != nil {
			return clientapply.Answer{}, err
		}
		if !found {
			return refusedBy(http.StatusNotFound, metav1.StatusReasonNotFound, fmt.Sprintf("%s %q not found", k.resource, at.Name)), nil
		}
		return clientapply.Answer{Object: live}, nil
	case clientapply.Create:
		body, e := dryrun.FromJSON(r.Body)
		if e != nil {
			return clientapply.Answer{}, e
		}
		at.Name = nameOf(body.Value())
		result, err = k.cluster.Create(at, body, opts)
	case clientapply.Patch:
		result, err = k.cluster.Patch(at, dryrun.Patch{Type: r.Type, Body: r.Body}, opts)
	default:
		err = fmt.Errorf("kubectl apply does not %s", r.Verb)
	}
	if err != nil {
		return clientapply.Answer{}, err
	}
	k.last = result
	if a := &result.APIServer; !a.Accepted {
		answer := refusedBy(a.Code, a.Reason(), a.Message)
		answer.Warnings = a.Warnings
		return answer, nil
	}
	at.Name = nameOf(result.Object)
	whole, found, err := k.cluster.Get(at)
	if !found {
		whole = result.Object
	}
	return clientapply.Answer{Object: whole, Warnings: result.APIServer.Warnings}, err
}

func refusedBy(code int, reason metav1.StatusReason, message string) clientapply.Answer {
	return clientapply.Answer{Status: &metav1.Status{Status: metav1.StatusFailure, Code: int32(code), Reason: reason, Message: message}}
}
