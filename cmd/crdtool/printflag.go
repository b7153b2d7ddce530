package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// The values of --print.
const (
	printReport = "report"
	printObject = "object"
)

func addPrint(cmd *cobra.Command, to *string, objects string) {
	addChoice(cmd, to, "print", "what is printed: the report, or objects, as YAML or with -o json as JSON; "+objects, printReport, printObject)
}

// objectFormat returns the format of --print object. The formats for standard output select it, and are then no
// formats of the report.
func (o *objectOutput) objectFormat() (string, error) {
	chosen := "yaml"
	choose := func(format string) error {
		switch format {
		case "text":
		case "json":
			chosen = format
		default:
			return fmt.Errorf("--print object prints YAML or JSON, not %s; write the report to a file with --output %s=PATH", format, format)
		}
		return nil
	}
	for _, r := range o.reports {
		if r.path == stdoutPath {
			if err := choose(r.format); err != nil {
				return "", err
			}
		}
	}
	if err := choose(o.format); err != nil {
		return "", err
	}
	o.format = "text"
	o.reports = slices.DeleteFunc(o.reports, func(r output) bool { return r.path == stdoutPath })
	return chosen, nil
}
