package validate

import (
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/kube"
)

// Changed checks a JSON value against a schema as Value does, but forgives what
// is wrong where the value has not changed since it was stored. What it forgave
// is the second list, of which the server says nothing.
//
// It mirrors RatchetingSchemaValidator of pkg/apiserver/validation: a node
// reached through properties, additionalProperties, or the items of a list of
// type map is compared with what stands there in the old value, and if they are
// deeply equal, everything that is wrong at the node or below is forgiven. Nodes
// inside of junctors, and the items of all other lists, have no old value of
// their own. The correlation nil forgives nothing.
func Changed(base finding.Code, at *finding.Path, value any, s *spec.Schema, of kube.Objects, old *common.CorrelatedObject) (found, forgiven finding.List) {
	return NewChecker(s).Changed(base, at, value, of, old)
}

// Changed is the function of that name.
func (c *Checker) Changed(base finding.Code, at *finding.Path, value any, of kube.Objects, old *common.CorrelatedObject) (found, forgiven finding.List) {
	wrong, unchanged := wording{base: base, at: at, value: value}, wording{base: base, at: at, value: value}
	c.collect(value, old, !of.PropertiesGoOn, func(err error, forgiven bool) {
		if forgiven {
			unchanged.add(err)
		} else {
			wrong.add(err)
		}
	})
	return wrong.list, unchanged.list
}
