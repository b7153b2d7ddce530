package validate

import (
	"strings"

	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// withoutRange repeats a numeric type, so that the validator does not check whether numbers and bounds are in the
// type's range. It checks that only for a single type; servers that do not distinguish formats by type never do.
func withoutRange(types spec.StringOrArray) spec.StringOrArray {
	if len(types) == 1 && (types[0] == "integer" || types[0] == "number") {
		return spec.StringOrArray{types[0], types[0]}
	}
	return types
}

// typeOnce replaces the repeated type of withoutRange in an error by a single one.
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
