package rules

import "github.com/crdtool/crdtool/internal/text/finding"

var crdTwice = Rule{
	ID: "crd-twice", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "file contains the same CRD twice",
	Why:   `Both are applied, one after the other, and the last one replaces the first. Edits of the first have no effect.`,
	Example: `
  names: {plural: widgets, kind: Widget}
- ---
- names: {plural: widgets, kind: Widget}
`,
	Set: func(p *SetPass) {
		type place struct{ file, name string }
		seen := map[place]*Identity{}
		for _, id := range p.CRDs {
			at := place{id.File, id.Name}
			if before := seen[at]; before != nil && id.Name != "" {
				p.ReportHelp(id, &id.Names[0], "remove one of the two", "%s is already in this file, at line %d; this one replaces it", id.Name, before.Names[0].Pos.Line)
			}
			seen[at] = id
		}
	},
}
