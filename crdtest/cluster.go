package crdtest

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	kjson "sigs.k8s.io/json"

	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// Cluster holds custom objects as an API server does. Its verbs take the address of an
// object: a value of the API's Go type, an *unstructured.Unstructured, or anything else that
// encoding/json writes as one. They return what client-go returns: an
// *apierrors.StatusError if the server refuses the request, a *meta.NoKindMatchError for a
// kind or a version that no CRD serves, and other errors for requests that no client can
// make, such as for an object without a namespace.
//
// A request that succeeds sets the object to what the server returns, and an error leaves it
// as it is. Other than client-go's, decoding begins with an empty object, so that nothing
// stays that the server has dropped.
//
// There is no clock: creationTimestamp counts seconds from 2001 on, uids are
// numbered, and the same requests have the same answers. A Cluster is safe for concurrent
// use.
type Cluster struct {
	once   sync.Once
	server *Server
	log    logger

	mu        sync.Mutex
	objects   *cluster.Cluster
	generated int // names
	warnings  []string
	last      refusal
}

// ready makes a zero Cluster an empty one without CRDs, and returns who is told of warnings.
func (c *Cluster) ready() logger {
	c.once.Do(func() {
		if c.server == nil {
			c.server = &Server{}
		}
		if c.log == nil {
			c.log = quiet{}
		}
		if c.objects == nil {
			c.objects = cluster.New()
		}
	})
	return c.log
}

// Create creates an object, as POST does. A status is dropped if the CRD has the status
// subresource.
func (c *Cluster) Create(object any, opts ...Option) error {
	c.ready().Helper()
	return c.send(object, http.MethodPost, opts, func(s *sent, at cluster.Target, o dryrun.RequestOptions) (*dryrun.Result, error) {
		body, err := c.named(s)
		if err != nil {
			return nil, err
		}
		at.Name = nameOf(body.Value())
		return c.objects.Create(at, body, o)
	})
}

// Update replaces an object, as PUT does. Its resourceVersion must be there, and be the one
// that is stored. With the status subresource, the status stays as it is.
func (c *Cluster) Update(object any, opts ...Option) error {
	c.ready().Helper()
	return c.send(object, http.MethodPut, opts, c.put)
}

// UpdateStatus replaces the status of an object, as PUT of its subresource does: all else
// of it is ignored. Without the subresource in the CRD it is not found.
func (c *Cluster) UpdateStatus(object any, opts ...Option) error {
	c.ready().Helper()
	return c.send(object, http.MethodPut, append(slices.Clip(opts), Subresource("status")), c.put)
}

func (c *Cluster) put(s *sent, at cluster.Target, o dryrun.RequestOptions) (*dryrun.Result, error) {
	body, err := dryrun.FromJSON(s.text)
	if err != nil {
		return nil, err
	}
	return c.objects.Update(at, body, o)
}

// Apply applies an object server-side under the name of FieldOwner, which it needs: it
// creates the object or merges it into the one that is there. Another value for a field that
// somebody else has applied is a conflict, except with ForceOwnership. The object may be an
// apply configuration. A value of the API's Go type owns all that its JSON has, also fields
// that are zero for want of omitempty.
func (c *Cluster) Apply(object any, opts ...Option) error {
	c.ready().Helper()
	o := read(opts)
	return c.send(object, http.MethodPatch, opts, func(s *sent, at cluster.Target, r dryrun.RequestOptions) (*dryrun.Result, error) {
		body, err := dryrun.FromJSON(s.text)
		if err != nil {
			return nil, err
		}
		r.Manager = o.manager // the server has none for who applies
		return c.objects.Patch(at, dryrun.Patch{Type: dryrun.ApplyPatch, Applied: body, Force: o.force, HasForce: o.force}, r)
	})
}

// Patch changes the object that has the kind, the namespace and the name of the given one by
// a JSON merge patch or a JSON patch (types.MergePatchType, types.JSONPatchType). What else
// is in the given object does not matter.
func (c *Cluster) Patch(object any, t types.PatchType, patch []byte, opts ...Option) error {
	c.ready().Helper()
	if t == types.ApplyPatchType {
		return errors.New("crdtest: server-side apply is what Apply does")
	}
	return c.send(object, http.MethodPatch, opts, func(_ *sent, at cluster.Target, o dryrun.RequestOptions) (*dryrun.Result, error) {
		return c.objects.Patch(at, dryrun.Patch{Type: t, Body: patch}, o)
	})
}

// Delete deletes the object that has the kind, the namespace and the name of the given one.
// While it has finalizers it stays, with a deletionTimestamp. The given object stays as it
// is.
func (c *Cluster) Delete(object any) error {
	c.ready().Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	s, at, err := c.target(object, http.MethodDelete, "")
	if err != nil {
		return err
	}
	result, err := c.objects.Delete(at, dryrun.Deletion{}, dryrun.RequestOptions{})
	if err != nil {
		return err
	}
	return c.answered(s, at, result)
}

// Get reads an object into a given one, of which only the kind matters.
func (c *Cluster) Get(key types.NamespacedName, into any) error {
	c.ready().Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	s, err := c.encode(into)
	if err != nil {
		return err
	}
	s.Metadata.Namespace, s.Metadata.Name = key.Namespace, key.Name
	at, err := s.at(http.MethodGet, "")
	if err != nil {
		return err
	}
	// What a delete of nothing says of a version and of a name, a GET says, too.
	result := s.def.resource.DeleteMissing(at.Name, dryrun.Deletion{}, dryrun.RequestOptions{Version: at.Version, Namespace: at.Namespace})
	stored, found, err := c.objects.Get(at)
	if err != nil {
		return err
	}
	result.APIServer.Accepted = found
	if err := c.answered(s, at, result); err != nil {
		return err
	}
	return decode(stored, into)
}

// Put stores an object as it is, past all validation: one that was there before its CRD
// had the rules of today, for tests of what an update of it may leave as it is. It is to be
// at the storage version. What a stored object has that this one lacks, such as a uid, is set.
func (c *Cluster) Put(object any) error {
	c.ready().Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	s, at, err := c.target(object, http.MethodPut, "")
	if err != nil {
		return err
	}
	value := map[string]any{}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(s.text, &value); err != nil {
		return err
	}
	u := &unstructured.Unstructured{Object: value}
	if u.GetGeneration() == 0 {
		u.SetGeneration(1)
	}
	c.objects.Put(at.Key, value)
	return c.readBack(at, object)
}

// Warnings are those of the last request, in the order in which the server sends them.
func (c *Cluster) Warnings() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.warnings)
}

// send makes a request, and sets the object to what comes back.
func (c *Cluster) send(object any, method string, opts []Option, do func(*sent, cluster.Target, dryrun.RequestOptions) (*dryrun.Result, error)) error {
	c.ready().Helper()
	o := read(opts)
	switch o.validation {
	case dryrun.Strict, dryrun.Warn, dryrun.Ignore:
	default:
		return fmt.Errorf("crdtest: FieldValidation is %q; it must be Strict, Warn or Ignore", o.validation)
	}
	if o.subresource != "" && o.subresource != "status" {
		return fmt.Errorf("crdtest: the subresource %q is not simulated, only status", o.subresource)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s, at, err := c.target(object, method, o.subresource)
	if err != nil {
		return err
	}
	r := dryrun.RequestOptions{FieldValidation: o.validation, Manager: o.manager}
	if r.Manager == "" {
		r.Manager = clientName()
	}
	old, _ := c.objects.Stored(at.Key)
	result, err := do(s, at, r)
	if err != nil {
		return err
	}
	if err := c.answered(s, at, result); err != nil {
		return err
	}
	at.Name = nameOf(result.Object)
	if _, there := c.objects.Stored(at.Key); !there {
		return c.readGone(s, at, old, result, object)
	}
	return c.readBack(at, object)
}
