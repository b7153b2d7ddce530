package lint

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// A draft is a reported finding, with the plan of its fix while the file is in memory.
type draft struct {
	// A pointer, since findings are large, and drafts are sorted and copied.
	*report.Finding
	plan fixPlan
	// known is set if the stored CRD has the finding too, and NewOnly ignores it.
	known bool
}

// exportAll turns findings into findings of the report, with crdtool's messages, helps and fixes. The types to
// may be nil.
func exportAll(doc *source.Document, c *crd.CustomResourceDefinition, found finding.List, to *goTypes) []draft {
	// Findings must not keep the file's text alive, which the name is a part of.
	name := strings.Clone(c.Metadata.Name)
	generated := generatorOf(c) != ""
	out, exported := make([]draft, len(found)), make([]report.Finding, len(found))
	e := explainer{doc: doc, crd: c}
	for i := range found {
		f := &found[i]
		e.explain(f)
		if doc.DerivedFrom != nil {
			inDefinition(f)
		}
		if f.Fix == nil {
			f.Fix = mechanicalFix(c, f)
		}
		switch {
		case to != nil && to.first:
			to.addMarkerHelp(f)
		case generated:
			addMarkerHelp(f)
		}
		exported[i] = export(doc.File.Name, name, c, f)
		out[i].Finding = &exported[i]
		fix := f.Fix
		if fix == nil {
			continue
		}
		in := doc
		if doc.DerivedFrom != nil {
			if in = doc.DerivedFrom; !inSchemas(fix.Changes) {
				continue
			}
		}
		out[i].plan = fixPlan{Request: edit.Request{Doc: in, Changes: fix.Changes}}
		title := fix.Title
		if to != nil && !to.fixYAML {
			// A fix needs a plan in Go: the next run of the generator would undo a change of the CRD.
			plan, ok := to.types.Plan(fix.Changes)
			if !ok {
				continue
			}
			out[i].plan.types, out[i].plan.inGo = to.types, plan
			if plan.Title != "" {
				title = plan.Title
			}
		}
		out[i].Fix = &report.Fix{Title: title}
	}
	return out
}

// export turns a finding about a CRD into a finding of the report. The CRD is nil if only its name is known.
func export(file, name string, c *crd.CustomResourceDefinition, f *finding.Finding) report.Finding {
	out := f.Report(file)
	out.CRD = name
	if c != nil {
		out.Version = versionOf(c, f.Path)
	}
	return out
}

// findings returns the findings of drafts without the plans, which keep documents in memory. It clears each
// draft, since findings are large.
func findings(drafts []draft) []report.Finding {
	if drafts == nil {
		return nil
	}
	out := make([]report.Finding, len(drafts))
	for i := range drafts {
		out[i] = *drafts[i].Finding
		drafts[i] = draft{}
	}
	return out
}

// versionOf returns the name of the version that a path leads into, or "".
func versionOf(c *crd.CustomResourceDefinition, p *finding.Path) string {
	s := p.First(3)
	if len(s) < 3 || s[0].Name != "spec" || s[1].Name != "versions" || !s[2].IsIndex || s[2].Index >= len(c.Spec.Versions) {
		return ""
	}
	return strings.Clone(c.Spec.Versions[s[2].Index].Name)
}
