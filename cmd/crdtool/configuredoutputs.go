package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/output/render"
)

// outputs returns where the findings go: where the flags say, or else the configuration.
//
// The configuration of a pull request must not make a run write files. So the files that
// formats names are written only with --write-outputs, or if --config names the
// configuration.
func (f *lintFlags) outputs(cmd *cobra.Command, c *config.Config) (*outputs, error) {
	useStdout := !f.output.given() && !f.fixes.dryRun && !f.baseline.write
	useFiles := f.writeOutputs || useStdout && !c.Found
	var configured []output
	files := 0
	for _, o := range c.Outputs {
		if o.Path != "" {
			files++
		}
		switch {
		case o.Path == "" && useStdout && !(f.statistics && o.Format != "text" && o.Format != "json"):
			configured = append(configured, output{format: o.Format, path: stdoutPath})
		case o.Path != "" && useFiles:
			if err := writable(o.Path); err != nil {
				return nil, fmt.Errorf("%s:%d: formats: %s: %w", c.Path, o.Line, o.Entry, err)
			}
			configured = append(configured, output{format: o.Format, path: o.Path})
		case o.Path != "" && useStdout && !f.quiet:
			fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: %s:%d: formats: %s is not written; add --write-outputs to write it\n", render.Escape(c.Path), o.Line, render.Escape(o.Entry))
		}
	}
	if f.writeOutputs && files == 0 {
		return nil, fmt.Errorf("--write-outputs: no file is named by formats in %s; add one, or use --output FORMAT=PATH", cmp.Or(c.Path, config.Name))
	}
	return f.output.outputs(configured)
}
