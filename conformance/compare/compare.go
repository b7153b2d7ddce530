// Package compare holds crdtool against what the real API server answers: to
// the cases of this project, and to the corpus of real and damaged CRDs.
package compare

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/conformance/differences"
	"github.com/crdtool/crdtool/conformance/oracle"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// Options say what Run compares.
type Options struct {
	// Cases is the folder of the cases.
	Cases string
	// Corpus is the folder of the corpus; when it does not exist, that part is
	// left out, loudly.
	Corpus string
	// Known is the folder of the known differences.
	Known string
	// Verbose lists all differences, in full.
	Verbose bool
}

type run struct {
	oracle *oracle.Oracle
}

// Run compares, prints what it finds, and reports whether all is as it should
// be: no difference that is not known, and no known one that has gone away.
func Run(o Options, out io.Writer) (ok bool, err error) {
	known, err := differences.Known(o.Known)
	if err != nil {
		return false, err
	}
	r := &run{}
	if r.oracle, err = oracle.New(); err != nil {
		return false, err
	}

	crdtool, serverCode, err := r.cases(o.Cases)
	if err != nil {
		return false, err
	}
	sets := []set{crdtool}
	if _, err := os.Stat(filepath.Join(o.Corpus, "dev")); err == nil {
		crds, err := r.corpusCRDs(o.Corpus)
		if err != nil {
			return false, err
		}
		mutants, err := r.corpusMutants(o.Corpus)
		if err != nil {
			return false, err
		}
		sets = append(sets, crds, mutants)
	} else {
		fmt.Fprintf(out, "NO CORPUS at %s (set CRDTOOL_CORPUS): real and damaged CRDs of public projects are NOT compared\n", o.Corpus)
	}

	all := append([]set{serverCode}, sets...)
	for _, s := range all {
		fmt.Fprintf(out, "%s: %s\n", s.name, summary(s))
		s.list(out, o.Verbose, known)
	}
	fmt.Fprintf(out, "crdtool and kube-apiserver: %s\n", summary(sets...))
	return settle(out, all, known, len(sets) > 1), nil
}

// settle holds the differences against the known ones.
func settle(out io.Writer, sets []set, known map[string]string, hasCorpus bool) (ok bool) {
	ok = true
	var seen []string
	for _, s := range sets {
		for _, r := range s.results {
			if r.outcome != different {
				continue
			}
			if known[s.id(r)] == "" {
				ok = false
				continue
			}
			seen = append(seen, s.id(r))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(known)) {
		switch {
		case slices.Contains(seen, id):
			fmt.Fprintf(out, "known difference: %s\n", id)
		case !hasCorpus && (strings.HasPrefix(id, "corpus: ") || strings.HasPrefix(id, "mutants: ")):
		default:
			fmt.Fprintf(out, "known difference has gone away, remove it: %s\n", id)
			ok = false
		}
	}
	return ok
}

// judgeAndCompare compares crdtool's answer with the wanted one.
func (r *run) judgeAndCompare(id, name string, text []byte, fieldValidation string, want golden.Answer) result {
	got, err := judge(name, text, fieldValidation, nil)
	if err != nil {
		return result{id: id, outcome: different, diff: []string{err.Error()}, notRead: errors.As(err, new(notRead))}
	}
	return compareAnswers(id, want, got)
}

// compareAnswers compares two canonical answers.
func compareAnswers(id string, want, got golden.Answer) result {
	if want.Panic {
		// There is no answer to compare with; crdtool must not accept what no
		// server can take.
		if got.Accepted {
			return result{id: id, outcome: different, diff: []string{"the server panics, crdtool accepts"}}
		}
		return result{id: id}
	}
	diff := want.Diff(got)
	if len(diff) == 0 {
		return result{id: id}
	}
	return result{id: id, outcome: different, diff: diff}
}
