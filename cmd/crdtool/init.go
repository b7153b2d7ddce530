package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/linting/config"
)

func newInit() *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "Write " + config.Name + ", the configuration of a repository, into this folder",
		Example: `crdtool init
crdtool lint --write-baseline
crdtool lint --baseline .crdtool-baseline.json`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			paths := findPaths()
			// It is never overwritten, not even by a concurrent init.
			err := createFile(config.Name, []byte(config.Template(paths)))
			if errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("%s already exists; remove it to start over", config.Name)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", config.Name, reason(err))
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n\nnext: crdtool lint\n", config.Name)
			return unwritten(err)
		},
	}
}
