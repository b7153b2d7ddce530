package validate

import (
	"slices"

	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/behaviour"
)

// MetaOnce removes repeated errors, on servers that do so.
func MetaOnce(errs field.ErrorList, c behaviour.Checks) field.ErrorList {
	if !c.MetadataOnce || len(errs) < 2 {
		return errs
	}
	type words struct {
		of                   field.ErrorType
		field, value, detail string
	}
	seen := map[words]bool{}
	return slices.DeleteFunc(errs, func(e *field.Error) bool {
		w := words{e.Type, e.Field, "", e.Detail}
		if value, ok := e.BadValue.(string); ok {
			w.value = value // a long value is not quoted again
		} else {
			w.detail = e.ErrorBody()
		}
		defer func() { seen[w] = true }()
		return seen[w]
	})
}

// MetaChange checks a change of metadata as ValidateObjectMetaUpdate of k8s.io/apimachinery does, without the errors
// that a server with other checks does not report.
func MetaChange(m, old *metav1.ObjectMeta, c behaviour.Checks) field.ErrorList {
	errs := metavalidation.ValidateObjectMetaUpdate(m, old, field.NewPath("metadata"))
	if c.GenerationOnUpdate {
		return errs
	}
	return slices.DeleteFunc(errs, func(e *field.Error) bool {
		return e.Field == "metadata.generation" && e.Detail == metavalidation.IsNegativeErrorMsg
	})
}
