package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/objects/testgen"
	apiextensions "github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// generateFlags are the flags of crdtool test about generated tests.
type generateFlags struct {
	on    bool
	out   string
	force bool
}

func (f *generateFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.on, "generate", false, "write a suite for each CRD of PATH, with an accepted and a refused object for each rule and keyword")
	flags.Var(directoryFlag(&f.out), "out", outUsage+"; with --generate, a file for each CRD, named after it")
	flags.BoolVar(&f.force, "force", false, "with --generate: overwrite files")
}

// notGenerating are flags about running tests.
var notGenerating = []string{"crds", "run", "fail-fast", "update", "watch", "at", "go-types", "kube-versions", "format", "output", "verbose", "coverage", "coverage-out", "min-coverage", "mutate", "mutate-max", "mutate-time", "min-score"}

func (f *generateFlags) check(cmd *cobra.Command) error {
	changed := cmd.Flags().Changed
	for _, name := range []string{"out", "force"} {
		if changed(name) && !f.on {
			return fmt.Errorf("--%s requires --generate; add it", name)
		}
	}
	if !f.on {
		return nil
	}
	if i := slices.IndexFunc(notGenerating, changed); i >= 0 {
		return fmt.Errorf("--generate writes tests and runs none; leave out --%s", notGenerating[i])
	}
	if f.force && f.out == "" {
		return errors.New("--force requires --out; without it nothing is written to files")
	}
	return nil
}

// runGenerate writes suites for constraints without tests.
func runGenerate(cmd *cobra.Command, f *testFlags, paths []string) error {
	set, _, err := readDefinitions(cmd, &f.config, &f.kubeVersion, append(f.files, paths...), f.quiet)
	if err != nil {
		return err
	}
	var over []string
	for _, c := range set.CRDs {
		if f.generate.force {
			over = append(over, f.generate.file(c.Metadata.Name))
		}
	}
	known, err := runExisting(cmd, f, append(f.files, paths...), over)
	if err != nil {
		return err
	}
	var total testgen.Suite
	unread, refused := set.failed, false
	checker := apiextensions.NewChecker(behaviour.Of(f.kubeVersion.Version))
	for i, c := range set.CRDs {
		if err := set.Refused(c, checker); err != nil {
			refused = true
			printError(cmd.ErrOrStderr(), err)
			continue
		}
		s, err := testgen.Generate(cmd.Context(), c, testgen.Options{
			Version: f.kubeVersion.Version, All: f.all, Skip: known.skips(c.Metadata.Name),
		})
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		if err != nil {
			unread = true // other CRDs may be served
			printError(cmd.ErrOrStderr(), fmt.Errorf("%s: %w", set.File(c), err))
			continue
		}
		total.Found += s.Found
		total.Missing += s.Missing
		total.LeftOut += s.LeftOut
		total.Skipped += s.Skipped
		total.Tests = append(total.Tests, s.Tests...)
		if err := f.generate.write(cmd, s, set.File(c), i > 0); err != nil {
			return err
		}
	}
	if !f.quiet {
		f.generate.summary(cmd, len(set.CRDs), &total)
	}
	switch {
	case unread:
		return errReported
	case refused:
		return errFindings
	}
	return nil
}

// write writes a suite to its file, or to standard output after the others.
func (f *generateFlags) write(cmd *cobra.Command, s *testgen.Suite, crd string, behind bool) error {
	var b bytes.Buffer
	if s.Count() == 0 {
		return nil
	}
	if f.out == "" {
		if behind {
			b.WriteString("---\n")
		}
		if err := s.Write(&b, nil); err != nil {
			return err
		}
		_, err := cmd.OutOrStdout().Write(b.Bytes())
		return unwritten(err)
	}
	// The name comes from the CRD, which may have any text.
	if !plain(s.Name) {
		return fmt.Errorf("%q cannot be used as a file name; run crdtool lint to see what is wrong with the CRD", s.Name)
	}
	if err := createFolder(f.out); err != nil {
		return err
	}
	name := f.file(s.Name)
	if err := s.Write(&b, besides(f.out, crd)); err != nil {
		return err
	}
	if _, err := os.Lstat(name); !f.force && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s already exists; --force writes over it, and without --out what its tests do not cover yet is printed", name)
	}
	return writeGenerated(name, of(b.Bytes()))
}

// file returns the path of a CRD's suite.
func (f *generateFlags) file(crd string) string { return filepath.Join(f.out, crd+".yaml") }

// besides returns the path of a CRD's file relative to the suite's folder; nil for standard input and URLs.
func besides(folder, crd string) []string {
	if crd == "-" || strings.Contains(crd, "://") {
		return nil
	}
	from, err := filepath.Abs(folder)
	if err != nil {
		return nil
	}
	to, err := filepath.Abs(crd)
	if err != nil {
		return nil
	}
	way, err := filepath.Rel(from, to)
	if err != nil {
		return []string{to} // on another drive
	}
	return []string{filepath.ToSlash(way)}
}

// summary prints how many tests were written, and how many constraints have none.
func (f *generateFlags) summary(cmd *cobra.Command, crds int, s *testgen.Suite) {
	if s.Count() == 0 && s.Skipped > 0 {
		note(cmd.ErrOrStderr(), "nothing to add: all %s of %s have tests", prose.Count(s.Skipped, "constraint"), prose.Count(crds, "CRD"))
		return
	}
	line := fmt.Sprintf("%s for %s of %s", prose.Count(s.Count(), "test"), prose.Count(s.Found, "constraint"), prose.Count(crds, "CRD"))
	if f.out != "" {
		line += " written to " + f.out
	}
	if s.Skipped > 0 {
		line += fmt.Sprintf("; %d have tests already", s.Skipped)
	}
	if s.Missing > 0 {
		line += fmt.Sprintf("; none found for %d, which comments name", s.Missing)
	}
	if s.LeftOut > 0 {
		line += fmt.Sprintf("; %d inside types of the Kubernetes API left out (--all)", s.LeftOut)
	}
	note(cmd.ErrOrStderr(), "%s", line)
}
