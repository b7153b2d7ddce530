package defaulting

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// CheckSchema returns what is wrong with the defaults of a structural schema by
// itself, such as schema.Parse and schema.FromValue read: what a server of the newest
// Kubernetes version that is known finds when a CRD with it is created. Paths begin
// at openAPIV3Schema.
func CheckSchema(s *schema.Schema) finding.List { return CheckSchemaFor(kube.Latest, s) }

// CheckSchemaFor is CheckSchema for a server of another version.
func CheckSchemaFor(v kube.Version, s *schema.Schema) finding.List {
	t := schema.NewTree(s, finding.Root("openAPIV3Schema"))
	b := v.Behaviour()
	return Check(t, true, celrule.NewCompiler(b.CEL), b)
}
