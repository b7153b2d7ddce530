package lint

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/report"
)

// filter makes of all that was found in a file what is reported: severities as
// they are set, and without what is passed over by comments in the file and by
// opts.Hide.
func (r *judgement) filter(opts Options) {
	comments, wrong := readComments(r.file)
	r.Comments = comments
	hidden := func(f *report.Finding) bool {
		// Both are asked, so that a comment is not taken for unused because
		// the configuration covers the same.
		byComment := comments.Hides(f)
		return byComment || opts.Hide != nil && opts.Hide(f)
	}
	r.keep(&r.found, opts.Rules, hidden)
	wrong = append(wrong, comments.unused(r.file, opts.Rules, r.found)...)
	for i := range wrong {
		wrong[i].CRD = r.crdAt(wrong[i].Line)
	}
	r.keep(&wrong, opts.Rules, func(f *report.Finding) bool { return opts.Hide != nil && opts.Hide(f) })
	r.found = append(r.found, wrong...)
}

// crdAt names the CRD that a line belongs to, or is nearest above.
func (r *FileReport) crdAt(line int) string {
	name := ""
	for i := range r.Documents {
		if d := &r.Documents[i]; i == 0 || d.Line <= line {
			name = d.Name
		}
	}
	return name
}

// keep drops findings that are switched off, and those that are hidden, which it
// counts.
func (r *judgement) keep(found *[]draft, s *rules.Selection, hidden func(*report.Finding) bool) {
	kept := (*found)[:0]
	for i := range *found {
		switch d := &(*found)[i]; {
		case !applySetting(d.Finding, s):
		case hidden(d.Finding):
			r.Summary.Ignored += d.Counts()
		case d.known:
			r.Summary.Known += d.Counts()
		default:
			kept = append(kept, *d)
		}
	}
	*found = kept
}

// applySetting gives a finding that no lint rule made the severity that is set for it,
// and reports whether it is on. The server's errors are its verdict.
func applySetting(f *report.Finding, s *rules.Selection) bool {
	if s == nil || f.Severity == finding.Error {
		return true
	}
	to, ok := s.Server[f.Rule]
	if ok && !to.Off {
		f.Severity = to.Severity
	}
	return !ok || !to.Off
}
