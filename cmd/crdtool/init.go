package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
			crds := usualFolders()
			// It is never overwritten, not even by a second init at the same time.
			f, err := os.OpenFile(config.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
			if errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("%s already exists; remove it to start over", config.Name)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", config.Name, reason(err))
			}
			_, err = f.WriteString(config.Template(crds))
			if closed := f.Close(); err == nil {
				err = closed
			}
			if err != nil {
				os.Remove(config.Name) // a part of it would be taken for all of it
				return fmt.Errorf("%s: %w", config.Name, reason(err))
			}
			where := "."
			if len(crds) > 0 {
				where = crds[0]
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n\nnext: crdtool lint %s\n", config.Name, where)
			return unwritten(err)
		},
	}
}

// usualFolders are where operators and charts keep their CRDs, as far as those
// folders are there.
func usualFolders() []string {
	var found []string
	for _, pattern := range []string{"config/crd/bases", "config/crd", "config/crds", "crds", "crd", "deploy/crds", "manifests/crds", "charts/*/crds", "helm/*/crds"} {
		dirs, _ := filepath.Glob(pattern) // the patterns are well formed
		for _, dir := range dirs {
			if info, err := os.Stat(dir); err == nil && info.IsDir() && !within(found, dir) {
				found = append(found, filepath.ToSlash(dir))
			}
		}
	}
	return found
}

// within tells whether a folder holds one of some: config/crd is left out beside
// config/crd/bases, which has what is generated and nothing else.
func within(found []string, dir string) bool {
	for _, f := range found {
		if filepath.Dir(f) == filepath.ToSlash(dir) {
			return true
		}
	}
	return false
}
