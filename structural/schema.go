package structural

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

// CheckSchema returns what keeps a schema by itself, such as schema.Parse and
// schema.FromValue read, from being structural, with paths that begin at
// openAPIV3Schema. What the server cannot even turn into its structural form, such as
// a $ref, is one finding about the schema.
func CheckSchema(s *schema.Schema) finding.List {
	root := finding.Root("openAPIV3Schema")
	t := schema.NewTree(s, root)
	if text := ConversionError(t, 0); text != "" {
		return finding.List{{Severity: finding.Error, Path: root, Message: text}}
	}
	return Check(t)
}
