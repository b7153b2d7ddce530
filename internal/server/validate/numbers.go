package validate

import (
	"strings"

	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// withoutRange returns a type of which the validator does not ask whether numbers, and
// the bounds for them, are in its range. It does so of a type that stands alone;
// servers that don't tell formats by type never do.
func withoutRange(types spec.StringOrArray) spec.StringOrArray {
	if len(types) == 1 && (types[0] == "integer" || types[0] == "number") {
		return spec.StringOrArray{types[0], types[0]}
	}
	return types
}

// typeOnce returns an error on a type of withoutRange as if the type stood there once.
func typeOnce(err *openapierrors.Validation) *openapierrors.Validation {
	if err.Code() != openapierrors.InvalidTypeCode {
		return err
	}
	text := err.Error()
	for _, typ := range [...]string{"integer", "number"} {
		twice := typ + "," + typ
		if strings.Contains(text, twice) && text == openapierrors.InvalidType(err.Name, err.In, twice, err.Value).Error() {
			return openapierrors.InvalidType(err.Name, err.In, typ, err.Value)
		}
	}
	return err
}
