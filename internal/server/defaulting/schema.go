package defaulting

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// CheckSchemaFor returns the errors about the defaults of a structural schema by itself, as on create.
func CheckSchemaFor(v kube.Version, s *schema.Schema) finding.List {
	t := schema.NewTree(s, finding.Root("openAPIV3Schema"))
	b := v.Behaviour()
	return Check(t, true, celrule.NewCompiler(b.CEL), b)
}
