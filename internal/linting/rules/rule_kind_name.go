package rules

import (
	"strings"
	"unicode"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var kindName = Rule{
	ID: "kind-name", Severity: finding.Warning, Profile: Strict, Topic: Convention,
	Title: "kind is not in CamelCase, or ends in List",
	Why: `The server accepts letters, digits and dashes in a kind. All other tools expect CamelCase: generated
clients have a type of that name, and users write ` + "`kind: CronTab`" + ` by habit, which is another kind than
` + "`cronTab`. A kind that ends in List" + ` is mistaken for the list of another kind.`,
	Example: `
- names: {plural: crontabs, kind: cron-tab}
+ names: {plural: crontabs, kind: CronTab}
`,
	CRD: func(p *Pass) {
		if p.Old != nil && p.Old.Spec.Names.Kind == p.CRD.Spec.Names.Kind {
			return // it is in use, and changing it breaks clients
		}
		kind := p.CRD.Spec.Names.Kind
		if kind == "" {
			return
		}
		at := finding.Root("spec", "names", "kind")
		switch {
		case !unicode.IsUpper([]rune(kind)[0]) || strings.ContainsFunc(kind, words.Separates):
			p.Report(at, "kind %q is not in CamelCase", kind).Help =
				"begin each word with an upper-case letter, without separators"
		case strings.HasSuffix(kind, "List") && kind != "List":
			p.Report(at, "kind %q ends in List, which is how the kinds of lists end", kind).Help = "choose a name that does not end in List"
		}
	},
}
