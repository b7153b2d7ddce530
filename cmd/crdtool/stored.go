package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/source"
)

// stored holds the CRDs that --old gives, by name.
type stored map[string]*source.Document

func (s stored) find(name string) *source.Document { return s[name] }

// storedCRDs reads the CRDs of all paths. It fails if one can't be read: a
// change checked against nothing would pass as a new CRD.
func storedCRDs(cmd *cobra.Command, paths []string) (stored, error) {
	names, errs := source.Expand(paths)
	if len(errs) > 0 {
		return nil, fmt.Errorf("--old: %w", errs[0])
	}
	crds := stored{}
	read := func(name string) fileAndError {
		f, err := readSource(name, cmd.InOrStdin())
		return fileAndError{f, err}
	}
	err := inOrder(cmd.Context(), names, read, func(r fileAndError) error {
		if r.err != nil {
			return fmt.Errorf("--old: %w", r.err)
		}
		return crds.add(r.file)
	})
	if err != nil {
		return nil, err
	}
	if len(crds) == 0 {
		return nil, fmt.Errorf("--old: no CustomResourceDefinition found in %s", (*pathList)(&paths))
	}
	return crds, nil
}

type fileAndError struct {
	file *source.File
	err  error
}

func (s stored) add(f *source.File) error {
	for _, p := range f.Problems {
		// A note is about a template, which is not checked among the new files either.
		if p.Severity != finding.Info {
			return fmt.Errorf("--old: %s:%d: %s", f.Name, p.Pos.Line, p.Message)
		}
	}
	for _, d := range f.Documents {
		if _, kind := d.TypeMeta(); kind != "CustomResourceDefinition" {
			continue
		}
		name := metadataName(d)
		if first := s[name]; first != nil {
			return fmt.Errorf("--old: %q is in %s and again in %s; remove one of them", name, first.File.Name, f.Name)
		}
		s[name] = d
	}
	return nil
}

// metadataName returns the document's metadata.name, "" if it has none.
func metadataName(d *source.Document) string {
	metadata := source.Field(d.Root, "metadata")
	name, _ := source.String(source.Field(metadata, "name"))
	return name
}
