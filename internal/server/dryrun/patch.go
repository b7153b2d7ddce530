package dryrun

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kjson "sigs.k8s.io/json"

	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// PatchType is the content type of a patch.
type PatchType = types.PatchType

// The content types that custom resources accept.
const (
	JSONPatch  = types.JSONPatchType
	MergePatch = types.MergePatchType
	ApplyPatch = types.ApplyYAMLPatchType
)

// Patch is a request to patch or apply an object.
type Patch struct {
	Type PatchType
	// Name is the name of the object in the URL.
	Name string
	// Subresource is "", "status" or "scale".
	Subresource string
	// Body is a JSON patch or a merge patch.
	Body []byte
	// Applied is the applied object, which may have only some of the fields.
	Applied Object
	// Force takes fields from other managers that own them; only for an apply.
	Force bool
	// HasForce reports that the request has the parameter force at all.
	HasForce bool
}

func (p *Patch) operation() report.Operation {
	switch {
	case p.Type == ApplyPatch && p.Subresource == "status":
		return ApplyStatus
	case p.Type == ApplyPatch:
		return Apply
	case p.Subresource == "status":
		return PatchStatus
	case p.Subresource == ownership.Scale:
		return UpdateScale
	}
	return Patched
}

// acceptsPatch checks the parts of a patch that the server checks before it reads the object (PatchResource of
// k8s.io/apiserver/pkg/endpoints/handlers/patch.go).
func (q *request) acceptsPatch(p *Patch) bool {
	if p.Type != JSONPatch && p.Type != MergePatch && p.Type != ApplyPatch {
		q.refuse(code.Refused, http.StatusUnsupportedMediaType, fmt.Sprintf(
			"the body of the request was in an unknown format - accepted media types include: %v", strings.Join([]string{string(JSONPatch), string(MergePatch), string(ApplyPatch)}, ", ")))
		return false
	}
	size := len(p.Body)
	if p.Type == ApplyPatch {
		size = p.Applied.size()
	}
	if !q.fits(size) {
		return false
	}
	options := metav1.PatchOptions{FieldManager: q.opts.Manager}
	if p.Force || p.HasForce {
		options.Force = &p.Force
	}
	if errs := validation.ValidatePatchOptions(&options, p.Type); len(errs) > 0 {
		return q.refuseOptions("PatchOptions", errs)
	}
	if p.Type != ApplyPatch && !json.Valid(p.Body) {
		q.refuse(code.Refused, http.StatusBadRequest, "invalid JSON patch")
		return false
	}
	return true
}

// acceptsManager refuses an invalid name of a field manager in a create or an update.
func (q *request) acceptsManager() bool {
	if q.op == Create {
		return q.refuseOptions("CreateOptions", validation.ValidateCreateOptions(&metav1.CreateOptions{FieldManager: q.opts.Manager}))
	}
	return q.refuseOptions("UpdateOptions", validation.ValidateUpdateOptions(&metav1.UpdateOptions{FieldManager: q.opts.Manager}))
}

// refuseOptions refuses a request with invalid parameters, and reports whether there are no errors.
func (q *request) refuseOptions(kind string, errs field.ErrorList) bool {
	var list finding.List
	for _, e := range errs {
		list = append(list, finding.FromField(code.Refused, finding.Root(e.Field), e))
	}
	if list == nil {
		return true
	}
	answer.Invalid(&q.out.APIServer, kind+".meta.k8s.io", "", list)
	return false
}

func (q *request) haveSubresourceOf(p *Patch) bool {
	switch p.Subresource {
	case "status":
		return q.haveStatus()
	case ownership.Scale:
		return q.haveScale()
	}
	return true
}

// haveObject refuses a patch of a missing object; an applied object need not exist.
func (q *request) haveObject(p *Patch) bool {
	if q.old != nil || p.Type == ApplyPatch && p.Subresource == "" {
		return true
	}
	q.notFound()
	return false
}

// haveNoUID refuses a uid in an applied object that does not exist.
func (q *request) haveNoUID() bool {
	uid := q.object().GetUID()
	if q.old != nil || uid == "" {
		return true
	}
	q.conflict(code.UIDConflict, fmt.Sprintf("uid mismatch: the provided object specified uid %s, and no existing object was found", uid))
	return false
}

func (q *request) notFound() {
	q.refuseFor(code.NotFound, metav1.StatusReasonNotFound, q.byResource(q.name),
		fmt.Sprintf("%s %q not found", q.resource.groupResource(), q.name))
}

// patch makes the new object from the old one and the patch.
func (q *request) patch(p *Patch) bool {
	if p.Type == ApplyPatch {
		q.opts.Owners = true
		return q.apply(p)
	}
	if !q.patchText(p) {
		return false
	}
	fields, ok := q.sent.copy()
	if err := interpret(&q.sent, fields, ok); err != nil {
		return q.refusePatched(q.sent.json(), err.Error())
	}
	if kind, _ := fields["kind"].(string); kind == "" {
		return q.refusePatched(q.sent.json(), noKind(&q.sent))
	}
	if c, why := q.read(fields); c != "" {
		q.out.Refusal = c
		return q.refusePatched(q.sent.json(), why)
	}
	q.recordOwners()
	return true
}

// patchText patches the JSON of the old object, and decodes the result as the new object.
func (q *request) patchText(p *Patch) bool {
	current, err := json.Marshal(q.old)
	if err != nil {
		return q.failed(err)
	}
	patched, flaws, ok := q.patchJSON(p, append(current, '\n'))
	if !ok {
		return false
	}
	if q.sent, err = FromJSON(patched); err != nil {
		return q.refusePatched(patched, err.Error())
	}
	q.sent.repeated = append(flaws, q.sent.repeated...)
	return true
}

// refusePatched refuses a request whose patched object is invalid.
func (q *request) refusePatched(patched []byte, text string) bool {
	f := finding.Invalid(code.Refused, finding.Root("patch"), string(patched), text)
	answer.Invalid(&q.out.APIServer, "", "", finding.List{f})
	return false
}

// mostOperations is the server's limit for the operations of a JSON patch.
const mostOperations = 10000

func (q *request) patchJSON(p *Patch, current []byte) (patched []byte, flaws []string, ok bool) {
	strict := q.opts.FieldValidation != Ignore
	refuse := func(status int, text string) ([]byte, []string, bool) {
		q.refuse(code.Refused, status, text)
		return nil, nil, false
	}
	if p.Type == MergePatch {
		if strict {
			v := map[string]any{}
			errs, err := kjson.UnmarshalStrict(p.Body, &v)
			if err != nil {
				return refuse(http.StatusBadRequest, fmt.Sprintf("error decoding patch: %v", err))
			}
			flaws = texts(errs, "")
		}
		patched, err := jsonpatch.MergePatch(current, p.Body)
		switch {
		case errors.Is(err, jsonpatch.ErrBadJSONPatch):
			return refuse(http.StatusBadRequest, err.Error())
		case err != nil:
			return refuse(http.StatusInternalServerError, err.Error())
		}
		return patched, flaws, true
	}
	if strict {
		// Errors contain the name of the type, so that it must be the server's.
		type jsonPatchOp struct {
			Op    string `json:"op"`
			Path  string `json:"path"`
			From  string `json:"from"`
			Value any    `json:"value"`
		}
		var operations []jsonPatchOp
		errs, err := kjson.UnmarshalStrict(p.Body, &operations)
		if err != nil {
			text := strings.Replace(err.Error(), "dryrun.jsonPatchOp", "handlers.jsonPatchOp", 1)
			return refuse(http.StatusBadRequest, "error decoding patch: "+text)
		}
		flaws = texts(errs, "json patch ")
	}
	operations, err := jsonpatch.DecodePatch(p.Body)
	if err != nil {
		return refuse(http.StatusBadRequest, err.Error())
	}
	if n := len(operations); n > mostOperations {
		return refuse(http.StatusRequestEntityTooLarge, fmt.Sprintf("Request entity too large: The allowed maximum operations in a JSON patch is %d, got %d", mostOperations, n))
	}
	if patched, err = operations.Apply(current); err != nil {
		// The server does not send the library's error to the client.
		q.out.Behind.ValidatorText = failedOperation(operations, current)
		q.out.Refusal = code.Refused
		answer.RefuseFor(&q.out.APIServer, http.StatusUnprocessableEntity, metav1.StatusReasonInvalid, metav1.StatusDetails{}, "the server rejected our request due to an error in our request")
		return nil, nil, false
	}
	return patched, flaws, true
}

// failedOperation returns the first operation that fails, with the library's error.
func failedOperation(operations jsonpatch.Patch, on []byte) string {
	for i := range operations {
		next, err := operations[i : i+1].Apply(on)
		if err != nil {
			path, _ := operations[i].Path()
			return fmt.Sprintf("operation %d, %s %s: %v", i+1, operations[i].Kind(), path, err)
		}
		on = next
	}
	return ""
}

func texts(errs []error, prefix string) []string {
	var list []string
	for _, err := range errs {
		list = append(list, prefix+err.Error())
	}
	return list
}

func causeOf(c *metav1.StatusCause) answer.Cause {
	return answer.Cause{Reason: string(c.Type), Field: c.Field, Message: c.Message}
}
