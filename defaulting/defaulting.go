// Package defaulting applies the defaults of a schema to objects, and checks that the defaults are what the
// server accepts: pruned and valid. A schema is read by schema.Parse or schema.FromValue.
package defaulting

import (
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// Set is a default that was set in an object.
type Set struct {
	Path  string // as the server prints it
	Value any
	// Null is set where the default replaced a null.
	Null bool
}

// Apply sets the defaults of s in x, a JSON value, as Default of pkg/apiserver/schema/defaulting does: a field that
// is absent, or null and not nullable, takes a copy of its default, and then defaults are set below the fields that
// are there. Nothing is set below a field that stays absent. It returns what it set, sorted by path.
func Apply(x any, s *schema.Schema) []Set {
	var out []Set
	for _, set := range defaulting.Apply(x, s) {
		out = append(out, Set{Path: set.At.Server(), Value: set.Value, Null: set.Null})
	}
	return out
}

// CheckSchema returns the errors about the defaults of a structural schema: what a server of the newest Kubernetes
// version that is known finds when a CRD with it is created. Findings have no file
// and no line; their paths begin at openAPIV3Schema.
func CheckSchema(s *schema.Schema) []report.Finding { return CheckSchemaFor(kube.Latest, s) }

// CheckSchemaFor is CheckSchema for a server of another version.
func CheckSchemaFor(v kube.Version, s *schema.Schema) []report.Finding {
	return defaulting.CheckSchemaFor(v, s).Reports()
}
