package main

import (
	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// failFlags decide which findings make the exit status 1: --fail-on by severity, and --fail-on-upgrade by what
// a change of the stored CRD breaks. The latter are warnings, as the server accepts the change, but --old and
// --against ask for them.
type failFlags struct{ on, onUpgrade string }

func (f *failFlags) add(cmd *cobra.Command) {
	addChoice(cmd, &f.on, "fail-on", "what makes the exit status 1; findings of this severity or a higher one", "error", "warning", "never")
	addChoice(cmd, &f.onUpgrade, "fail-on-upgrade", "which findings about changes since --old or --against make it 1, too, unless --fail-on is never", config.FailOnUpgrade...)
}

// configured sets flags that were not given from the configuration.
func (f *failFlags) configured(cmd *cobra.Command, c *config.Config) {
	if c.FailOn != "" && !cmd.Flags().Changed("fail-on") {
		f.on = c.FailOn
	}
	if c.FailOnUpgrade != "" && !cmd.Flags().Changed("fail-on-upgrade") {
		f.onUpgrade = c.FailOnUpgrade
	}
}

// fails reports whether a finding makes the exit status 1.
func (f *failFlags) fails(of *report.Finding) bool {
	if f.on == "never" {
		return false
	}
	if of.Severity == finding.Error || of.Severity == finding.Warning && f.on == "warning" {
		return f.onUpgrade != "never" || !upgrade(of)
	}
	if of.Severity == finding.Info {
		return false
	}
	return f.onUpgrade == "breaking" && of.Breaks() || f.onUpgrade == "any" && upgrade(of)
}

// upgrade reports whether a finding is about a change of a stored CRD.
func upgrade(f *report.Finding) bool {
	r := rules.Find(f.Rule)
	return r != nil && r.Topic == rules.Upgrade
}
