package rules

import (
	"regexp"
	"sync"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var durationFormat = Rule{
	ID: "duration-format", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Keywords: []string{"pattern"}, ByType: true, Narrows: true,
	Title: "duration that accepts any string",
	Why: "`metav1.Duration`" + ` becomes a plain string in the schema. The server stores any string, and the controller
can no longer decode the object, and often none of the other objects of the kind either. Add a
pattern, so that the server refuses strings that are not durations. With ` + "`format: duration`" + ` it also accepts
days and weeks, which Go refuses. For a new field, better follow the API conventions and use an integer with the unit in
its name: clients then need no parser for Go's durations.`,
	Example: `
  retryInterval:
    type: string
+   pattern: ^(0|([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+)$
+ pollIntervalSeconds:
+   type: integer
+   format: int32
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type == "string" && n.Format == "" && n.Pattern == "" && len(n.Enum) == 0 && len(n.XValidations()) == 0 &&
			v.Own(n) && !v.InStatus(n) && conventions.NamedDuration(n.Name) {
			f := p.ReportNode(v, n, "%s is a duration, but accepts any string", v.Called(n))
			f.Help = "add a pattern of what the controller reads"
			if text, ok := n.Default.(string); (n.Default == nil || ok && goDuration().MatchString(text)) && !conventions.OtherDuration(n.Description) {
				f.Help += "; for Go's durations: " + goDuration().String()
			}
		}
	},
}

// goDuration matches durations of time.ParseDuration, without signs and unusual forms such as ".5s".
var goDuration = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(0|([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+)$`) })
