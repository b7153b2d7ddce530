package main

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/kustomize"
)

// addKustomize adds the flag for kustomizations, with the name that it has in kubectl.
func addKustomize(cmd *cobra.Command, to *[]string) {
	cmd.Flags().VarP(pathsFlag(to), "kustomize", "k", "build the kustomization in this directory, and lead to its bases and patches; nothing is fetched; repeatable")
}

// buildKustomization builds a kustomization in the time of a document.
func buildKustomization(cmd *cobra.Command, dir string) (*kustomize.Built, error) {
	type built struct {
		*kustomize.Built
		err error
	}
	dir = filepath.Clean(dir)
	b, err := deadline.Run(documentTimeout(cmd), dir, func(*deadline.Watch) built {
		b, err := kustomize.Build(dir)
		return built{b, err}
	})
	if err == nil {
		err = b.err
	}
	return b.Built, err
}

// kustomize builds the kustomizations of --kustomize, and those of named directories. If one of the latter needs more than
// crdtool does, such as to fetch, its files are read one by one.
func (r *applyRun) kustomize(paths []string) {
	for _, dir := range r.flags.kustomize {
		b, err := buildKustomization(r.cmd, dir)
		if err != nil {
			r.couldNotRead(err)
			continue
		}
		r.files.AddBuilt(b)
	}
	for _, dir := range files.Overlays(paths) {
		if slices.Contains(r.flags.kustomize, dir) {
			continue
		}
		b, err := buildKustomization(r.cmd, dir)
		if unsupported := new(kustomize.Unsupported); errors.As(err, &unsupported) {
			note(r.stderr, "%v; its files are read one by one", err)
			continue
		}
		if err != nil {
			r.couldNotRead(err)
			continue
		}
		r.files.AddBuilt(b)
	}
}
