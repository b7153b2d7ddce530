package render

import (
	"errors"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// GitLab writes findings as a Code Quality report of GitLab.
func GitLab(w io.Writer, r *report.Report, about *About) error {
	issues := make([]gitlabIssue, len(r.Findings), len(r.Findings)+len(about.Unread))
	prints := fingerprints{}
	for i := range r.Findings {
		f := &r.Findings[i]
		name, _ := about.Repository.Path(f.File)
		shown := moved(f)
		path, _ := about.Repository.Path(shown.File)
		issues[i] = gitlabIssue{
			// GitLab shows one line.
			Description: safetext.Line(strings.ReplaceAll(clip(headline(f)), "\n", " ") + alsoCount(f)),
			CheckName:   f.Rule,
			Fingerprint: prints.inFile(f, name),
			Severity:    severityName(f.Severity, [3]string{"critical", "minor", "info"}),
			Location:    gitlabLocation{Path: path, Lines: gitlabLines{Begin: max(1, shown.Line), End: shown.EndLine}},
		}
	}
	for _, err := range about.Unread {
		issues = append(issues, unreadIssue(err, prints))
	}
	return encode(w, issues)
}

// unreadIssue is an issue that says why the report is not complete.
func unreadIssue(err error, prints fingerprints) gitlabIssue {
	path := "."
	var of *source.PathError
	if errors.As(err, &of) {
		path = of.Path
	}
	f := report.Finding{File: path, Rule: unreadName, Message: err.Error()}
	return gitlabIssue{
		Description: safetext.Line(clip(err.Error())), CheckName: unreadName, Fingerprint: prints.inFile(&f, path),
		Severity: "blocker", Location: gitlabLocation{Path: path, Lines: gitlabLines{Begin: 1}},
	}
}

// unreadName is how reports name the errors of a run, where findings have a rule.
const unreadName = "unread"

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}
