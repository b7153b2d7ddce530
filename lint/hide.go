package lint

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
)

// filter makes of all that was found in a file what is reported: severities as
// they are set, and without what is passed over by comments in the file and by
// opts.Hide.
func (r *FileReport) filter(f *source.File, opts Options) {
	comments, wrong := readComments(f)
	r.Comments = comments
	hidden := func(f *Finding) bool {
		// Both are asked, so that a comment is not taken for unused because
		// the configuration covers the same.
		byComment := comments.Hides(f)
		return byComment || opts.Hide != nil && opts.Hide(f)
	}
	r.keep(&r.Findings, opts.Rules, hidden)
	wrong = append(wrong, comments.unused(f, opts.Rules)...)
	for i := range wrong {
		wrong[i].CRD = r.crdAt(wrong[i].Line)
	}
	r.keep(&wrong, opts.Rules, func(f *Finding) bool { return opts.Hide != nil && opts.Hide(f) })
	r.Findings = append(r.Findings, wrong...)
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
func (r *FileReport) keep(found *[]Finding, s *rules.Selection, hidden func(*Finding) bool) {
	kept := (*found)[:0]
	for _, f := range *found {
		switch {
		case !applySetting(&f, s):
		case hidden(&f):
			r.Summary.Ignored++
		default:
			kept = append(kept, f)
		}
	}
	*found = kept
}

// applySetting gives a finding that no lint rule made the severity that is set for it,
// and reports whether it is on. The server's errors are its verdict.
func applySetting(f *Finding, s *rules.Selection) bool {
	if s == nil || f.Severity == finding.Error {
		return true
	}
	to, ok := s.Server[f.Rule]
	if ok && !to.Off {
		f.Severity = to.Severity
	}
	return !ok || !to.Off
}
