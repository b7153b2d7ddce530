package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var namesChanged = Rule{
	ID: "names-changed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "the singular name or the kind of lists is another than in the stored CRD",
	Why: `The server lets ` + "`names.singular` and `names.listKind`" + ` be changed. With another singular name, users and scripts
that call ` + "`kubectl get`" + ` with the old one get an error. With another kind of lists, the server answers a list with an
object of that kind, which clients that are built for the old one don't know.`,
	Old: `
names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
`,
	Example: `
- names: {plural: widgets, singular: thing, kind: Widget, listKind: Widgets}
+ names: {plural: widgets, kind: Widget}
`,
	CRD: func(p *Pass) {
		if p.Old == nil {
			return
		}
		names := finding.Root("spec", "names")
		was, is := &p.Old.Spec.Names, &p.CRD.Spec.Names
		known := append([]string{is.Plural, is.Singular}, is.ShortNames...)
		if old := was.Singular; old != "" && !slices.ContainsFunc(known, func(s string) bool { return strings.EqualFold(s, old) }) {
			p.Report(names.Child("singular"), "the singular name was %q and is now %q: kubectl get %s no longer finds the objects", old, is.Singular, old).Help =
				"keep singular: " + old + ", or add it to shortNames"
		}
		if was.ListKind != "" && was.ListKind != is.ListKind {
			p.Report(names.Child("listKind"), "the kind of lists was %q and is now %q: clients that are built for the old one don't know it", was.ListKind, is.ListKind).Help =
				"keep listKind: " + was.ListKind
		}
	},
}
