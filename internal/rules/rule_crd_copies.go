package rules

import "github.com/crdtool/crdtool/finding"

var crdCopies = Rule{
	ID: "crd-copies", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "copies of a CRD differ",
	Why: `Many repositories contain a CRD twice: where it is generated, and in a chart. If their specs differ, one of the
two is probably out of date, and users get one or the other depending on how they install it. Generate both, or compare
them in a test.`,
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
				p.ReportHelp(id, &id.Names[0], "make them the same, or lint them in separate runs if they are meant to differ",
					"the spec of %s differs from that of its copy at %s", id.Name, first.Where(&first.Names[0]))
			}
		}
	},
}
