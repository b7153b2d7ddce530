package structural

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// CheckSchema returns the errors of the newest server about a schema that is not structural. Paths
// begin at openAPIV3Schema. A keyword that has no structural form, such as $ref, is one error about
// the whole schema.
func CheckSchema(s *schema.Schema) finding.List {
	root := finding.Root("openAPIV3Schema")
	t := schematree.New(s, root)
	if text := ConversionError(t, 0); text != "" {
		return finding.List{{Severity: finding.Error, Path: root, Message: text}}
	}
	return Check(t, behaviour.Of(kube.Latest).Checks)
}
