package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// objectOutputs are the values of -o that print the objects themselves. JSON is the report, as
// with all commands; --print object -o json prints the objects as JSON.
var objectOutputs = []string{"yaml", "wide"}

// An applyOutput is -o: how the objects are printed, as with kubectl, or
// FORMAT=PATH, as with crdtool lint.
type applyOutput struct {
	objects string
	reports outputList
}

var _ pflag.Value = (*applyOutput)(nil)

// add defines the flag, which has no default to be named.
func (o *applyOutput) add(cmd *cobra.Command) {
	cmd.Flags().VarP(o, "output", "o", outputUsage+"; yaml: the objects as they are stored, wide: more columns; "+reportUsage)
	// It fails only for a flag that was never defined.
	_ = cmd.RegisterFlagCompletionFunc("output", func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list, directive := completeOutput(cmd, args, typed)
		if !strings.Contains(typed, "=") {
			list = append(slices.Clone(objectOutputs), list...)
		}
		return list, directive
	})
}

func (o *applyOutput) String() string {
	if len(o.reports) == 0 {
		return o.objects
	}
	return o.reports.String()
}

func (o *applyOutput) Type() string { return strings.Join(objectOutputs, "|") + "|FORMAT[=PATH]" }

func (o *applyOutput) Set(s string) error {
	return setOutput(s, &o.objects, objectOutputs, &o.reports)
}

// setOutput sets -o to a form of the objects, or to a format of the report.
func setOutput(s string, objects *string, forms []string, reports *outputList) error {
	if strings.Contains(s, "=") || slices.Contains(formats, s) {
		return reports.Set(s)
	}
	return choice{objects, append(slices.Clone(forms), formats...)}.Set(s)
}

// stdout is the format that the flag sends to standard output, "" if it sends none.
func (o *applyOutput) stdout() string {
	for _, r := range o.reports {
		if r.path == stdoutPath && r.format != "text" {
			return r.format
		}
	}
	return ""
}

// outputs returns where the reports go.
func (f *applyFlags) outputs() (*outputs, error) {
	list := slices.Clone([]output(f.output.reports))
	if f.format != "text" {
		list = append([]output{{f.format, stdoutPath}}, list...)
	}
	return newOutputs(list)
}
