package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// objectOutput has the flags --format and -o of a command that prints documents. -o selects their format, as
// with kubectl, or FORMAT=PATH for a report, as with crdtool lint.
type objectOutput struct {
	format  string
	objects string
	reports []output
}

// add defines -o, which has no default. forms are the values of -o that print documents, and about describes
// them. json is the report, as with all commands; --print object -o json prints documents as JSON.
func (o *objectOutput) add(cmd *cobra.Command, about string, forms ...string) {
	flag := parsed{strings.Join(forms, "|") + "|FORMAT[=PATH]", func(s string) error {
		if strings.Contains(s, "=") || slices.Contains(formats, s) {
			return outputFlag(&o.reports, formats).parse(s)
		}
		return choice{&o.objects, append(slices.Clone(forms), formats...)}.Set(s)
	}}
	cmd.Flags().VarP(flag, "output", "o", outputUsage+"; "+about+"; "+reportUsage)
	completes(cmd, "output", func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list, directive := completeOutput(typed, formats)
		if !strings.Contains(typed, "=") {
			list = append(slices.Clone(forms), list...)
		}
		return list, directive
	})
}

// stdout returns the format that -o sends to standard output, or "".
func (o *objectOutput) stdout() string {
	for _, r := range o.reports {
		if r.path == stdoutPath && r.format != "text" {
			return r.format
		}
	}
	return ""
}

// outputs returns the outputs of the report.
func (o *objectOutput) outputs() (*outputs, error) {
	list := slices.Clone(o.reports)
	if o.format != "text" {
		list = append([]output{{o.format, stdoutPath}}, list...)
	}
	return newOutputs(list)
}
