package crdtool

import (
	"context"
	"errors"

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/lintrun"
	"github.com/crdtool/crdtool/report"
)

// Lint checks all CRDs in a text, which may hold several YAML documents, lists or
// JSON objects; name is what findings call it. The text is checked as kubectl sends
// it. What cannot be read is a finding at its line.
func (l *Linter) Lint(name string, text []byte) *report.Report {
	l = l.ready()
	run := l.gathering()
	r := run.run.File(source.Read(name, text), nil)
	run.add(&r)
	return run.finish()
}

// LintFiles checks all CRDs of files, folders, which are searched for .yaml, .yml
// and .json files, and globs, and judges those of all files together: some rules
// are about CRDs that clash. Files that the configuration excludes are skipped.
// It works on all processors; findings are in the order of the files. Of files that were
// found in folders, what was said of one copy of a CRD is counted for the others and not
// said again, as are warnings about releases of CRDs that are there as they are today. Of CRDs that
// were found in folders and whose groups the repository does not make, the default profile has the
// errors of the server alone.
//
// The error joins those about paths that could not be read, beside the report on
// all others; or it is that of ctx, which ends the run between files.
func (l *Linter) LintFiles(ctx context.Context, paths ...string) (*report.Report, error) {
	l = l.ready()
	ctx = background(ctx)
	run, list := l.gathering(), l.expand(paths)
	run.run.Owners = lintrun.FindOwners(ctx, list, origin.New(), l.rules)
	err := l.each(ctx, list, &run.passed, func(f *source.File) any {
		r := run.run.File(f, nil)
		return &r
	}, func(r any, found bool) {
		report := r.(*lint.FileReport)
		if found {
			run.run.LeaveRepeated(report, nil)
		}
		run.add(report)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return run.finish(), err
}

// expand finds the files that paths lead to.
func (l *Linter) expand(paths []string) *files.List {
	expand := files.Expand
	if l.onlyCRD {
		expand = files.ExpandAsFound
	}
	list := expand(paths, files.CRDs)
	list.Keep(func(f *files.File) bool { return !l.config.Leaves(f.Name, !f.Found, nil) })
	return list
}

// each takes the files of a list through work, which is called on several
// goroutines at once, and what it returns to take, in the order of the files; found
// says that a file was found in a folder.
func (l *Linter) each(ctx context.Context, list *files.List, passed *files.Summary, work func(*source.File) any, take func(result any, found bool)) error {
	unread := list.Errors
	type outcome struct {
		result any
		found  bool
		left   []files.Passed
		err    error
	}
	err := inorder.Do(ctx, list.Files, func(at files.File) outcome {
		f, left, err := list.Read(&at, nil)
		if err != nil {
			return outcome{err: err}
		}
		if f == nil {
			f = source.Read(at.Name, nil)
		}
		return outcome{result: work(f), found: at.Found, left: left}
	}, func(o outcome) error {
		if o.err != nil {
			unread = append(unread, o.err)
		} else {
			passed.Add(o.left)
			take(o.result, o.found)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return errors.Join(unread...)
}

// Fixed is a text with its fixes made.
type Fixed struct {
	// Text is the text as it is then, with its line endings and byte order mark as
	// they were.
	Text []byte
	// Made is the number of fixes that were made.
	Made int
	// Report is what is left to say about the text.
	Report *report.Report
}

// Fix makes the fixes of all findings that Lint reports of a text. None is made
// that gives the server an error to report that it did not have before.
func (l *Linter) Fix(name string, text []byte) *Fixed {
	l = l.ready()
	run := l.gathering()
	fixed := run.run.Fix(source.Read(name, text), nil)
	run.add(&fixed.Report)
	return &Fixed{Text: fixed.Bytes(), Made: fixed.Made, Report: run.finish()}
}

// gathering makes one report of those of files.
type gathering struct {
	run    *lintrun.Run
	passed files.Summary
	report report.Report
	order  lintrun.Order
}

func (l *Linter) gathering() *gathering {
	g := &gathering{run: l.run()}
	for _, v := range l.asked {
		g.report.KubeVersions = append(g.report.KubeVersions, v.String())
	}
	return g
}

func (g *gathering) add(r *lint.FileReport) {
	g.run.Keep(r)
	g.order.Follow(r)
	g.report.Documents = append(g.report.Documents, r.Documents...)
	g.report.Findings = append(g.report.Findings, r.Findings...)
	g.report.Summary.Add(r.Summary)
}

// finish adds what the CRDs of all files show together.
func (g *gathering) finish() *report.Report {
	lintrun.ByCause(&g.report)
	set := g.run.Set()
	g.report.SchemaVersion = report.SchemaVersion
	g.report.PassedOver = g.passed.Report()
	g.report.Summary.Ignored += set.Hidden
	for i := range set.Findings {
		g.report.Summary.Count(&set.Findings[i])
	}
	if len(set.Findings) > 0 {
		g.report.Findings = append(g.report.Findings, set.Findings...)
		g.order.Sort(g.report.Findings)
	}
	return &g.report
}
