package openapiv3

import (
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
)

func path(p *resource.Path, r *resource.Resource) *spec3.Path {
	out := &spec3.Path{PathProps: spec3.PathProps{Parameters: parameters(p.Parameters)}}
	for i := range p.Operations {
		o := &p.Operations[i]
		op := operation(o, r)
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

func operation(o *resource.Operation, r *resource.Resource) *spec3.Operation {
	out := &spec3.Operation{
		OperationProps: spec3.OperationProps{
			Tags:        []string{r.Tag()},
			Description: o.Description,
			OperationId: o.ID,
			Parameters:  parameters(o.Parameters),
			Responses:   responses(o.Responses),
		},
		VendorExtensible: spec.VendorExtensible{Extensions: spec.Extensions{
			"x-kubernetes-action":             o.Action,
			"x-kubernetes-group-version-kind": metav1.GroupVersionKind{Group: r.Group, Version: r.Version, Kind: r.Kind},
		}},
	}
	if b := o.Body; b != nil {
		out.RequestBody = &spec3.RequestBody{RequestBodyProps: spec3.RequestBodyProps{
			Content:  content(o.Consumes, b.Model),
			Required: b.Required && r.Of().RequiredBodies,
		}}
	}
	return out
}

func responses(list []resource.Response) *spec3.Responses {
	codes := map[int]*spec3.Response{
		http.StatusUnauthorized: {ResponseProps: spec3.ResponseProps{Description: "Unauthorized"}},
	}
	for _, r := range list {
		codes[r.Code] = &spec3.Response{ResponseProps: spec3.ResponseProps{
			Description: r.Description,
			Content:     content(resource.Produces, r.Model),
		}}
	}
	return &spec3.Responses{ResponsesProps: spec3.ResponsesProps{StatusCodeResponses: codes}}
}

// content maps each media type to the schema.
func content(types []string, model string) map[string]*spec3.MediaType {
	ref := reference(model, "")
	out := make(map[string]*spec3.MediaType, len(types))
	for _, t := range types {
		out[t] = &spec3.MediaType{MediaTypeProps: spec3.MediaTypeProps{Schema: &ref}}
	}
	return out
}

func parameters(list []resource.Parameter) []*spec3.Parameter {
	if len(list) == 0 {
		return nil
	}
	out := make([]*spec3.Parameter, len(list))
	for i, p := range list {
		out[i] = &spec3.Parameter{ParameterProps: spec3.ParameterProps{
			Name:        p.Name,
			In:          p.In,
			Description: p.Description,
			Required:    p.Required(),
			// The server sets uniqueItems for every parameter, which means that it is given once.
			Schema: &spec.Schema{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{p.Type}, UniqueItems: true}},
		}}
	}
	return out
}
