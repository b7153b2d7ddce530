package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
)

// revisions parses revisions of git in the arguments as git diff does. REF is --against REF. REF REF, REF..REF
// and REF...REF compare two revisions; ... starts at their merge base. It returns the newer of two revisions,
// or "" for the files on disk, and the remaining paths. The name of a file is not a revision.
func (f *diffFlags) revisions(cmd *cobra.Command, paths []string) (newer string, rest []string) {
	if f.against != "" || len(paths) == 0 || exists(paths[0]) {
		return "", paths
	}
	if old, newer, found := revisionRange(paths[0]); found && isRevision(cmd, old) && isRevision(cmd, newer) {
		f.against = old
		return newer, paths[1:]
	}
	if !isRevision(cmd, paths[0]) {
		return "", paths
	}
	f.against, rest = paths[0], paths[1:]
	if len(rest) > 0 && !exists(rest[0]) && isRevision(cmd, rest[0]) {
		return rest[0], rest[1:]
	}
	return "", rest
}

// revisionRange splits A..B and A...B into the two revisions that git diff compares. An omitted one is HEAD.
func revisionRange(name string) (old, newer string, found bool) {
	or := func(ref string) string {
		if ref == "" {
			return "HEAD"
		}
		return ref
	}
	if a, b, found := strings.Cut(name, "..."); found {
		return "merge-base:" + or(a) + "..." + or(b), or(b), a+b != ""
	}
	a, b, found := strings.Cut(name, "..")
	return or(a), or(b), found && a+b != ""
}

// exists reports whether a file has the name, or whether it is standard input.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return name == files.Stdin || !errors.Is(err, fs.ErrNotExist)
}

// revisions compares the CRDs of two revisions at the paths, or at the configured paths.
func (c *comparison) revisions(newer string, paths []string, conf *config.Config) error {
	f := c.flags
	var sides [2]diffrun.Side
	found := map[string]bool{}
	for i, ref := range []string{f.against, newer} {
		tree, err := openAgainst(c.cmd, ref)
		if err != nil {
			return err
		}
		defer tree.Close()
		list := files.ExpandOn(tree, crdPaths(append(f.files, paths...), conf), files.CRDs)
		for _, p := range paths {
			if _, err := tree.Stat(p); err == nil {
				found[p] = true
			}
		}
		sides[i] = diffrun.Side{List: list, Absent: absent}
	}
	for _, side := range sides {
		for _, err := range side.Errors {
			if !absent(err) {
				return err
			}
		}
	}
	for _, p := range paths {
		if !found[p] {
			return errors.New("neither " + f.against + " nor " + newer + " has a file " + p)
		}
	}
	return c.differ.Run(c.cmd.Context(), sides[0], sides[1], nil, c.emit)
}
