package crd

import (
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// metadataChange checks the change of the metadata.
func (k *checker) metadataChange() {
	errs := metavalidation.ValidateObjectMetaUpdate(&k.crd.Metadata, &k.old.Metadata, field.NewPath("metadata"))
	if !k.behaviour.Checks.GenerationOnUpdate {
		kept := errs[:0]
		for _, e := range errs {
			if e.Field != "metadata.generation" || e.Detail != metavalidation.IsNegativeErrorMsg {
				kept = append(kept, e)
			}
		}
		errs = kept
	}
	k.addMeta(errs)
}
