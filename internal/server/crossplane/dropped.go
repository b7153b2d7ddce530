package crossplane

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// What Crossplane takes from the root of a schema, and from the schemas of spec and of status. It sets type itself.
var (
	takenFromRoot   = []string{"type", "description", "x-kubernetes-validations", "properties", "required"}
	takenFromSpec   = []string{"type", "description", "x-kubernetes-validations", "properties", "required", "oneOf", "x-kubernetes-preserve-unknown-fields"}
	takenFromStatus = []string{"type", "description", "x-kubernetes-validations", "properties", "required", "oneOf"}
	takenFields     = []string{"apiVersion", "kind", "metadata", "spec", "status"}
)

// dropped returns the findings about keywords and fields that Crossplane leaves out of the derived CRD.
func dropped(xrd *source.Document) finding.List {
	var list finding.List
	report := func(at *finding.Path, format string, args ...any) {
		f := finding.Finding{Code: code.XRDDropped, Severity: finding.Warning, Path: at, Message: fmt.Sprintf(format, args...)}
		f.Pos = xrd.LocateKey(at.Segments())
		list = append(list, f)
	}
	versions := source.Resolve(source.Field(source.Field(xrd.Root, "spec"), "versions"))
	if versions == nil || versions.Kind != yamlnode.Sequence {
		return nil
	}
	for i, version := range versions.Content {
		root := source.Field(source.Field(version, "schema"), "openAPIV3Schema")
		at := finding.Root("spec", "versions").Index(i).Child("schema").Child("openAPIV3Schema")
		fields := source.Field(root, "properties")
		for _, of := range []struct {
			name  string
			at    *finding.Path
			node  *yamlnode.Node
			taken []string
		}{
			{"the object", at, root, takenFromRoot},
			{"spec", at.Child("properties").Child("spec"), source.Field(fields, "spec"), takenFromSpec},
			{"status", at.Child("properties").Child("status"), source.Field(fields, "status"), takenFromStatus},
		} {
			for e := range source.Entries(of.node) {
				if !slices.Contains(of.taken, e.Key) && source.IsSchemaKeyword(e.Key) {
					report(of.at.Child(e.Key), "Crossplane drops %s of %s: the CRD does not have it", e.Key, of.name)
				}
			}
		}
		for e := range source.Entries(fields) {
			if !slices.Contains(takenFields, e.Key) {
				report(at.Child("properties").Child(e.Key), "Crossplane drops the field %s: objects have spec and status alone", e.Key)
			}
		}
	}
	return list
}
