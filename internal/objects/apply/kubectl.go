package apply

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/kubectl/clientapply"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/report"
)

// Verb is what is done with the objects, as the command of kubectl of that name does it.
type Verb string

// The verbs. Without one, an object is created, or replaced if it is there.
const (
	VerbApply   Verb = "apply"
	VerbCreate  Verb = "create"
	VerbReplace Verb = "replace"
	VerbPatch   Verb = "patch"
	VerbDelete  Verb = "delete"
)

// Command says what is done with an object, and how.
type Command struct {
	Verb Verb
	// ServerSide has the server merge what is applied. Force takes fields from the
	// managers that own them.
	ServerSide, Force bool
	// Manager is the field manager; kubectl's own names if it is empty.
	Manager string
	// Subresource is what is written: Status, Scale, or the object itself if it is empty.
	Subresource string
	// Patch is what VerbPatch sends, of PatchType.
	Patch     []byte
	PatchType types.PatchType
	// Propagation is what VerbDelete does with objects that the object owns.
	Propagation metav1.DeletionPropagation
}

// Settle chooses the verb where none is: a patch patches, the status and the replicas are
// written as a controller does, and what is merged with a live object is applied. Anything
// else is created, as there is nothing to merge with.
func (c *Command) Settle(live bool) {
	switch {
	case c.Verb != "":
	case c.Patch != nil:
		c.Verb = VerbPatch
	case c.Subresource == Scale, c.Subresource == Status && !c.ServerSide:
	case c.ServerSide || live || c.Manager != "":
		c.Verb = VerbApply
	}
}

// plain reports whether nothing of kubectl is to be simulated: a request for the object
// as it stands.
func (c *Command) plain() bool { return c.Verb == "" }

// operation is that of the requests.
func (c *Command) operation() report.Operation {
	switch c.Verb {
	case VerbApply:
		return dryrun.Apply
	case VerbPatch:
		return dryrun.Patched
	case VerbCreate:
		return dryrun.Create
	case VerbDelete:
		return dryrun.DeleteOp
	}
	return dryrun.Update
}

// merges reports whether the object is to become what its file says, so that what goes
// and what stays of the live one is worth telling.
func (c *Command) merges() bool {
	switch c.Verb {
	case VerbApply, VerbReplace, VerbUpdate:
		return c.Subresource == ""
	}
	return false
}

// target is the URL of the object.
func (q *request) target() cluster.Target {
	return cluster.Target{
		Key:     cluster.Key{Kind: cluster.Kind{Group: q.id.group, Kind: q.id.kind}, Namespace: q.id.namespace, Name: q.id.name},
		Version: q.version, Subresource: q.command.Subresource,
	}
}

// run does what kubectl would do with the object, in a cluster, and returns the
// answer to the last request that writes.
func (q *request) run(c *cluster.Cluster) (*dryrun.Result, error) {
	text, err := source.ToJSON(q.doc.Root)
	if err != nil {
		return nil, err
	}
	server := &KubectlServer{
		Cluster: c, At: q.target(), Plural: q.def.crd.Spec.Names.Plural, Options: q.requestOptions(), PatchValidation: q.opts.PatchValidation, Manifest: q.doc,
	}
	resource := q.servedAs()
	options := clientapply.Options{
		ServerSide: q.command.ServerSide, Force: q.command.Force, Manager: q.command.Manager, Validation: q.strict,
		Namespace: q.id.namespace, Subresource: q.command.Subresource,
	}
	var done *clientapply.Result
	switch q.command.Verb {
	case VerbCreate:
		done = clientapply.CreateObject(text, resource, options, server.Answer)
	case VerbReplace:
		done = clientapply.Replace(text, resource, options, server.Answer)
	case VerbPatch:
		done = clientapply.PatchObject(clientapply.NamedPatch{Name: q.id.name, Type: q.command.PatchType, Body: q.command.Patch}, resource, options, server.Answer)
	case VerbDelete:
		server.Last, server.Err = c.Delete(q.target(), dryrun.Deletion{Propagation: q.command.Propagation}, q.requestOptions())
	default:
		done = clientapply.Apply(text, resource, options, server.Answer)
	}
	if server.Err != nil {
		return nil, server.Err
	}
	first, last := server.first, server.Last
	if done != nil && done.Refusal == nil && server.stored != nil {
		last = server.stored // kubectl only notes that a request behind that was refused
	}
	if first != nil && last != first && first.Old != nil {
		// Of several requests the first tells what becomes of the manifest.
		last.Old, last.Trace = first.Old, first.Trace
	}
	return q.ended(c, done, last)
}

// withoutVersion takes the resourceVersion out of an answer that no file told.
func withoutVersion(r *dryrun.Result) {
	for _, o := range [...]map[string]any{r.Object, r.Stored, r.Scale, r.Old} {
		if metadata, ok := o["metadata"].(map[string]any); ok {
			delete(metadata, "resourceVersion")
		}
	}
}

// ended is the answer of a command: the server's to the last request, or what kubectl
// itself says.
func (q *request) ended(c *cluster.Cluster, done *clientapply.Result, last *dryrun.Result) (*dryrun.Result, error) {
	if done == nil {
		return last, nil
	}
	if last != nil && q.command.Verb == VerbApply {
		last.Operation = dryrun.Apply
	}
	q.notes = done.Notes
	switch {
	case done.Refusal != nil && (last == nil || last.APIServer.Accepted):
		// It asks for nothing more.
		out := &dryrun.Result{Operation: q.command.operation(), Refusal: code.Refused}
		out.APIServer.Refuse(http.StatusBadRequest, done.Refusal.Text())
		if s := done.Refusal.Status; s != nil {
			out.APIServer.Refuse(int(s.Code), s.Message)
		}
		if out.APIServer.Code == http.StatusNotFound {
			out.Refusal = code.NotFound
		}
		problem := done.Refusal.Facts["problem"]
		if field, goType := code.MetadataType(problem); goType != "" && done.Refusal.Code == code.KubectlMetadataType {
			out.Refusal, out.Behind = code.MetadataWrongType, finding.Facts{Where: field, Wanted: goType, Said: problem}
		}
		out.APIServer.Warnings = []string{}
		return out, nil
	case last == nil:
		live, found, err := c.Get(q.target())
		if err != nil || !found {
			return nil, cmp.Or(err, errors.New("kubectl made no request"))
		}
		shown := dryrun.Exported(live)
		out := &dryrun.Result{Operation: dryrun.Apply, Object: shown, Stored: shown, Old: live}
		out.APIServer.Accepted, out.APIServer.Code, out.APIServer.Warnings = true, http.StatusOK, []string{}
		return out, nil
	}
	return last, nil
}

// asApplied is an object with the annotation that kubectl apply gives it. Its fields and those of
// its metadata are its own.
func (q *request) asApplied(object map[string]any) (map[string]any, error) {
	text, err := json.Marshal(q.manifest(object))
	if err != nil {
		return nil, err
	}
	object = jsonvalue.Shallow(object)
	clientapply.Annotate(object, clientapply.Applied(text, q.servedAs(), clientapply.Options{Namespace: q.id.namespace}))
	return object, nil
}

// manifest is a live object without what a server writes, which shares the rest with it.
func (q *request) manifest(object map[string]any) map[string]any {
	_, hasStatus := object["status"]
	if _, sent := q.object.Value()["status"]; sent || !q.def.resource.HasStatus(q.version) {
		hasStatus = false
	}
	metadata, _ := object["metadata"].(map[string]any)
	written := func(k string) bool { _, has := metadata[k]; return has }
	if !hasStatus && !slices.ContainsFunc(serverWrites[:], written) {
		return object
	}
	object = jsonvalue.Shallow(object)
	if metadata, ok := object["metadata"].(map[string]any); ok {
		for _, k := range serverWrites {
			delete(metadata, k)
		}
	}
	if hasStatus {
		delete(object, "status")
	}
	return object
}

// serverWrites are the fields of metadata that a server writes.
var serverWrites = [...]string{"creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"}

// servedAs is how the server serves the kind of the object.
func (q *request) servedAs() clientapply.Resource {
	return clientapply.Resource{
		GroupVersionKind: apischema.GroupVersionKind{Group: q.id.group, Version: q.version, Kind: q.id.kind},
		Plural:           q.def.crd.Spec.Names.Plural, Namespaced: q.def.namespaced,
	}
}

// alone is a cluster with nothing but the live object of a request.
func (q *request) alone() (*cluster.Cluster, error) {
	c := cluster.New()
	at := q.target()
	c.Install(at.Kind, q.def.resource)
	if !q.isThere {
		return c, nil
	}
	live, err := q.before(c)
	if err != nil {
		return nil, err
	}
	if live != nil {
		c.Put(at.Key, live)
	}
	return c, nil
}

// fromManifest reports whether the live object is a manifest that never was in a cluster,
// of which before makes what it would be there.
func (q *request) fromManifest() bool {
	live := &unstructured.Unstructured{Object: q.old.Value()}
	return q.isThere && !q.stands && !wasInCluster(live) &&
		(q.command.ServerSide || live.GetAnnotations()[clientapply.Annotation] == "")
}

// wasInCluster reports whether an object has what only a server writes.
func wasInCluster(u *unstructured.Unstructured) bool {
	return u.GetUID() != "" || u.GetResourceVersion() != "" || len(validate.Owners(u.Object)) > 0
}

// before is the live object with what its file does not tell: a manifest in a repository
// has not been in a cluster, so that it is taken for what was applied before, in the same
// way. It is nil if that is done already. Its fields and those of its metadata are its own.
func (q *request) before(c *cluster.Cluster) (map[string]any, error) {
	value := q.old.Value()
	live := &unstructured.Unstructured{Object: value}
	known := wasInCluster(live)
	if q.command.Verb != VerbApply {
		return jsonvalue.Shallow(value), nil
	}
	switch {
	case q.command.ServerSide && len(validate.Owners(value)) > 0:
	case q.command.ServerSide && known:
		return nil, errors.New("its live object has no managedFields, so that nobody knows who owns which field; kubectl get hides them: get it with --show-managed-fields")
	case q.command.ServerSide:
		at := q.target()
		at.Subresource = ""
		applied := dryrun.FromValue(value)
		opts := q.requestOptions()
		opts.Manager, opts.FieldValidation = cmp.Or(q.command.Manager, clientapply.ManagerServerSide), dryrun.Ignore
		result, err := c.Patch(at, dryrun.Patch{Type: dryrun.ApplyPatch, Applied: applied}, opts)
		if err == nil && result.APIServer.Accepted {
			if status, has := value["status"]; has && q.def.resource.HasStatus(q.version) {
				stored, _ := c.Stored(at.Key)
				stored = jsonvalue.Shallow(stored)
				stored["status"] = status
				c.Put(at.Key, stored)
			}
			return nil, nil
		}
	case !known && live.GetAnnotations()[clientapply.Annotation] == "":
		return q.asApplied(value)
	}
	return jsonvalue.Shallow(value), nil
}
