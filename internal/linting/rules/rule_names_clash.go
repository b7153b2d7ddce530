package rules

import (
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var namesClash = Rule{
	ID: "names-clash", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "two CRDs of a group use the same name",
	Why: `Two resources of a group must not share a plural, singular or short name, a kind or a list kind. The server
accepts both CRDs silently, gives the name to the one that comes first, and sets the condition
` + "`NamesAccepted: False`" + ` on the other, which is then never established: requests for its objects get 404. Rename
one of the two.`,
	Example: `
  names:
    plural: widgets
    kind: Widget
    shortNames: [wg]
  ---
  names:
    plural: wheels
    kind: Wheel
-   shortNames: [wg]
+   shortNames: [wh]
`,
	Set: func(p *SetPass) {
		type claim struct {
			group, text string
			kind        bool // kinds have a namespace of their own
		}
		type owner struct {
			id   *Identity
			name *Name
		}
		owners := map[claim]owner{}
		for _, id := range p.Distinct() {
			if id.Group == "" {
				continue
			}
			clashes := map[*Identity][]*Name{}
			var others []owner // each with the first disputed name
			for i := range id.Names {
				n := &id.Names[i]
				if n.Role == CRDName || n.Role == Category || n.Text == "" {
					continue
				}
				c := claim{id.Group, n.Text, n.Role == Kind || n.Role == ListKind}
				o, taken := owners[c]
				if !taken {
					owners[c] = owner{id, n}
					continue
				}
				if o.id == id {
					continue
				}
				if clashes[o.id] == nil {
					others = append(others, o)
				}
				clashes[o.id] = append(clashes[o.id], n)
			}
			for _, o := range others {
				names := clashes[o.id]
				p.ReportHelp(id, kindOrFirst(names), "rename one of the two, or don't install both in one cluster",
					"%s %s %s (%s): of the two CRDs, the server never serves the one that is created last",
					listNames(names), areNamesOf(names), o.id.Name, o.id.Where(o.name))
			}
		}
	},
}

// kindOrFirst returns the kind, on which singular and list kind usually depend, or else the first name.
func kindOrFirst(names []*Name) *Name {
	for _, n := range names {
		if n.Role == Kind {
			return n
		}
	}
	return names[0]
}

func listNames(names []*Name) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = n.Role.String() + " \"" + n.Text + "\""
	}
	return prose.And(parts)
}

func areNamesOf(names []*Name) string {
	if len(names) == 1 {
		return "is already a name of"
	}
	return "are already names of"
}
