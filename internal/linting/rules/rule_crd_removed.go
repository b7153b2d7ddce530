package rules

import "github.com/crdtool/crdtool/internal/text/finding"

var crdRemoved = Rule{
	ID: "crd-removed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a stored CRD is not among the files",
	Why: `When a CRD is deleted, the server deletes all its objects. Tools that prune what is no longer in a repository,
such as Argo CD and Flux, delete a CRD that is left out; with ` + "`kubectl apply`" + ` it stays in the cluster, and nobody
maintains it. Only CRDs of a group that the files have other CRDs of are reported, and only if ` + "`crdtool lint`" + ` is given
whole folders or standard input: other files may contain the rest. If the CRD belongs to something else, leave it out
of ` + "`--old`" + `.`,
	Old: `
names: {plural: widgets, kind: Widget}
---
names: {plural: gadgets, kind: Gadget}
`,
	Example: `
  names: {plural: widgets, kind: Widget}
+ ---
+ names: {plural: gadgets, kind: Gadget}
`,
	Set: func(p *SetPass) {
		for _, id := range p.Missing {
			p.ReportHelp(id, &id.Names[0], "keep it until no objects are left",
				"%s is not among the files: if it is deleted, so are all its objects", id.Name)
		}
	},
}
