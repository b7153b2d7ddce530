package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

// formats are the output formats of findings, the default first.
var formats = render.Formats()

// stdoutPath is the path of standard output.
const stdoutPath = "-"

// An output is a format with its destination.
type output struct {
	format string
	path   string // stdoutPath for standard output
}

// parseOutput parses FORMAT, for standard output, or FORMAT=PATH.
func parseOutput(s string, formats []string) (output, error) {
	o := output{path: stdoutPath}
	format, path, named := strings.Cut(s, "=")
	if err := (choice{&o.format, formats}).Set(format); err != nil {
		return output{}, err
	}
	if named {
		o.path = path
	}
	if o.path == "" {
		return output{}, fmt.Errorf("the path is missing; write %s=PATH, with - for standard output", format)
	}
	return o, nil
}

// outputs are the destinations of a run's findings: standard output, and files.
type outputs struct {
	stdout string // its format
	files  []output
}

// newOutputs checks a list of outputs before a run, so that no work is done for files that cannot be written.
// The default on standard output is text.
func newOutputs(list []output) (*outputs, error) {
	all := &outputs{}
	for _, o := range list {
		if o.path == stdoutPath {
			if all.stdout != "" && all.stdout != o.format {
				return nil, fmt.Errorf("%s and %s cannot both go to standard output; give one of them a file: --output %s=PATH", all.stdout, o.format, o.format)
			}
			all.stdout = o.format
			continue
		}
		if slices.ContainsFunc(all.files, func(p output) bool { return filepath.Clean(p.path) == filepath.Clean(o.path) }) {
			return nil, fmt.Errorf("--output: %s is given twice; use different paths", o.path)
		}
		if err := writable(o.path); err != nil {
			return nil, fmt.Errorf("--output %s=%s: %w", o.format, o.path, err)
		}
		all.files = append(all.files, o)
	}
	if all.stdout == "" {
		all.stdout = formats[0]
	}
	return all, nil
}

// writable returns an error if a file certainly cannot be written. It does not write.
func writable(path string) error {
	if _, err := confine.Write(path); err != nil {
		return reason(err)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("this is a directory; name a file in it")
	}
	dir := filepath.Dir(path)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the directory %s does not exist; create it first", dir)
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", dir)
	}
	return nil
}

// writeDiff writes a diff, escaped for people.
func writeDiff(w io.Writer, diff string) error {
	return safetext.Write(w, safetext.Text, func(w io.Writer) error {
		_, err := io.WriteString(w, diff)
		return err
	})
}

// saves reports whether a format is written to a file.
func (o *outputs) saves(format string) bool {
	return slices.ContainsFunc(o.files, func(f output) bool { return f.format == format })
}

// showHTML reports whether HTML is written anywhere.
func (o *outputs) showHTML() bool { return o.stdout == "html" || o.saves("html") }

// reports reports whether any output needs the whole report.
func (o *outputs) reports() bool {
	return o.stdout != "text" || slices.ContainsFunc(o.files, func(f output) bool { return f.format != "text" })
}

// outputFlags are --format and --output.
type outputFlags struct {
	format string
	list   []output
	flags  *pflag.FlagSet
}

func (f *outputFlags) add(cmd *cobra.Command, formats []string) {
	addChoice(cmd, &f.format, "format", formatUsage, formats...)
	cmd.Flags().VarP(outputFlag(&f.list, formats), "output", "o", outputUsage+"; "+reportUsage)
	completes(cmd, "output", func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return completeOutput(typed, formats)
	})
	f.flags = cmd.Flags()
}

// given reports whether a flag selects an output.
func (f *outputFlags) given() bool { return len(f.list) > 0 || f.flags.Changed("format") }

// outputs returns the outputs of the flags and the configuration.
func (f *outputFlags) outputs(configured []output) (*outputs, error) {
	list := slices.Clone(f.list)
	if f.flags.Changed("format") {
		list = append([]output{{f.format, stdoutPath}}, list...)
	}
	return newOutputs(append(list, configured...))
}

// outputFlag returns a repeatable flag for FORMAT, on standard output, or FORMAT=PATH.
func outputFlag(to *[]output, formats []string) parsed {
	return parsed{"FORMAT[=PATH]", func(s string) error {
		o, err := parseOutput(s, formats)
		if err == nil {
			*to = append(*to, o)
		}
		return err
	}}
}

// completeOutput completes the format; the shell completes the path.
func completeOutput(typed string, formats []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if strings.Contains(typed, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var list []cobra.Completion
	for _, f := range formats {
		list = append(list, f, f+"=")
	}
	return list, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
