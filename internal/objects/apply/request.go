package apply

import (
	"fmt"
	"net/http"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/clientapply"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A request is the request for an object of a file, from the file to its result.
type request struct {
	*Runner
	doc     *source.Document
	def     *definition
	object  dryrun.Object
	id      identity
	version string
	strict  string

	old     dryrun.Object
	isThere bool
	command Command
	// stepReplicas is --replicas in the comment of a step; nil if there is none.
	stepReplicas *int32
	// notes are the messages of kubectl about a request that is not refused.
	notes []clientapply.Note
	// liveIsObject says that the object of the file is also taken as the live object.
	liveIsObject bool
	// unreadable is the version of a live object that only a webhook can convert to the version of the request.
	unreadable string
}

// load finds the live object.
func (q *request) load() error {
	if q.sequence != nil {
		return q.begin()
	}
	q.old, q.isThere = q.opts.Live.find(q.id)
	switch {
	case q.isThere:
		if of := q.opts.Live.objects[q.id].version; of != q.version && q.webhook() {
			if q.opts.Subresource != "" {
				return fmt.Errorf("the live object has version %s, which a webhook converts to %s; conversion webhooks are not simulated", of, q.version)
			}
			q.isThere, q.unreadable = false, of
			return nil
		}
		stored := q.storedBy()
		if stored == nil {
			return nil
		}
		if err := stored.use(q.opts.StoredBy); err != nil {
			return err
		}
		var err error
		q.old, err = stored.resource.Stored(q.old)
		return err
	case q.opts.Subresource != "" && q.opts.Live == nil:
		value, ok := source.Value(q.doc.Root).(map[string]any)
		if ok {
			if q.opts.Subresource == Status {
				delete(value, "status")
			}
			q.old, q.isThere, q.liveIsObject = dryrun.FromValue(value), true, true
		}
	}
	return nil
}

// webhook reports whether a webhook converts between versions. crdtool cannot simulate it.
func (q *request) webhook() bool {
	c := q.def.crd.Spec.Conversion
	return c != nil && c.Strategy == "Webhook"
}

func (q *request) storedBy() *definition {
	if q.opts.StoredBy == nil {
		return nil
	}
	return q.opts.StoredBy.find(q.id.group, q.id.kind)
}

// requestOptions returns the options of each request.
func (q *request) requestOptions() dryrun.RequestOptions {
	return dryrun.RequestOptions{
		FieldValidation: q.strict, Namespace: q.id.namespace,
		FillResourceVersion: !q.opts.NeedResourceVersion, Context: q.opts.Context, Most: q.opts.Most,
	}
}

// send makes the request, or the requests of the command of kubectl.
func (q *request) send() (*dryrun.Result, error) {
	switch {
	case q.sequence != nil:
		return q.follow()
	case !q.command.plain():
		c, err := q.alone()
		if err != nil {
			return nil, err
		}
		result, err := q.run(c)
		if result != nil && (&unstructured.Unstructured{Object: q.old.Value()}).GetResourceVersion() == "" {
			withoutVersion(result)
		}
		return result, err
	}
	opts := q.requestOptions()
	if q.opts.ShowOwners && q.isThere && q.opts.Subresource != "" {
		return q.sendOwned(opts)
	}
	resource := q.def.resource
	switch {
	case !q.isThere && q.opts.Subresource != "":
		return q.notThere(), nil
	case !q.isThere:
		return resource.Create(q.object, opts), nil
	case q.opts.Subresource == Status:
		return resource.UpdateStatus(q.object, q.old, opts)
	case q.opts.Subresource == Scale:
		replicas, err := q.replicas()
		if err != nil {
			return nil, err
		}
		opts.Version = q.version
		return resource.UpdateScale(replicas, q.old, opts)
	}
	return resource.Update(q.object, q.old, opts)
}

// sendOwned writes a subresource of an object, with the ownership of fields.
func (q *request) sendOwned(opts dryrun.RequestOptions) (*dryrun.Result, error) {
	c, err := q.alone()
	if err != nil {
		return nil, err
	}
	opts.Manager = q.command.Manager
	if q.opts.Subresource == Status {
		return c.Update(q.target(), q.object, opts)
	}
	replicas, err := q.replicas()
	if err != nil {
		return nil, err
	}
	return c.Scale(q.target(), replicas, opts)
}

// notThere returns the answer to a request for a subresource of a missing object.
func (q *request) notThere() *dryrun.Result {
	out := &dryrun.Result{Operation: dryrun.UpdateStatus}
	if q.opts.Subresource == Scale {
		out.Operation = dryrun.UpdateScale
	}
	out.APIServer.Warnings = []string{}
	names := &q.def.crd.Spec
	out.Refusal = code.NotFound
	answer.Refuse(&out.APIServer, http.StatusNotFound, fmt.Sprintf("%s.%s %q not found", names.Names.Plural, names.Group, q.id.name))
	return out
}

// replicas returns the number of replicas that a scale request sets.
func (q *request) replicas() (int32, error) {
	if q.stepReplicas != nil {
		return *q.stepReplicas, nil
	}
	if q.opts.Replicas != nil {
		return *q.opts.Replicas, nil
	}
	scale := q.scale()
	if scale == nil {
		return 0, nil // the server refuses the request
	}
	p := finding.Root(validate.SplitPath(scale.SpecReplicasPath)...)
	n, exact := q.doc.Node(p.Segments())
	if exact {
		if replicas, ok := source.Scalar(n).(int64); ok && int64(int32(replicas)) == replicas {
			return int32(replicas), nil
		}
	}
	return 0, fmt.Errorf("it has no number of replicas at %s; give one with --replicas", scale.SpecReplicasPath)
}

// scale returns the scale subresource of the object's version, or nil.
func (q *request) scale() *crd.Scale {
	v := q.def.version(q.version)
	if v == nil || v.Subresources == nil {
		return nil
	}
	return v.Subresources.Scale
}
