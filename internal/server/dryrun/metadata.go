package dryrun

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// wipeSystemFields removes the fields of a new object that only the server sets (WipeObjectMetaSystemFields of
// k8s.io/apiserver/pkg/registry/rest). The server then sets uid and creationTimestamp, which are not part of a Result.
// A resourceVersion is checked by the store.
func (q *request) wipeSystemFields() {
	meta, ok := q.obj["metadata"].(map[string]any)
	if !ok {
		return
	}
	for _, k := range [...]string{"creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "selfLink", "uid"} {
		if v, found := meta[k]; found {
			delete(meta, k)
			q.trace.add(Metadata, Dropped, finding.Root("metadata", k), v, "only the server sets it")
		}
	}
	if !q.opts.Owners {
		delete(meta, "managedFields") // the server's field manager writes new ones
	}
	if v, found := meta["resourceVersion"]; found {
		q.trace.add(Metadata, Kept, finding.Root("metadata", "resourceVersion"), v,
			"a dry run lets it pass, but a create is answered 500: resourceVersion should not be set on objects to be created")
	}
}

// dropRepeatedOwners removes repeated owner references (dedupOwnerReferences of
// k8s.io/apiserver/pkg/endpoints/handlers).
func (q *request) dropRepeatedOwners() {
	u := q.object()
	refs := u.GetOwnerReferences()
	var kept []metav1.OwnerReference
	var repeated []string
	seen := map[types.UID]bool{}
	for i, ref := range refs {
		if seen[ref.UID] && slices.ContainsFunc(kept, func(k metav1.OwnerReference) bool { return reflect.DeepEqual(k, ref) }) {
			repeated = append(repeated, string(ref.UID))
			q.trace.add(Metadata, Dropped, finding.Root("metadata", "ownerReferences").Index(i), string(ref.UID), "duplicate owner")
			continue
		}
		seen[ref.UID] = true
		kept = append(kept, ref)
	}
	if len(repeated) == 0 {
		return
	}
	q.warnings.Add(".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, " +
		"and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: " + strings.Join(repeated, ", "))
	u.SetOwnerReferences(kept)
}

// generatedSuffix is shown instead of the random characters of a generated name.
const generatedSuffix = "xxxxx"

// generateName sets a name made from generateName (SimpleNameGenerator of k8s.io/apiserver/pkg/storage/names).
func (q *request) generateName() {
	u := q.object()
	base := u.GetGenerateName()
	if base == "" || u.GetName() != "" {
		return
	}
	const most = 63 - len(generatedSuffix)
	u.SetName(base[:min(len(base), most)] + generatedSuffix)
	q.trace.add(Metadata, SetBy, finding.Root("metadata", "name"), u.GetName(), "generated; the server puts random characters in the place of "+generatedSuffix)
}

func (q *request) setGeneration(g int64) { q.object().SetGeneration(g) }

// keepGeneration copies the generation from the old object, since clients cannot set it.
func (q *request) keepGeneration() { q.setGeneration(q.oldObject().GetGeneration()) }

// keepSystemFields copies fields that an update never changes from the old object (BeforeUpdate of
// k8s.io/apiserver/pkg/registry/rest). The new object may have a uid if the old one lacks it, as its file may omit it.
func (q *request) keepSystemFields() {
	meta, ok := q.obj["metadata"].(map[string]any)
	old, oldOK := q.old["metadata"].(map[string]any)
	if !ok || !oldOK {
		return
	}
	keep := func(k string) {
		was, sent := meta[k]
		v, found := old[k]
		if !found {
			delete(meta, k)
		} else {
			meta[k] = v
		}
		if sent && found && !reflect.DeepEqual(was, v) {
			q.trace.add(Metadata, Kept, finding.Root("metadata", k), v, "an update cannot change it")
		}
	}
	// Validation refuses a patch that sets another uid.
	if uid, _ := meta["uid"].(string); uid == "" || old["uid"] == nil {
		keep("uid")
	}
	keep("creationTimestamp")
	if !q.opts.Owners {
		keep("managedFields")
	}
	if old["deletionTimestamp"] != nil {
		keep("deletionTimestamp")
	}
	if old["deletionGracePeriodSeconds"] != nil && meta["deletionGracePeriodSeconds"] == nil {
		keep("deletionGracePeriodSeconds")
	}
}

// warnOfFinalizers warns about new finalizers without a domain-qualified name (generateWarningsFromObj of
// pkg/registry/customresource).
func (q *request) warnOfFinalizers() {
	of := &q.resource.server.Objects
	if !of.FinalizerWarning {
		return
	}
	added := q.object().GetFinalizers()
	if q.old != nil {
		had := q.oldObject().GetFinalizers()
		added = slices.DeleteFunc(added, func(f string) bool { return slices.Contains(had, f) })
	}
	slices.Sort(added)
	for _, f := range slices.Compact(added) {
		switch {
		case strings.Contains(f, "/") || f == metav1.FinalizerOrphanDependents || f == metav1.FinalizerDeleteDependents || f == "kubernetes":
		case of.FinalizerPathWarning && strings.Contains(f, "."):
			q.warnings.Add(fmt.Sprintf("metadata.finalizers: %q: prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers", f))
		default:
			q.warnings.Add(fmt.Sprintf("metadata.finalizers: %q: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers", f))
		}
	}
}
