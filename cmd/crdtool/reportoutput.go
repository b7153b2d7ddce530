package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// A reportOutput writes the report of a run in the selected formats.
type reportOutput struct {
	unreadInputs
	to     *outputs
	stdout io.Writer

	report report.Report         // for the formats of other programs
	json   func(io.Writer) error // writes the command's own JSON
	saved  bytes.Buffer          // the text for files

	snippets render.Snippets // for HTML
}

func newReportOutput(cmd *cobra.Command, to *outputs) reportOutput {
	return reportOutput{unreadInputs: unreadInputsOf(cmd), to: to, stdout: cmd.OutOrStdout()}
}

// write writes the whole report in a format.
func (o *reportOutput) write(w io.Writer, format string, about *render.About) error {
	if write := render.WriterOf(format); write != nil {
		about.Snippets = &o.snippets
		return write(w, &o.report, about)
	}
	if format == "json" {
		return o.json(w)
	}
	return writeSaved(w, o.saved.Bytes(), about.Unread)
}

// writeSaved writes a report as text, with the errors of the run.
func writeSaved(w io.Writer, text []byte, unread []error) error {
	return safetext.Write(w, safetext.Text, func(w io.Writer) error {
		if _, err := w.Write(text); err != nil {
			return err
		}
		for _, err := range unread {
			printError(w, err)
		}
		return nil
	})
}

// writeFiles writes the selected files, each completely or not at all.
func (o *reportOutput) writeFiles(about *render.About) error {
	for _, f := range o.to.files {
		if err := replaceBy(f.path, func(w io.Writer) error { return o.write(w, f.format, about) }); err != nil {
			return fmt.Errorf("--output %s=%s: %w", f.format, f.path, reason(err))
		}
	}
	return nil
}

func unwritten(err error) error {
	if err != nil {
		return fmt.Errorf("writing the findings: %w", err)
	}
	return nil
}
