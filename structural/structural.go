// Package structural checks that a schema is structural: structure stands apart from the
// validation of values, so that kube-apiserver can prune and default without looking at values.
// The server accepts only structural schemas in CustomResourceDefinitions.
//
// It mirrors ValidateStructural of pkg/apiserver/schema in k8s.io/apiextensions-apiserver.
package structural

import (
	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// CheckSchema returns the errors of the newest server about a schema that is not structural; none
// if it is structural. Findings have no file and no line; their paths begin at openAPIV3Schema. A keyword that has no structural form, such
// as $ref, is one error about the whole schema. Read a schema by schema.Parse or schema.FromValue.
func CheckSchema(s *schema.Schema) []report.Finding { return structural.CheckSchema(s).Reports() }
