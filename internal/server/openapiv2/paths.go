package openapiv2

import (
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
)

func (c *parameters) path(p *resource.Path, r *resource.Resource) spec.PathItem {
	out := spec.PathItem{PathItemProps: spec.PathItemProps{Parameters: c.list(p.Parameters)}}
	for i := range p.Operations {
		o := &p.Operations[i]
		op := c.operation(o, r)
		switch o.Method {
		case http.MethodGet:
			out.Get = op
		case http.MethodPost:
			out.Post = op
		case http.MethodPut:
			out.Put = op
		case http.MethodDelete:
			out.Delete = op
		case http.MethodPatch:
			out.Patch = op
		}
	}
	return out
}

func (c *parameters) operation(o *resource.Operation, r *resource.Resource) *spec.Operation {
	var all []spec.Parameter
	if o.Body != nil {
		// Parameters are sorted by name, and no other one comes before "body".
		all = append(all, c.body(o.Body))
	}
	return &spec.Operation{
		OperationProps: spec.OperationProps{
			Tags:        []string{r.Tag()},
			Description: o.Description,
			ID:          o.ID,
			Consumes:    o.Consumes,
			Produces:    resource.Produces,
			Schemes:     []string{"https"},
			Parameters:  append(all, c.list(o.Parameters)...),
			Responses:   responses(o.Responses),
		},
		VendorExtensible: spec.VendorExtensible{Extensions: spec.Extensions{
			"x-kubernetes-action":             o.Action,
			"x-kubernetes-group-version-kind": metav1.GroupVersionKind{Group: r.Group, Version: r.Version, Kind: r.Kind},
		}},
	}
}

func responses(list []resource.Response) *spec.Responses {
	codes := map[int]spec.Response{
		http.StatusUnauthorized: {ResponseProps: spec.ResponseProps{Description: "Unauthorized"}},
	}
	for _, r := range list {
		schema := reference(r.Model, "")
		codes[r.Code] = spec.Response{ResponseProps: spec.ResponseProps{Description: r.Description, Schema: &schema}}
	}
	return &spec.Responses{ResponsesProps: spec.ResponsesProps{StatusCodeResponses: codes}}
}
