package tighter

import (
	"math"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/server/validate"
)

// KeepsReplicas reports whether a change is of a bound of one of the fields that the scale
// subresource has replicas in, which keeps all that the server accepts of them without it
// (ValidateScaleSpec and ValidateScaleStatus of pkg/registry/customresource in
// k8s.io/apiextensions-apiserver): absent, or an integer from 0 on that an int32 holds. With a bound that
// the server cannot convert to the type of the field it refuses every number.
func (j *Judge) KeepsReplicas(c *schemadiff.Change, fields []string) bool {
	if !slices.Contains(fields, c.Field()) {
		return false
	}
	is := c.At.New
	for _, bound := range []*float64{is.Minimum, is.Maximum} {
		if bound != nil && !validate.BoundReadable(j.Server, *bound, is.Type, is.Format) {
			return false
		}
	}
	switch c.Keyword {
	case "minimum", "exclusiveMinimum":
		return is.Minimum == nil || *is.Minimum < 0 || *is.Minimum == 0 && !is.ExclusiveMinimum
	case "maximum", "exclusiveMaximum":
		return is.Maximum == nil || *is.Maximum > math.MaxInt32 || *is.Maximum == math.MaxInt32 && !is.ExclusiveMaximum
	case "format":
		return is.Format == "int32" || is.Format == "int64"
	}
	return false
}
