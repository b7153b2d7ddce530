package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var serverField = Rule{
	ID: "server-field", Severity: finding.Info, Profile: Strict, Topic: Install, Keywords: []string{}, Fixable: true,
	Title: "field is set that only the server writes",
	Why: `The server ignores the status of a CRD that is applied, and metadata such as ` + "`creationTimestamp`" + `, and
writes its own. Older releases of controller-gen wrote ` + "`creationTimestamp: null`" + ` and an empty status to every
file. GitOps tools usually ignore these two; a file that was exported from a cluster has more such fields, among them
` + "`resourceVersion`" + `, with which applying it can fail. Remove them.`,
	Example: `
  apiVersion: apiextensions.k8s.io/v1
  kind: CustomResourceDefinition
  metadata:
-   creationTimestamp: null
    name: widgets.example.com
  spec:
    group: example.com
    scope: Namespaced
    names: {plural: widgets, kind: Widget}
    versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		report := func(at *finding.Path, name, what string) {
			does := "the server ignores the value in the file"
			if name == "resourceVersion" {
				does = "the server refuses to create a CRD that has one, and only updates a CRD whose resourceVersion is the same"
			}
			f := p.Report(at, "%s is set by the server: %s", what, does)
			f.Help = "remove it"
			f.Fix = finding.RemoveKey("remove "+name, at)
			f.Pos = p.Doc.LocateKey(at.Segments())
		}
		metadata := source.Field(p.Doc.Root, "metadata")
		if metadata != nil {
			for e := range source.Entries(metadata) {
				if slices.Contains(serverMetadata(), e.Key) && !e.Merged {
					report(finding.Root("metadata", e.Key), e.Key, "metadata."+e.Key)
				}
			}
		}
		if source.Field(p.Doc.Root, "status") != nil {
			report(finding.Root("status"), "status", "the status of a CRD")
		}
	},
}

// serverMetadata returns the fields of metadata that the server sets.
func serverMetadata() []string {
	return []string{
		"creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "generation", "managedFields",
		"resourceVersion", "selfLink", "uid",
	}
}
