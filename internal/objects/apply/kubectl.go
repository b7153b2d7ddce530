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

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/clientapply"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// A Verb names the command of kubectl that sends an object.
type Verb string

// The verbs. Without a verb, an object is created, or replaced if it exists.
const (
	VerbApply   Verb = "apply"
	VerbCreate  Verb = "create"
	VerbReplace Verb = "replace"
	VerbPatch   Verb = "patch"
	VerbDelete  Verb = "delete"
)

// A Command is a command of kubectl with its flags.
type Command struct {
	Verb Verb
	// ServerSide is --server-side. Force takes fields from the managers that own them.
	ServerSide, Force bool
	// Manager is the field manager; if empty, the one that kubectl uses.
	Manager string
	// Subresource is Status, Scale, or empty for the object itself.
	Subresource string
	// Patch is the body of VerbPatch, in the format PatchType.
	Patch     []byte
	PatchType types.PatchType
	// Propagation is the deletion propagation of VerbDelete.
	Propagation metav1.DeletionPropagation
}

// Settle sets the verb if there is none. A patch is patched. An object is applied if it is merged: server-side,
// with a field manager, or if it is live. Status and scale are updated as by a controller, and other objects are
// created, both without a verb.
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

// plain reports whether the object is sent in one request, without what kubectl does before and after.
func (c *Command) plain() bool { return c.Verb == "" }

// operation returns the operation that reports show.
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

// merges reports whether the command changes the whole object to the state in its file, so that reports list the
// fields of the live object that are kept and removed.
func (c *Command) merges() bool {
	switch c.Verb {
	case VerbApply, VerbReplace, VerbUpdate:
		return c.Subresource == ""
	}
	return false
}

// target returns the URL of the object.
func (q *request) target() cluster.Target {
	return cluster.Target{
		Key:     cluster.Key{Kind: cluster.Kind{Group: q.id.group, Kind: q.id.kind}, Namespace: q.id.namespace, Name: q.id.name},
		Version: q.version, Subresource: q.command.Subresource,
	}
}

// run sends the requests of kubectl for the object to a cluster, and returns the answer to the last write.
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
		last = server.stored // kubectl only prints a note if a later request is refused
	}
	if first != nil && last != first && first.Old != nil {
		// The first of several writes shows the changes by the manifest.
		last.Old, last.Trace = first.Old, first.Trace
	}
	return q.ended(c, done, last)
}

// withoutVersion removes the resourceVersion from an answer, because no file gave it.
func withoutVersion(r *dryrun.Result) {
	for _, o := range [...]map[string]any{r.Object, r.Stored, r.Scale, r.Old} {
		if metadata, ok := o["metadata"].(map[string]any); ok {
			delete(metadata, "resourceVersion")
		}
	}
}

// ended returns the answer of a command: the server's answer to the last request, or an error of kubectl.
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
		// kubectl sends no more requests.
		out := &dryrun.Result{Operation: q.command.operation(), Refusal: code.Refused}
		answer.Refuse(&out.APIServer, http.StatusBadRequest, done.Refusal.Text())
		if s := done.Refusal.Status; s != nil {
			answer.Refuse(&out.APIServer, int(s.Code), s.Message)
		}
		if out.APIServer.Code == http.StatusNotFound {
			out.Refusal = code.NotFound
		}
		problem := done.Refusal.Facts["problem"]
		if field, goType := code.MetadataType(problem); goType != "" && done.Refusal.Code == code.KubectlMetadataType {
			out.Refusal, out.Behind = code.MetadataWrongType, finding.Facts{Where: field, Wanted: goType, ValidatorText: problem}
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

// asApplied returns a copy of an object with the last-applied annotation of kubectl apply. The copy shares all but
// its own fields and those of its metadata.
func (q *request) asApplied(object map[string]any) (map[string]any, error) {
	text, err := json.Marshal(q.manifest(object))
	if err != nil {
		return nil, err
	}
	object = jsonvalue.Shallow(object)
	clientapply.Annotate(object, clientapply.Applied(text, q.servedAs(), clientapply.Options{Namespace: q.id.namespace}))
	return object, nil
}

// manifest returns a live object without the fields that a server writes. The copy shares the other fields.
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

// serverWrites are the fields of metadata that only the server writes.
var serverWrites = [...]string{"creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"}

// servedAs returns the kind of the object as the server serves it.
func (q *request) servedAs() clientapply.Resource {
	return clientapply.Resource{
		GroupVersionKind: apischema.GroupVersionKind{Group: q.id.group, Version: q.version, Kind: q.id.kind},
		Plural:           q.def.crd.Spec.Names.Plural, Namespaced: q.def.namespaced,
	}
}

// alone returns a cluster that holds only the live object of a request.
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

// fromManifest reports whether the live object is a manifest that was never in a cluster. Function before then
// applies it.
func (q *request) fromManifest() bool {
	live := &unstructured.Unstructured{Object: q.old.Value()}
	return q.isThere && !q.liveIsObject && !wasInCluster(live) &&
		(q.command.ServerSide || live.GetAnnotations()[clientapply.Annotation] == "")
}

// wasInCluster reports whether an object has fields that only a server writes.
func wasInCluster(u *unstructured.Unstructured) bool {
	return u.GetUID() != "" || u.GetResourceVersion() != "" || len(validate.Owners(u.Object)) > 0
}

// before returns a copy of the live object as the cluster would hold it. A manifest from a repository was never in
// a cluster; before takes it as applied earlier with the same command. It returns nil if it stored the object in
// the cluster.
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
