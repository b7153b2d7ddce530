package dryrun

import (
	"fmt"

	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// validateTypeMeta checks kind and apiVersion, and reports whether they are valid. If not, the
// server validates neither metadata nor the value (ValidateTypeMeta of
// pkg/registry/customresource/validator.go).
func (q *request) validateTypeMeta() bool {
	matches := true
	if kind, _ := q.obj["kind"].(string); kind != q.resource.kind {
		q.add(finding.Invalid(code.TypeMeta, finding.Root("kind"), kind, "must be "+q.resource.kind))
		matches = false
	}
	want := q.resource.group + "/" + q.v.name
	if apiVersion, _ := q.obj["apiVersion"].(string); apiVersion != want {
		q.add(finding.Invalid(code.TypeMeta, finding.Root("apiVersion"), apiVersion, "must be "+want))
		matches = false
	}
	return matches
}

// validateMetadata checks the metadata of a new object.
func (q *request) validateMetadata() {
	meta := validate.MetaOf(q.obj)
	errs := metavalidation.ValidateObjectMeta(meta, q.resource.namespaced, metavalidation.NameIsDNSSubdomain, field.NewPath("metadata"))
	q.addMeta(validate.MetaOnce(errs, q.resource.server.Checks))
}

// validateMetadataChange checks metadata on update, where a name must only be a valid path segment of a URL
// (validateCommonFields of k8s.io/apiserver/pkg/registry/rest).
func (q *request) validateMetadataChange() {
	meta := validate.MetaOf(q.obj)
	q.addMeta(metavalidation.ValidateObjectMeta(meta, q.resource.namespaced, validate.PathSegment, field.NewPath("metadata")))
	errs := q.metadataChange(meta)
	q.metadataStays = len(errs) == 0
	q.addMeta(errs)
}

// validateMetadataChangeAgain checks the change of metadata again, as the server does, and lists each cause twice.
func (q *request) validateMetadataChangeAgain() {
	if q.metadataStays {
		return
	}
	q.addMeta(validate.MetaOnce(q.metadataChange(validate.MetaOf(q.obj)), q.resource.server.Checks))
}

// metadataChange checks the change of metadata. It sets fields of meta that an update may omit.
func (q *request) metadataChange(meta *metav1.ObjectMeta) field.ErrorList {
	old := validate.MetaOf(q.old)
	errs := validate.MetaChange(meta, old, q.resource.server.Checks)
	if !q.resource.server.Words.ValuesAsJSON {
		for _, e := range errs {
			switch e.BadValue.(type) {
			case []metav1.OwnerReference, metav1.OwnerReference:
				e.BadValue = code.Elsewhere{Value: e.BadValue}
			}
		}
	}
	return errs
}

func (q *request) addMeta(errs field.ErrorList) {
	validate.SortMeta(errs)
	if len(errs) == 0 {
		return
	}
	keyOf := validate.KeysByValue(validate.MetaOf(q.obj).Labels)
	for _, e := range errs {
		f := finding.FromField(code.Metadata, validate.MetaPath(nil, e, keyOf), e)
		validate.MetaBefore(&f, q.resource.server.Checks)
		q.add(f)
	}
}

// validateValue checks the object against the schema. On update, errors about unchanged values
// are forgiven.
func (q *request) validateValue() {
	if q.resource.observer != nil {
		q.observed.Object = q.obj
	}
	found, forgiven := q.v.value.Changed(code.Value, nil, q.obj, q.resource.server.Objects, q.correlate())
	q.add(found...)
	q.forgive(forgiven)
}

// validateStatusValue checks status against its own schema. Old servers check the whole object.
func (q *request) validateStatusValue() {
	of := &q.resource.server.Objects
	if !of.StatusAlone {
		q.validateValue()
		return
	}
	if q.resource.observer != nil {
		q.observed.Object, q.observed.StatusOnly = q.obj, true
	}
	status, found := q.obj["status"]
	at := finding.Root("status")
	if !found || q.v.statusSchema == nil {
		return
	}
	if !of.StatusPaths {
		wrong, _ := q.v.statusValue.Changed(code.Value, nil, status, *of, nil)
		for i := range wrong {
			q.add(belowStatus(wrong[i]))
		}
		return
	}
	var old *common.CorrelatedObject
	if q.v.schema != nil {
		old = q.correlate().Key("status")
	}
	if old == nil && status == nil && of.RatchetingStatus {
		return // the server treats null like an absent value
	}
	if old == nil {
		// There is no old status to compare.
		q.add(q.v.statusValue.Value(code.Value, at, status)...)
		return
	}
	wrong, forgiven := q.v.statusValue.Changed(code.Value, at, status, *of, old)
	q.add(wrong...)
	q.forgive(forgiven)
}

// belowStatus returns a finding whose printed path begins below status, as old servers print it, but whose place in the
// file is right.
func belowStatus(f finding.Finding) finding.Finding {
	place := func(p *finding.Path) *finding.Path {
		at := finding.Root("status")
		for _, s := range p.Segments() {
			if s.IsIndex {
				at = at.Index(s.Index)
			} else {
				at = at.Child(s.Name)
			}
		}
		return at
	}
	if f.Path == nil {
		f.Related = append([]finding.Related(nil), f.Related...)
		for i := range f.Related {
			f.Related[i].Path = place(f.Related[i].Path)
		}
		return f
	}
	f.Path = f.Path.At(place(f.Path))
	return f
}

// correlate pairs the parts of the object with the parts of the old object that they replace. It returns nil on create,
// and for a server without ratcheting.
func (q *request) correlate() *common.CorrelatedObject {
	of := &q.resource.server.Objects
	if q.old == nil || q.v.schema == nil || !of.Ratcheting || q.subresource() == "status" && !of.RatchetingStatus {
		return nil
	}
	if q.correlated == nil {
		q.correlated = common.NewCorrelatedObject(q.obj, q.old, q.v.correlation())
	}
	return q.correlated
}

// forgive adds findings about unchanged values to the trace.
func (q *request) forgive(forgiven finding.List) {
	for _, f := range q.sorted(forgiven) {
		f.WordedBy(q.resource.words)
		q.trace.addFrom(q.v, "", Entry{Stage: Validate, Action: Forgave, At: place(&f), Value: f.Value, Reason: f.ServerMessage() + Unchanged})
	}
}

// scaleScope says which paths of the scale subresource are checked.
type scaleScope bool

const (
	specAndStatus scaleScope = true
	statusOnly    scaleScope = false
)

// validateScale checks the values at the paths of the scale subresource.
func (q *request) validateScale(scope scaleScope) {
	scale := q.v.scale
	if scale == nil {
		return
	}
	if scope == specAndStatus {
		q.add(validate.Replicas(q.obj, scale.SpecReplicasPath)...)
	}
	q.add(validate.Replicas(q.obj, scale.StatusReplicasPath)...)
	if scale.LabelSelectorPath != nil {
		q.add(validate.LabelSelector(q.obj, *scale.LabelSelectorPath)...)
	}
}

// validateEmbedded checks the metadata of embedded resources, on create and update alike.
func (q *request) validateEmbedded() {
	if q.v.hasEmbedded {
		c := validate.MetaChecker{Code: code.EmbeddedMetadata, Checks: q.resource.server.Checks}
		q.add(c.Check(nil, q.obj, q.v.schema, false)...)
	}
}

// validateLists checks that the items of sets and maps are unique. If the old object has any repeated item, all
// repeated items of the new one are accepted.
func (q *request) validateLists() {
	if !q.v.hasLists || q.subresource() == "status" && !q.resource.server.Objects.StatusLists {
		return
	}
	found := validate.Lists(nil, q.obj, q.v.schema)
	var old finding.List
	if len(found) > 0 && q.old != nil {
		old = validate.Lists(nil, q.old, q.v.schema)
	}
	if len(old) == 0 {
		q.add(found...)
		return
	}
	for i := range found {
		f := &found[i]
		f.WordedBy(q.resource.words)
		q.trace.addFrom(q.v, "x-kubernetes-list-type", Entry{Stage: Validate, Action: Forgave, At: f.Path, Value: f.Value,
			Reason: fmt.Sprintf("%s; the stored object repeats items, too: %s", f.ServerMessage(), old[0].Path.Server())})
	}
}
