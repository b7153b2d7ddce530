package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/config"
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
			// It is never overwritten, not even by a second init at the same time.
			f, err := os.OpenFile(config.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
			if errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("%s already exists; remove it to start over", config.Name)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", config.Name, reason(err))
			}
			_, err = f.WriteString(config.Template(paths))
			if closed := f.Close(); err == nil {
				err = closed
			}
			if err != nil {
				os.Remove(config.Name) // a part of it would be taken for all of it
				return fmt.Errorf("%s: %w", config.Name, reason(err))
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n\nnext: crdtool lint\n", config.Name)
			return unwritten(err)
		},
	}
}
