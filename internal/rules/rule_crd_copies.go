package rules

import "github.com/crdtool/crdtool/finding"

var crdCopies = Rule{
	ID: "crd-copies", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "copies of a CRD differ",
	Why: `Many repositories have a CRD twice: where it is generated, and in a chart. If their specs differ, one of the
two was forgotten, and what a user gets depends on how it is installed. Generate both, or compare them in a test.`,
	Bad: firstCRD + "---\n" + firstCRDHead + `    shortNames: [wg]
` + afterNames,
	Good:    firstCRD + "---\n" + firstCRD,
	Digests: true,
	Set: func(p *SetPass) {
		seen := map[string]*Identity{}
		for _, id := range p.CRDs {
			first := seen[id.Name]
			switch {
			case id.Name == "":
			case first == nil:
				seen[id.Name] = id
			case first.Digest != id.Digest:
				p.ReportHelp(id, &id.Names[0], "make them the same, or check them apart if they are meant to differ",
					"%s has another spec than its copy at %s", id.Name, first.Where(&first.Names[0]))
			}
		}
	},
}
