package suites

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// Options say what is compared.
type Options struct {
	// Folders have a project each, with its suites and its CRDs.
	Folders []string
	// Minor is the version of Kubernetes, and Program its server; without it the server in
	// this process is asked.
	Minor   int
	Program string
	Verbose bool
}

// tally counts what is equal.
type tally struct {
	suites, runs, tests, passed, failed, skipped int
	outcomes, steps, sameCodes, sameWords        int
	ours, theirs                                 time.Duration
}

// Run compares all, and reports whether all outcomes and answers are equal.
func Run(ctx context.Context, o Options, out io.Writer) (bool, error) {
	start := server.Start
	if o.Program != "" {
		start = func() (*server.Server, error) { return server.StartMinor(o.Program) }
	}
	s, err := start()
	if err != nil {
		return false, err
	}
	defer s.Stop()
	h := newHost(ctx, s)
	servers := suite.NewServers(kube.Version{Minor: o.Minor})
	var sum tally
	for _, folder := range o.Folders {
		if err := folderOf(h, servers, folder, &sum, o.Verbose, out); err != nil {
			return false, err
		}
	}
	fmt.Fprintf(out, "1.%d: %d suites, %d with their CRDs, %d tests: %d passed, %d failed, %d skipped; outcomes %d/%d, steps %d/%d, words %d/%d; crdtool %v, the server %v\n",
		o.Minor, sum.suites, sum.runs, sum.tests, sum.passed, sum.failed, sum.skipped,
		sum.outcomes, sum.tests, sum.sameCodes, sum.steps, sum.sameWords, sum.steps,
		sum.ours.Round(time.Millisecond), sum.theirs.Round(time.Millisecond))
	return sum.outcomes == sum.tests && sum.sameCodes == sum.steps && sum.sameWords == sum.steps, nil
}

func folderOf(h *host, servers *suite.Servers, folder string, sum *tally, verbose bool, out io.Writer) error {
	var crds []*source.Document
	var all []*suite.Suite
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".yaml") && !strings.HasSuffix(path, ".yml") {
			return err
		}
		f, err := source.ReadFile(path)
		if err != nil {
			return err
		}
		suites, _ := suite.Read(f)
		all = append(all, suites...)
		if len(suites) == 0 {
			for _, d := range f.Documents {
				if d.IsCRD() {
					crds = append(crds, d)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	finder := suite.NewFinder(func() []*source.Document { return crds })
	for _, one := range all {
		sum.suites++
		for _, s := range finder.Resolve(one) {
			sum.runs++
			for _, t := range s.Tests {
				if err := compare(h, servers, s, t, sum, verbose, out); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func compare(h *host, servers *suite.Servers, s *suite.Suite, t *suite.Test, sum *tally, verbose bool, out io.Writer) error {
	begin := time.Now()
	ours := s.Run(t, servers.New(t))
	sum.ours += time.Since(begin)
	begin = time.Now()
	session := h.session()
	theirs := s.Run(t, session)
	if err := session.end(); err != nil {
		return err
	}
	sum.theirs += time.Since(begin)
	sum.tests++
	switch theirs.Outcome {
	case report.TestPassed:
		sum.passed++
	case report.TestSkipped:
		sum.skipped++
	default:
		sum.failed++
	}
	where := fmt.Sprintf("%s:%d [%s] %s", s.File, t.Line, s.Variant, t.Name)
	if ours.Outcome == theirs.Outcome {
		sum.outcomes++
	} else {
		fmt.Fprintf(out, "%s:\n  crdtool: %s %s\n  server:  %s %s\n", where, ours.Outcome, ours.Message, theirs.Outcome, theirs.Message)
	}
	if verbose && theirs.Outcome == report.TestFailed {
		fmt.Fprintf(out, "%s: fails on the server: %s\n", where, theirs.Message)
	}
	n := max(len(ours.Steps), len(theirs.Steps))
	sum.steps += n
	for i := range n {
		if i >= len(ours.Steps) || i >= len(theirs.Steps) {
			fmt.Fprintf(out, "%s: crdtool takes %d steps, the server %d\n", where, len(ours.Steps), len(theirs.Steps))
			break
		}
		a, b := &ours.Steps[i], &theirs.Steps[i]
		if a.Code == b.Code {
			sum.sameCodes++
		}
		if wordsOf(a.Message) == wordsOf(b.Message) {
			sum.sameWords++
		} else {
			fmt.Fprintf(out, "%s: step %d, %s:\n  crdtool: %d %s\n  server:  %d %s\n", where, i+1, a.Op, a.Code, a.Message, b.Code, b.Message)
		}
	}
	return nil
}

var generated = regexp.MustCompile(`\b(test-|[a-z-]+-)[a-z0-9]{5}"`)

// wordsOf is a message that is the same whatever the order of causes and the name that the
// server makes up.
func wordsOf(message string) string {
	message = generated.ReplaceAllString(message, `${1}xxxxx"`)
	head, causes, found := strings.Cut(message, "is invalid: [")
	if !found {
		return message
	}
	list := strings.Split(strings.TrimSuffix(causes, "]"), ", ")
	slices.Sort(list)
	return head + strings.Join(list, ", ")
}
