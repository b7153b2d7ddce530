package validate

import (
	"strings"

	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/kube"
)

// ObjectMetaErrors checks metadata, which stands at path, as ValidateObjectMeta of
// k8s.io/apimachinery does in the server's release. Their words are those of the newest
// one, but for owner references, of which the types of the errors differ.
func ObjectMetaErrors(m *metav1.ObjectMeta, namespaced bool, name metavalidation.ValidateNameFunc, path *field.Path, b *kube.Behaviour) field.ErrorList {
	return ofRelease(metavalidation.ValidateObjectMeta(m, namespaced, name, path), m, path, b)
}

// ObjectMetaChangeErrors checks a change of metadata, as ValidateObjectMetaUpdate does.
func ObjectMetaChangeErrors(m, old *metav1.ObjectMeta, path *field.Path, b *kube.Behaviour) field.ErrorList {
	errs := metavalidation.ValidateObjectMetaUpdate(m, old, path)
	if !b.Checks.GenerationOnUpdate {
		kept := errs[:0]
		for _, e := range errs {
			if e.Field != path.Child("generation").String() || e.Detail != metavalidation.IsNegativeErrorMsg {
				kept = append(kept, e)
			}
		}
		errs = kept
	}
	return ofRelease(errs, m, path, b)
}

// ofRelease makes of errors about owner references those of an old release, which names
// no index and takes an empty field for an invalid one.
func ofRelease(errs field.ErrorList, m *metav1.ObjectMeta, path *field.Path, b *kube.Behaviour) field.ErrorList {
	if b.Checks.OwnerReferencesByIndex {
		return errs // as all that is before
	}
	owners := path.Child("ownerReferences").String()
	more := 0 // controllers beside the first
	for _, e := range errs {
		rest, of := strings.CutPrefix(e.Field, owners)
		if !of {
			continue
		}
		if rest == "" && !b.Words.OwnersByKind {
			more++
			e.Detail = controllersByName(m.OwnerReferences, more)
		}
		if rest == "" {
			continue
		}
		_, name, _ := strings.Cut(rest, "]")
		e.Field, name = owners+name, strings.TrimPrefix(name, ".")
		empty := "must not be empty"
		switch {
		case name == "apiVersion":
			// The value is there but for an empty one.
			e.Detail = "version " + empty
		case e.Type != field.ErrorTypeRequired:
			continue
		case !b.Words.Short:
			e.Detail = name + " " + empty
		}
		e.Type = field.ErrorTypeInvalid
		if e.BadValue == nil {
			e.BadValue = ""
		}
	}
	return errs
}

// controllersByName says of the controllers among owners that the one with an index is one
// too many.
func controllersByName(owners []metav1.OwnerReference, i int) string {
	var names []string
	for _, o := range owners {
		if o.Controller != nil && *o.Controller {
			names = append(names, o.Name)
		}
	}
	return `Only one reference can have Controller set to true. Found "true" in references for ` + names[0] + " and " + names[i]
}
