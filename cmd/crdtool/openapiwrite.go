package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/output/jsonschema"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// write writes a file for each document below --out.
func (f *openapiFlags) write(cmd *cobra.Command, files []outputFile) error {
	for _, file := range files {
		// File names come from CRDs, which may have any text.
		if !plain(file.path) {
			return fmt.Errorf("%s: %q cannot be used as a file name; run crdtool lint to see what is wrong with the CRD", file.about, file.path)
		}
	}
	for _, file := range files {
		text, err := encoded(f.format, file.value)
		if err != nil {
			return fmt.Errorf("%s: %w", file.about, err)
		}
		name := filepath.Join(f.out, filepath.FromSlash(file.path))
		if err := createFolder(filepath.Dir(name)); err != nil {
			return err
		}
		if err := writeGenerated(name, of(text)); err != nil {
			return err
		}
	}
	note(cmd.ErrOrStderr(), "%s written to %s", prose.Count(len(files), "file"), f.out)
	if f.format == "jsonschema" {
		note(cmd.ErrOrStderr(), "for kubeconform: -schema-location '%s'", jsonschema.Layout(f.layout).Template(filepath.ToSlash(f.out)))
	}
	return nil
}

// plain reports whether all elements of a path are valid names in any file system, as groups, versions and
// kinds are that a server accepts.
func plain(path string) bool {
	for _, name := range strings.Split(path, "/") {
		if name == "" || name[0] == '.' {
			return false
		}
		for _, c := range name {
			if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("-._", c) {
				return false
			}
		}
	}
	return true
}
