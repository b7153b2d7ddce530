package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// updateSuites updates the expected objects in suites. The following run reports unreadable files.
func updateSuites(cmd *cobra.Command, f *testFlags, c *config.Config, to *outputs, paths []string) error {
	silent := *f
	silent.coverage = coverageFlags{}
	r := newTestRun(cmd, &silent, c, to)
	r.stderr = io.Discard
	if err := r.find(paths); err != nil {
		return err
	}
	return r.update(cmd.Context(), cmd.ErrOrStderr())
}

// update writes stored objects into suites whose tests fail only because the expected object differs, and
// prints a note.
func (r *testRun) update(ctx context.Context, out io.Writer) error {
	byFile := map[string][]suite.Difference{}
	err := inorder.Do(ctx, r.suites, func(j job) (all []suite.Difference) {
		for _, t := range j.suite.Tests {
			if r.flags.matches(testName(j.suite, t)) {
				all = append(all, j.suite.Differences(t, j.servers.New(t), j.version)...)
			}
		}
		return all
	}, func(all []suite.Difference) error {
		for _, d := range all {
			byFile[d.File] = append(byFile[d.File], d)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		if err := updateSuite(name, byFile[name], out); err != nil {
			return err
		}
	}
	return nil
}

func updateSuite(name string, all []suite.Difference, out io.Writer) error {
	if _, err := os.Stat(name); err != nil {
		return fmt.Errorf("--update: %s: %w", name, reason(err))
	}
	f, err := source.ReadFile(name)
	if err != nil {
		return err
	}
	text, lines, left := suite.Rewrite(f, all)
	for _, p := range left {
		note(out, "%s:%d is not updated: %s", p.File, p.Line, p.Message)
	}
	if len(lines) == 0 {
		return nil
	}
	if err := replaceFile(name, text); err != nil {
		return fmt.Errorf("--update: %s: %w", name, reason(err))
	}
	numbers := make([]string, len(lines))
	for i, n := range lines {
		numbers[i] = strconv.Itoa(n)
	}
	word := "line"
	if len(lines) > 1 {
		word = "lines"
	}
	note(out, "%s: updated %s, at %s %s", name, prose.Count(len(lines), "stored object"), word, strings.Join(numbers, ", "))
	return nil
}

// checkUpdate returns an error about flags that --update excludes, before anything is written.
func (f *testFlags) checkUpdate() error {
	if f.update && f.watch {
		return errors.New("--update writes files, whose changes --watch waits for; use one of them")
	}
	if f.update && len(f.kubeVersions.list) > 1 {
		return errors.New("--update writes what one version of Kubernetes stores; name it with --kube-version")
	}
	return nil
}

func testName(s *suite.Suite, t *suite.Test) string {
	if s.Name == "" {
		return t.Name
	}
	return s.Name + "/" + t.Name
}
