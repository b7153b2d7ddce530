package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/output/definitions"
	apiextensions "github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/kube"
)

// readSet is the set of CRDs that a run has read.
type readSet struct {
	definitions.Set
	// failed is set if a part of the input cannot be read. That was reported.
	failed bool
}

// outcome returns err, or errReported if a part of the input could not be read.
func (s *readSet) outcome(err error) error {
	if err == nil && s.failed {
		return errReported
	}
	return err
}

// takesLong reports a CRD without a sample, since making one takes longer than --document-timeout.
func (s *readSet) takesLong(cmd *cobra.Command, c *apiextensions.CustomResourceDefinition) {
	s.failed = true
	printError(cmd.ErrOrStderr(), fmt.Errorf("%s: making a sample of %s takes longer than %v, so that there is none; to wait longer, raise --%s",
		s.File(c), c.Metadata.Name, documentTimeout(cmd), documentTimeoutFlag))
}

// warnRefused prints warnings about CRDs that the server refuses: their documents are of no use.
func (s *readSet) warnRefused(cmd *cobra.Command, v kube.Version, crds ...*apiextensions.CustomResourceDefinition) {
	checker := apiextensions.NewChecker(behaviour.Of(v))
	for _, c := range crds {
		if err := s.Refused(c, checker); err != nil {
			note(cmd.ErrOrStderr(), "warning: %v", err)
		}
	}
}

// readDefinitions reads the CRDs of the paths, or of the configured paths, for common documents. It reports
// unreadable files and continues with the others.
func readDefinitions(cmd *cobra.Command, flags *configFlags, version *kubeVersion, paths []string, quiet bool) (*readSet, *config.Config, error) {
	c, err := flags.read(cmd)
	if err != nil {
		return nil, nil, err
	}
	version.configured(cmd, c)
	stderr := cmd.ErrOrStderr()
	if quiet {
		cmd.SetErr(io.Discard)
	}
	list := files.Expand(crdPaths(paths, c), files.CRDs)
	dropExcluded(cmd, c, list, quiet)
	set := readSet{Set: definitions.Set{Nearer: c.Nearer, Failed: list.Errors}}
	var passed files.Summary
	err = eachFile(cmd, list, &passed, func(f *source.File, found bool, err error) error {
		switch {
		case err != nil:
			set.Failed = append(set.Failed, err)
			return nil
		case found:
			_ = set.AddFound(f) // errors are added to Failed
		default:
			_ = set.Add(f)
		}
		return nil
	})
	set.LeaveUnservable(version.Version)
	for _, err := range set.Failed {
		printError(stderr, atKey(cmd, c, err))
	}
	set.failed = len(set.Failed) > 0
	for _, u := range set.Unpublished {
		note(cmd.ErrOrStderr(), "%s: the schema of %s %s is not structural, so servers do not publish it; run crdtool lint for details", u.Place, u.Name, u.Version)
	}
	if err != nil {
		return nil, nil, err
	}
	printShadowed(cmd, set.Shadowed)
	printUnread(cmd, set.Unread)
	if len(set.CRDs) == 0 && set.failed {
		return nil, nil, errReported
	}
	if len(set.CRDs) == 0 {
		for _, line := range passed.Lines("lint", false) {
			note(cmd.ErrOrStderr(), "%s", line)
		}
		return nil, nil, fmt.Errorf("no CustomResourceDefinition found in %s%s", prose.Count(len(list.Files), "file"), notSearched(list))
	}
	return &set, c, nil
}

// eachFile reads the files of a list and passes them to take, in order. found is set for files found in a
// directory; err is the error of reading. Skipped parts are added to passed.
func eachFile(cmd *cobra.Command, list *files.List, passed *files.Summary, take func(f *source.File, found bool, err error) error) error {
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
		if r.err == nil && r.file == nil {
			return nil
		}
		return take(r.file, r.found, r.err)
	})
}

// printShadowed prints a note about the chosen copies of CRDs.
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
			others = fmt.Sprintf("the ones in %s and %s have", s.Place, prose.Count(len(shadowed)-1, "other place"))
		}
		note(cmd.ErrOrStderr(), "%s is read from %s; %s different content, which is ignored; to choose, name the file", s.Name, s.By, others)
		return
	}
	note(cmd.ErrOrStderr(), "%d CRDs stand at several places with different content; %s, for instance, is read from %s and not from %s; to choose, name the files or set paths in %s",
		len(names), s.Name, s.By, s.Place, config.Name)
}

// printUnread prints a note about found CRDs that are skipped because no server serves them.
func printUnread(cmd *cobra.Command, unread []error) {
	switch len(unread) {
	case 0:
	case 1:
		note(cmd.ErrOrStderr(), "left out: %v", unread[0])
	default:
		note(cmd.ErrOrStderr(), "left out: %v; and %s more", unread[0], prose.Count(len(unread)-1, "CRD"))
	}
}
