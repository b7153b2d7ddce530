package crd

import (
	"fmt"
	"net/url"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/validate/content"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// prepareMetadata clears the fields that the server manages, or copies them from old.
func prepareMetadata(c, old *CustomResourceDefinition) {
	m := &c.Metadata
	m.Namespace, m.ManagedFields = "", nil
	if old == nil {
		m.UID, m.CreationTimestamp = "", metav1.Time{}
		m.DeletionTimestamp, m.DeletionGracePeriodSeconds = nil, nil
		m.Generation = 1
		return
	}
	o := &old.Metadata
	o.ManagedFields = nil
	// A manifest from a repository has none of these fields: kubectl copies the resourceVersion from the live object,
	// and the server the others.
	if m.ResourceVersion == "" {
		m.ResourceVersion = o.ResourceVersion
	}
	if m.ResourceVersion == "" {
		m.ResourceVersion = "1"
	}
	if m.UID == "" {
		m.UID = o.UID
	}
	m.Generation = o.Generation
	// The generation is only visible in a message about a negative one.
	if o.Generation < 0 && !semantic().DeepEqual(c.Spec, old.Spec) {
		m.Generation++
	}
	m.CreationTimestamp = o.CreationTimestamp
	if o.DeletionTimestamp != nil {
		m.DeletionTimestamp = o.DeletionTimestamp
	}
	if m.DeletionGracePeriodSeconds == nil {
		m.DeletionGracePeriodSeconds = o.DeletionGracePeriodSeconds
	}
}

// semantic compares as equality.Semantic of k8s.io/apimachinery/pkg/api does, with which the server compares specs.
var semantic = sync.OnceValue(func() conversion.Equalities {
	e := equality.Semantic.Copy()
	_ = e.AddFunc(schema.Equal) // fails only for a function that does not compare two values
	return e
})

// mergeOwners removes repeated owner references, as the server does, and warns about them.
func (k *checker) mergeOwners() {
	m := &k.crd.Metadata
	type owner struct {
		apiVersion, kind, name, uid       string
		hasController, controller         bool
		hasBlocks, blocksTheOwnersRemoval bool
	}
	seen := map[owner]bool{}
	is := func(b *bool) (has, set bool) { return b != nil, b != nil && *b }
	var kept []metav1.OwnerReference
	var repeated []string
	var first int
	for i, ref := range m.OwnerReferences {
		o := owner{apiVersion: ref.APIVersion, kind: ref.Kind, name: ref.Name, uid: string(ref.UID)}
		o.hasController, o.controller = is(ref.Controller)
		o.hasBlocks, o.blocksTheOwnersRemoval = is(ref.BlockOwnerDeletion)
		if seen[o] {
			if len(repeated) == 0 {
				first = i
			}
			repeated = append(repeated, string(ref.UID))
			continue
		}
		seen[o] = true
		kept = append(kept, ref)
	}
	if len(repeated) == 0 {
		return
	}
	m.OwnerReferences = kept
	k.warned = append(k.warned, finding.Finding{
		Code: code.OwnersTwice, Severity: finding.Warning, Path: finding.Root("metadata", "ownerReferences").Index(first),
		Detail: ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; " +
			"please fix your requests; duplicate UID(s) observed: " + strings.Join(repeated, ", "),
	})
}

// metadata makes the checks of the CRD's strategy on the metadata.
func (k *checker) metadata() {
	m := &k.crd.Metadata
	if k.old != nil {
		k.metadataChange()
		return
	}
	name := k.crd.Spec.Names.Plural + "." + k.crd.Spec.Group
	k.addMeta(m, func(m *metav1.ObjectMeta) field.ErrorList {
		return metavalidation.ValidateObjectMeta(m, false, func(n string, prefix bool) []string {
			errs := metavalidation.NameIsDNSSubdomain(n, prefix)
			if n != name {
				errs = append(errs, notPluralAndGroup)
			}
			return errs
		}, field.NewPath("metadata"))
	})
}

// metadataChange checks the change of the metadata.
func (k *checker) metadataChange() {
	k.addMeta(&k.crd.Metadata, func(m *metav1.ObjectMeta) field.ErrorList {
		return validate.MetaChange(m, &k.old.Metadata, k.behaviour.Checks)
	})
}

// commonMetadata makes the checks that the server makes on the metadata of every kind. On create it runs only if there
// are no other findings. On update it always runs, so that its findings appear twice.
func (k *checker) commonMetadata() {
	m := &k.crd.Metadata
	check := func(m *metav1.ObjectMeta) field.ErrorList {
		return metavalidation.ValidateObjectMeta(m, false, pathSegment, field.NewPath("metadata"))
	}
	if k.old != nil {
		k.addMeta(m, check)
		k.metadataChange()
	} else if len(k.found) == 0 {
		k.addMeta(m, check)
	}
}

func pathSegment(name string, prefix bool) []string {
	if prefix {
		return content.IsPathSegmentPrefix(name)
	}
	return content.IsPathSegmentName(name)
}

func (k *checker) addMeta(m *metav1.ObjectMeta, check func(*metav1.ObjectMeta) field.ErrorList) {
	errs := check(m)
	if len(errs) == 0 {
		return
	}
	validate.SortMeta(errs)
	keyOf := validate.KeysByValue(k.crd.Metadata.Labels)
	for _, e := range errs {
		f := finding.FromField(metadataCode(e), validate.MetaPath(nil, e, keyOf), e)
		validate.MetaBefore(&f, k.behaviour.Checks)
		k.add(f)
	}
}

// notPluralAndGroup is the server's detail about a name that does not consist of the plural and the group.
const notPluralAndGroup = `must be spec.names.plural+"."+spec.group`

func metadataCode(e *field.Error) finding.Code {
	switch {
	case e.Field != "metadata.name" && e.Field != "metadata.generateName":
		return code.Metadata
	case e.Type == field.ErrorTypeRequired:
		return code.CRDNameRequired
	case e.Detail == notPluralAndGroup:
		return code.CRDNameParts
	}
	return code.CRDNameForm
}

const approvedAnnotation = "api-approved.kubernetes.io"

type approval uint8

const (
	approvalInvalid approval = iota
	approved
	approvalBypassed
	approvalMissing
)

func approvalOf(c *CustomResourceDefinition) approval {
	a := c.Metadata.Annotations[approvedAnnotation]
	if a == "" {
		return approvalMissing
	}
	if strings.HasPrefix(a, "unapproved") {
		return approvalBypassed
	}
	if u, err := url.ParseRequestURI(a); err == nil && u.Host != "" {
		return approved
	}
	return approvalInvalid
}

// approval checks that a CRD in a group of the Kubernetes project has an annotation with the approval of the API.
func (k *checker) approval() {
	g := k.crd.Spec.Group
	if g != "k8s.io" && g != "kubernetes.io" && !strings.HasSuffix(g, ".k8s.io") && !strings.HasSuffix(g, ".kubernetes.io") {
		return
	}
	state := approvalOf(k.crd)
	if k.old != nil && state == approvalOf(k.old) {
		return
	}
	p := finding.Root("metadata", "annotations").Key(approvedAnnotation)
	switch state {
	case approvalMissing:
		k.add(finding.Required(code.ApprovalMissing, p, fmt.Sprintf(
			"protected groups must have approval annotation %q, see https://github.com/kubernetes/enhancements/pull/1111", approvedAnnotation)))
	case approvalInvalid:
		k.add(finding.Invalid(code.ApprovalInvalid, p, k.crd.Metadata.Annotations[approvedAnnotation], fmt.Sprintf(
			"protected groups must have approval annotation %q with either a URL or a reason starting with \"unapproved\", see https://github.com/kubernetes/enhancements/pull/1111", approvedAnnotation)))
	}
}
