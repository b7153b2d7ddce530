package apply

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// undefaulted returns a step for each absent object of the spec whose fields have defaults: the server sets the
// defaults of an object only where the object is present. Objects with a required field without a default are skipped:
// people leave them out on purpose.
func (q *request) undefaulted(object map[string]any) []report.Step {
	root := q.def.resource.SchemaAt(q.version, nil)
	spec, present := object["spec"].(map[string]any)
	if root == nil || root.Property("spec") == nil || !present {
		return nil
	}
	var steps []report.Step
	var walk func(of map[string]any, s *schema.Schema, at *finding.Path)
	walk = func(of map[string]any, s *schema.Schema, at *finding.Path) {
		for _, f := range s.Properties.All() {
			value, present := of[f.Name]
			if below, is := value.(map[string]any); is {
				walk(below, f.Schema, at.Child(f.Name))
			}
			if !present && len(steps) < mostUndefaulted {
				if reason := defaultsWithin(f.Schema); reason != "" {
					steps = append(steps, report.Step{
						Stage: dryrun.Default, Action: dryrun.Skipped, Path: at.Child(f.Name).File(), ServerPath: at.Child(f.Name).Server(), Reason: "absent, so " + reason,
					})
				}
			}
		}
	}
	walk(spec, root.Property("spec"), finding.Root("spec"))
	return steps
}

// mostUndefaulted limits the steps for one object; schemas of pods have hundreds of such objects.
const mostUndefaulted = 10

// defaultsWithin lists the defaults that are not set where an object is absent, or returns "".
func defaultsWithin(s *schema.Schema) string {
	if s.Type != "object" || s.Default != nil || s.Nullable {
		return ""
	}
	var defaults []string
	for _, f := range s.Properties.All() {
		switch {
		case f.Schema.Default != nil && f.Schema.Default != "":
			defaults = append(defaults, fmt.Sprintf("%s = %s", f.Name, short(f.Schema.Default)))
		case f.Schema.Default == nil && slices.Contains(s.Required, f.Name):
			return ""
		}
	}
	slices.Sort(defaults)
	switch len(defaults) {
	case 0:
		return ""
	case 1:
		return "the default in it is not set: " + defaults[0]
	}
	return "the defaults in it are not set: " + prose.AndMore(defaults, 3)
}
