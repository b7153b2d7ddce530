package resource

import "net/http"

// The names of the schemas that operations refer to, besides the resource's own.
const (
	StatusModel        = "io.k8s.apimachinery.pkg.apis.meta.v1.Status"
	PatchModel         = "io.k8s.apimachinery.pkg.apis.meta.v1.Patch"
	DeleteOptionsModel = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions"
	ScaleModel         = "io.k8s.api.autoscaling.v1.Scale"
)

// Operation is an operation of a path.
type Operation struct {
	Method      string
	ID          string
	Description string
	// Action is the value of x-kubernetes-action.
	Action string
	// Parameters are the parameters that not all operations of the path share, sorted by name.
	Parameters []Parameter
	Body       *Body
	// Consumes are the media types of requests, in the server's order.
	Consumes []string
	// Responses are the responses other than 401 Unauthorized, which all operations have.
	Responses []Response
}

// Body is the body of a request.
type Body struct {
	Model    string
	Required bool
}

// Response is a response of an operation.
type Response struct {
	Code        int
	Description string
	Model       string
}

// Produces are the media types of responses.
var Produces = []string{"application/json", "application/yaml"}

var (
	objects = []string{"application/json", "application/yaml"}
	patches = []string{"application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"}
)

func ok(model string) Response       { return Response{http.StatusOK, "OK", model} }
func created(model string) Response  { return Response{http.StatusCreated, "Created", model} }
func accepted(model string) Response { return Response{http.StatusAccepted, "Accepted", model} }

// target returns the part of an operation's ID that names its object.
func (r *Resource) target(subresource string) string {
	t := r.Kind
	if r.Namespaced {
		t = "Namespaced" + t
	}
	return t + identifier(subresource, true)
}

// theSpecified returns the part of an operation's description that names its object.
func (r *Resource) theSpecified(subresource string) string {
	if subresource != "" {
		subresource = " " + subresource + " of"
	}
	return subresource + " the specified " + r.Kind
}

func (r *Resource) list() Operation {
	return Operation{
		Method: http.MethodGet, Action: "list", ID: r.operationID("list", r.target("")),
		Description: "list objects of kind " + r.Kind,
		Parameters:  r.listOptions(), Consumes: objects,
		Responses: []Response{ok(r.ListModel())},
	}
}

func (r *Resource) create() Operation {
	model := r.Model()
	return Operation{
		Method: http.MethodPost, Action: "post", ID: r.operationID("create", r.target("")),
		Description: "create" + withArticle(r.Kind),
		Parameters:  r.createOptions(), Consumes: objects, Body: &Body{model, true},
		Responses: []Response{ok(model), created(model), accepted(model)},
	}
}

func (r *Resource) deleteCollection() Operation {
	return Operation{
		// The server takes delete for the verb, so that the rest of "deletecollection" follows group and version.
		Method: http.MethodDelete, Action: "deletecollection", ID: r.operationID("delete", "collection"+r.target("")),
		Description: "delete collection of " + r.Kind,
		Parameters:  r.listOptions(), Consumes: objects,
		Responses: []Response{ok(StatusModel)},
	}
}

func (r *Resource) read(subresource, model string) Operation {
	return Operation{
		Method: http.MethodGet, Action: "get", ID: r.operationID("read", r.target(subresource)),
		Description: "read" + r.theSpecified(subresource),
		Parameters:  r.getOptions(), Consumes: objects,
		Responses: []Response{ok(model)},
	}
}

func (r *Resource) replace(subresource, model string) Operation {
	return Operation{
		Method: http.MethodPut, Action: "put", ID: r.operationID("replace", r.target(subresource)),
		Description: "replace" + r.theSpecified(subresource),
		Parameters:  r.updateOptions(), Consumes: objects, Body: &Body{model, true},
		Responses: []Response{ok(model), created(model)},
	}
}

func (r *Resource) delete() Operation {
	return Operation{
		Method: http.MethodDelete, Action: "delete", ID: r.operationID("delete", r.target("")),
		Description: "delete" + withArticle(r.Kind),
		Parameters:  r.deleteOptions(), Consumes: objects, Body: &Body{DeleteOptionsModel, false},
		Responses: []Response{ok(StatusModel), accepted(StatusModel)},
	}
}

func (r *Resource) patch(subresource, model string) Operation {
	return Operation{
		Method: http.MethodPatch, Action: "patch", ID: r.operationID("patch", r.target(subresource)),
		Description: "partially update" + r.theSpecified(subresource),
		Parameters:  r.patchOptions(), Consumes: patches, Body: &Body{PatchModel, true},
		Responses: []Response{ok(model)},
	}
}
