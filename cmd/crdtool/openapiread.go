package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/config"
	apiextensions "github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/definitions"
	"github.com/crdtool/crdtool/internal/files"
	"github.com/crdtool/crdtool/internal/inorder"
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/internal/source"
)

// readCRDs reads the CRDs of all paths.
func readCRDs(cmd *cobra.Command, flags *configFlags, version *kubeVersion, paths []string, quiet bool) ([]*apiextensions.CustomResourceDefinition, error) {
	set, _, err := readDefinitions(cmd, flags, version, paths, quiet)
	if err != nil {
		return nil, err
	}
	return set.CRDs, nil
}

// readDefinitions reads the CRDs of all paths, whose documents are to be published
// together. It fails if one can't be read: a document without one of its kinds
// would pass for a whole one. Without paths those of the configuration are read.
func readDefinitions(cmd *cobra.Command, flags *configFlags, version *kubeVersion, paths []string, quiet bool) (*definitions.Set, *config.Config, error) {
	c, err := flags.read(cmd)
	if err != nil {
		return nil, nil, err
	}
	version.configured(cmd, c)
	if quiet {
		cmd.SetErr(io.Discard)
	}
	list := files.Expand(crdPaths(paths, c), files.CRDs)
	if len(list.Errors) > 0 {
		return nil, nil, list.Errors[0]
	}
	leaveExcluded(cmd, c, list, quiet)
	set := definitions.Set{Nearer: c.Nearer}
	var passed files.Summary
	err = eachFile(cmd, list, &passed, func(f *source.File, found bool) error {
		defer f.Release()
		if found {
			return set.AddFound(f)
		}
		return set.Add(f)
	})
	for _, u := range set.Unpublished {
		fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: %s: the schema of %s %s is not structural, so servers do not publish it; run crdtool lint for details\n", u.Place, u.Name, u.Version)
	}
	if err != nil {
		return nil, nil, err
	}
	printShadowed(cmd, set.Shadowed)
	printUnread(cmd, set.Unread)
	if len(set.CRDs) == 0 {
		for _, line := range passed.Lines("lint", false) {
			fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: %s\n", line)
		}
		return nil, nil, fmt.Errorf("no CustomResourceDefinition found in %s%s", render.Count(len(list.Files), "file"), notSearched(list))
	}
	return &set, c, nil
}

// eachFile reads the files of a list and hands them to take, in their order; found says
// that one was found in a directory. What is passed over goes to passed.
func eachFile(cmd *cobra.Command, list *files.List, passed *files.Summary, take func(f *source.File, found bool) error) error {
	type read struct {
		file   *source.File
		found  bool
		passed []files.Passed
		err    error
	}
	return inorder.Do(cmd.Context(), list.Files, func(f files.File) read {
		file, passed, err := list.Read(&f, cmd.InOrStdin())
		return read{file, f.Found, passed, err}
	}, func(r read) error {
		passed.Add(r.passed)
		if r.err != nil || r.file == nil {
			return r.err
		}
		return take(r.file, r.found)
	})
}

// printShadowed says in one line which CRDs were chosen of several with one name.
func printShadowed(cmd *cobra.Command, shadowed []definitions.Shadowed) {
	if len(shadowed) == 0 {
		return
	}
	names := map[string]bool{}
	for _, s := range shadowed {
		names[s.Name] = true
	}
	s := shadowed[0]
	if len(names) == 1 {
		others := "the one in " + s.Place + " has"
		if len(shadowed) > 1 {
			others = fmt.Sprintf("the ones in %s and %s have", s.Place, render.Count(len(shadowed)-1, "other place"))
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: %s is read from %s; %s different content, which is ignored; to choose, name the file\n", s.Name, s.By, others)
		return
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: %d CRDs stand at several places with different content; %s, for instance, is read from %s and not from %s; to choose, name the files or set paths in %s\n",
		len(names), s.Name, s.By, s.Place, config.Name)
}

// printUnread says which CRDs that were found are left out, as no server serves them.
func printUnread(cmd *cobra.Command, unread []error) {
	switch len(unread) {
	case 0:
	case 1:
		fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: left out: %v\n", unread[0])
	default:
		fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: left out: %v; and %s more\n", unread[0], render.Count(len(unread)-1, "CRD"))
	}
}
