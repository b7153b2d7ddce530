package rules

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var crdCopies = Rule{
	ID: "crd-copies", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "copies of a CRD differ",
	Why: `Many repositories contain a CRD twice: where it is generated, and in a chart. If their specs differ, one of the
two is probably out of date, and users get one or the other depending on how they install it. Generate both, or compare
them in a test. Files with the numbers of different releases in their paths are not compared with each other.`,
	Example: `
  names: {plural: widgets, kind: Widget}
  ---
- names: {plural: widgets, kind: Widget, shortNames: [wg]}
+ names: {plural: widgets, kind: Widget}
`,
	Digests: true,
	Set: func(p *SetPass) {
		seen := map[Copy]*Identity{}
		for _, id := range p.CRDs {
			of := CopyOf(id.Name, id.File)
			first := seen[of]
			switch {
			case id.Name == "":
			case first == nil:
				seen[of] = id
			case first.Digest != id.Digest:
				p.ReportHelp(id, &id.Names[0], "make them the same, or lint them in separate runs if they are meant to differ",
					"the spec of %s differs from that of its copy at %s", id.Name, first.Where(&first.Names[0]))
			}
		}
	},
}

// Copy identifies copies of a CRD that have to be equal: by name, and by the release in the path of the file,
// if any.
type Copy struct{ name, release string }

// CopyOf returns the Copy for a CRD in a file.
func CopyOf(name, file string) Copy { return Copy{name, source.Release(file)} }
