package apply

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// A sequence is a cluster that keeps its state: each object of a run meets the objects stored before it.
type sequence struct {
	cluster *cluster.Cluster
	// crdKinds are the definitions of CRDs themselves, by the kind that the CRD defines.
	crdKinds map[string]*definition
}

// StartSequence has the Runner send all further objects to one cluster, one after the other. The cluster holds the
// live objects at first. A comment at the head of a document gives the command (readStep), and a CRD among the
// objects replaces the CRD of its kind. The Runner is then not safe for concurrent use.
func (r *Runner) StartSequence() error {
	r.sequence = &sequence{cluster: cluster.New(), crdKinds: map[string]*definition{}}
	if r.opts.Live == nil {
		return nil
	}
	ids := make([]identity, 0, len(r.opts.Live.objects))
	for id := range r.opts.Live.objects {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b identity) int {
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.kind, b.kind), cmp.Compare(a.namespace, b.namespace), cmp.Compare(a.name, b.name))
	})
	for _, id := range ids {
		live := r.opts.Live.objects[id]
		d := r.crds.find(id.group, id.kind)
		if err := d.use(r.crds); err != nil {
			return fmt.Errorf("%s: %w", live.place, err)
		}
		q := request{Runner: r, def: d, id: id, version: live.version, old: live.object, object: live.object, isThere: true, command: r.opts.Command}
		at := q.target()
		at.Subresource = ""
		r.sequence.cluster.Install(at.Kind, d.resource)
		object, err := q.before(r.sequence.cluster)
		if err != nil {
			return fmt.Errorf("%s: %w", live.place, err)
		}
		if object != nil {
			r.sequence.cluster.Put(at.Key, object)
		}
	}
	return nil
}

// begin prepares a request of a sequence: its command and its live object.
func (q *request) begin() error {
	s, err := readStep(q.doc, q.opts.Command)
	if err != nil {
		return err
	}
	if err := s.patchIn(q.doc); err != nil {
		return err
	}
	s.Settle(true)
	q.command, q.stepReplicas = s.Command, s.replicas
	c := q.sequence.cluster
	at := q.target()
	c.Install(at.Kind, q.def.resource)
	stored, there := c.Stored(at.Key)
	q.isThere = there
	if there {
		q.old = dryrun.FromValue(stored)
	}
	return nil
}

// follow makes the requests of a step.
func (q *request) follow() (*dryrun.Result, error) {
	c := q.sequence.cluster
	if q.command.Verb != VerbUpdate {
		return q.run(c)
	}
	at, opts := q.target(), q.requestOptions()
	opts.Manager = cmp.Or(q.command.Manager, "controller")
	switch {
	case q.command.Subresource == Scale:
		replicas, err := q.replicas()
		if err != nil {
			return nil, err
		}
		return c.Scale(at, replicas, opts)
	case q.isThere || q.command.Subresource != "":
		return c.Update(at, q.object, opts)
	}
	return c.Create(at, q.object, opts)
}
