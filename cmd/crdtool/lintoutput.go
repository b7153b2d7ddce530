package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/crdtool/crdtool/internal/lintrun"
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/lint"
	"github.com/crdtool/crdtool/report"
)

// A lintOutput writes what a run finds: text on standard output file by file, and
// everything else in the end.
type lintOutput struct {
	to         *outputs
	stdout     io.Writer
	quiet      bool
	statistics bool
	text       *render.Text // for standard output
	plain      *render.Text // for files

	totals render.Totals
	counts render.RuleCounts
	report report.Report // for what is not text
	order  lintrun.Order // of the files in report
	saved  bytes.Buffer  // the text for files
}

// fileText is what is found in a file as text, for standard output and for files.
type fileText struct{ shown, saved []byte }

// render is called on several goroutines at once.
func (o *lintOutput) render(r *lint.FileReport, file *source.File) fileText {
	var shown, saved bytes.Buffer
	show, save := o.to.stdout == "text" && !o.statistics, o.to.saves("text")
	for i := range r.Findings {
		if show {
			o.text.Finding(&shown, &r.Findings[i], file)
		}
		if save {
			o.plain.Finding(&saved, &r.Findings[i], file)
		}
	}
	return fileText{shown.Bytes(), saved.Bytes()}
}

// add takes in one file after the other, in their order.
func (o *lintOutput) add(r *lint.FileReport, text fileText) error {
	o.totals.Add(r)
	if o.statistics {
		o.counts.Add(r.Findings)
	}
	if o.to.reports() {
		o.order.Follow(r)
		o.report.Documents = append(o.report.Documents, r.Documents...)
		o.report.Findings = append(o.report.Findings, r.Findings...)
	}
	o.saved.Write(text.saved)
	_, err := o.stdout.Write(text.shown)
	return unwritten(err)
}

// finish writes the last line, or all that is not text, and then the files.
func (o *lintOutput) finish(about *render.About, took time.Duration) error {
	o.report.Summary = o.totals.Summary
	if err := o.finishStdout(about, took); err != nil {
		return unwritten(err)
	}
	for _, f := range o.to.files {
		var b bytes.Buffer
		if err := o.write(&b, f.format, about); err != nil {
			return unwritten(err)
		}
		if err := replaceFile(f.path, b.Bytes()); err != nil {
			return fmt.Errorf("--output %s=%s: %w", f.format, f.path, reason(err))
		}
	}
	return nil
}

func (o *lintOutput) finishStdout(about *render.About, took time.Duration) error {
	if o.to.stdout != "text" {
		if o.statistics {
			return render.StatisticsJSON(o.stdout, &o.counts, &o.totals.Summary)
		}
		return o.write(o.stdout, o.to.stdout, about)
	}
	if o.statistics {
		if err := render.Statistics(o.stdout, &o.counts); err != nil {
			return err
		}
	}
	if o.quiet || o.totals.Files == 0 {
		return nil
	}
	_, err := fmt.Fprintln(o.stdout, o.totals.Line(took))
	return err
}

// reason is an error about a file without its name, which may be that of a
// temporary one.
func reason(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

func (o *lintOutput) write(w io.Writer, format string, about *render.About) error {
	switch format {
	case "json":
		return render.JSON(w, &o.report)
	case "sarif":
		return render.SARIF(w, &o.report, about)
	case "github":
		return render.GitHub(w, &o.report, about)
	case "junit":
		return render.JUnit(w, &o.report, about)
	case "gitlab":
		return render.GitLab(w, &o.report, about)
	}
	_, err := w.Write(o.saved.Bytes())
	return err
}
