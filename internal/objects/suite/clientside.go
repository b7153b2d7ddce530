package suite

import (
	"encoding/json"
	"net/http"

	"github.com/crdtool/crdtool/internal/kubectl/clientapply"
	"github.com/crdtool/crdtool/internal/objects/apply"
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
	names := c.crd.Spec.Names
	server := apply.KubectlServer{Cluster: l.cluster, At: at, Plural: names.Plural, Options: opts}
	resource := clientapply.Resource{Plural: names.Plural, Namespaced: c.crd.Spec.Scope == "Namespaced"}
	resource.Group, resource.Version, resource.Kind = at.Group, at.Version, at.Kind.Kind
	done := clientapply.Apply(text, resource, clientapply.Options{Manager: r.Step.Manager, Validation: opts.FieldValidation, Namespace: at.Namespace}, server.Answer)
	switch last := server.Last; {
	case server.Err != nil:
		return nil, server.Err
	case done.Refusal != nil && (last == nil || last.APIServer.Accepted):
		out := new(dryrun.Result)
		if s := done.Refusal.Status; s != nil {
			out.APIServer.Refuse(int(s.Code), s.Message)
		} else {
			out.APIServer.Refuse(http.StatusBadRequest, done.Refusal.Text())
		}
		return out, nil
	case last == nil: // nothing is to be changed
		out := &dryrun.Result{Operation: dryrun.Apply, Object: done.Object}
		out.APIServer.Accepted, out.APIServer.Code, out.APIServer.Warnings = true, http.StatusOK, []string{}
		return out, nil
	default:
		return last, nil
	}
}
