package render

import (
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// sourceRoot is what SARIF files call the root of the repository. Where that is
// on the machine of the run they don't say.
const sourceRoot = "%SRCROOT%"

// fingerprintName is the name of our fingerprints in SARIF files, with a version,
// so that they can be made of something else one day.
const fingerprintName = "crdtoolFinding/v1"

// SARIF writes a report as SARIF 2.1.0.
func SARIF(w io.Writer, r *report.Report, about *About) error {
	index := map[string]int{}
	var described []sarifRule
	if about.Changes {
		described = sarifChangeRules(index)
	} else {
		described = sarifRules(r, about, index)
	}
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "crdtool", Version: about.Version, InformationURI: homepage,
			Rules: described,
		}},
		Invocations:        []sarifInvocation{invocation(about)},
		OriginalURIBaseIDs: map[string]sarifBase{sourceRoot: {sarifText{Text: "the root of the repository"}}},
		ColumnKind:         "unicodeCodePoints",
		Results:            make([]sarifResult, 0, len(r.Findings)),
	}
	in := sarifResults{index: index, prints: fingerprints{}, about: about}
	for i := range r.Findings {
		run.Results = append(run.Results, in.result(&r.Findings[i]))
	}
	return encode(w, sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []sarifRun{run},
	})
}

// sarifRules describes our lint rules that were on, those that found something
// although they were not on everywhere, and all of the server's. It fills index
// with their places in the list.
func sarifRules(r *report.Report, about *About, index map[string]int) []sarifRule {
	severity := map[string]finding.Severity{}
	for _, a := range about.Rules {
		severity[a.ID] = a.Severity
	}
	found := map[string]bool{}
	for i := range r.Findings {
		found[r.Findings[i].Rule] = true
	}
	var list []sarifRule
	for _, rule := range rules.Documented() {
		s, on := severity[rule.ID]
		if !on {
			s = rule.Severity
		}
		if on || found[rule.ID] || rule.Topic == rules.ServerTopic || rule.Topic == rules.CommentTopic {
			index[rule.ID] = len(list)
			list = append(list, describeRule(rule, s))
		}
	}
	return list
}

func describeRule(r *rules.Rule, s finding.Severity) sarifRule {
	why := strings.TrimSpace(r.Why)
	return sarifRule{
		ID:               r.ID,
		ShortDescription: sarifText{Text: r.Title},
		FullDescription:  sarifText{Text: unwrapped(why)},
		Help:             sarifText{Text: unwrapped(why), Markdown: ruleHelp(r) + settingsMarkdown(r)},
		HelpURI:          RuleURL(r.ID),
		Default:          sarifDefault{Level: sarifLevel(s)},
		Properties: sarifRuleProperties{
			Tags:            []string{string(r.Topic), "kubernetes", "crd"},
			Precision:       precision(r),
			ProblemSeverity: problemSeverity(s),
		},
	}
}

// precision says how often a rule's findings are to be acted on, in the words
// that GitHub sorts by.
func precision(r *rules.Rule) string {
	switch r.Profile {
	case rules.Server:
		return "very-high"
	case rules.Default:
		return "high"
	case rules.Strict:
		return "medium"
	}
	return "low"
}

// severityName returns what a format calls a severity: its own words for an error, a warning and anything less.
func severityName(s finding.Severity, names [3]string) string {
	return names[min(int(s), len(names)-1)]
}

func problemSeverity(s finding.Severity) string {
	return severityName(s, [3]string{"error", "warning", "recommendation"})
}

func sarifLevel(s finding.Severity) string {
	return severityName(s, [3]string{"error", "warning", "note"})
}

func invocation(about *About) sarifInvocation {
	in := sarifInvocation{Successful: len(about.Unread) == 0}
	for _, err := range about.Unread {
		in.Notifications = append(in.Notifications, sarifNotification{Level: "error", Message: sarifText{Text: safetext.Line(err.Error())}})
	}
	return in
}

// sarifResults makes the results of a run.
type sarifResults struct {
	index  map[string]int // of rules
	prints fingerprints
	about  *About
}

func (in *sarifResults) result(found *report.Finding) sarifResult {
	f := moved(found)
	inCRD, name := in.artifact(found.File)
	out := sarifResult{
		RuleID: f.Rule, Level: sarifLevel(f.Severity),
		Message:      sarifText{Text: safetext.Lines(strings.Join(Sentences(f), "\n"))},
		Locations:    []sarifLocation{{Physical: in.location(f.File, f.Pos())}},
		Fingerprints: map[string]string{fingerprintName: in.prints.of(found, name)},
		Properties:   sarifProperties{Object: f.Object, CRD: f.CRD, Version: f.Version, Path: f.Path, ServerPath: f.ServerPath, KubeVersions: f.KubeVersions},
	}
	if i, ok := in.index[f.Rule]; ok {
		out.RuleIndex = &i
	}
	for i := range f.Related {
		r := &f.Related[i]
		// Results refer to related locations by their numbers.
		out.Related = append(out.Related, sarifLocation{i + 1, in.location(r.File, r.Pos()), &sarifText{Text: safetext.Lines(clip(r.Message))}})
	}
	for i := range f.Also {
		p := &f.Also[i]
		out.Related = append(out.Related, sarifLocation{len(out.Related) + 1, in.location(p.File, p.Pos()), &sarifText{Text: "another place with the same cause"}})
	}
	if f.Fix != nil && len(f.Fix.Edits) > 0 {
		var changes []sarifChange
		for _, e := range f.Fix.Edits {
			at := inCRD
			if e.File != "" {
				at, _ = in.artifact(e.File)
			}
			if n := len(changes); n == 0 || changes[n-1].Artifact != at {
				changes = append(changes, sarifChange{Artifact: at})
			}
			change := &changes[len(changes)-1]
			change.Replacements = append(change.Replacements, sarifReplacement{
				Deleted:  region(finding.Pos{Line: e.Line, Column: e.Column, EndLine: e.EndLine, EndColumn: e.EndColumn}),
				Inserted: insertion(e.Text),
			})
		}
		out.Fixes = []sarifFix{{sarifText{Text: safetext.Line(f.Fix.Title)}, changes}}
	}
	return out
}

// artifact returns a file as SARIF names it, and as reports do.
func (in *sarifResults) artifact(file string) (at sarifArtifact, name string) {
	name, inside := in.about.Repository.Path(file)
	at.URI = fileURI(name, inside)
	if inside {
		at.URIBaseID = sourceRoot
	}
	return at, name
}

// location returns a place in a file.
func (in *sarifResults) location(file string, pos finding.Pos) sarifPhysical {
	at, _ := in.artifact(file)
	return sarifPhysical{at, region(pos)}
}

// region is a range of characters; nil if the place is unknown.
func region(p finding.Pos) *sarifRegion {
	if p.Line < 1 {
		return nil
	}
	r := &sarifRegion{StartLine: p.Line, StartColumn: p.Column}
	if p.Column < 1 {
		r.StartColumn = 0
		return r
	}
	if p.EndLine >= p.Line && p.EndColumn >= 1 && (p.EndLine > p.Line || p.EndColumn >= p.Column) {
		r.EndLine, r.EndColumn = p.EndLine, p.EndColumn
	}
	return r
}

func insertion(text string) *sarifText {
	if text == "" {
		return nil
	}
	return &sarifText{Text: text}
}
