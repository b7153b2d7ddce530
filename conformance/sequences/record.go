// Package sequences holds crdtool's cluster against a real API server, request after
// request: with sequences that people have chosen, and with random ones.
package sequences

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"

	"github.com/crdtool/crdtool/conformance/record"
	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// RecordOptions say what Record does.
type RecordOptions struct {
	// Folder is that of the sequences: src has those that people have chosen, chosen.jsonl.gz
	// and random.jsonl.gz get those that are played.
	Folder string
	// Only, if not empty, is a path.Match pattern of the sequences to play; the others keep
	// their answers.
	Only string
	// Check compares the answers with the recorded ones and writes nothing.
	Check bool
}

// The random sequences that are recorded.
const (
	recordedSeed  = 16
	recordedCount = 420
)

// Record plays the sequences on a server and writes its answers. It returns how many
// sequences are new or have changed.
func Record(ctx context.Context, o RecordOptions, out io.Writer) (changed int, err error) {
	chosen, err := golden.SequenceSources(filepath.Join(o.Folder, "src"))
	if err != nil {
		return 0, err
	}
	crds, err := ownCRDs(filepath.Dir(o.Folder))
	if err != nil {
		return 0, err
	}
	random := Generate(crds, recordedSeed, recordedCount)

	s, err := server.Start()
	if err != nil {
		return 0, err
	}
	defer s.Stop()
	r := &recorder{RecordOptions: o, player: &record.SequencePlayer{Server: s, Context: ctx}, out: out}
	if err := r.file(filepath.Join(o.Folder, "chosen.jsonl.gz"), chosen); err != nil {
		return r.changed, err
	}
	if err := r.file(filepath.Join(o.Folder, "random.jsonl.gz"), random); err != nil {
		return r.changed, err
	}
	fmt.Fprintf(out, "%d sequences with %d requests played, %d new or changed, %d could not be played\n", r.played, r.requests, r.changed, r.failed)
	if r.failed > 0 {
		return r.changed, fmt.Errorf("%d sequences could not be played", r.failed)
	}
	return r.changed, nil
}

type recorder struct {
	RecordOptions
	player golden.Player
	out    io.Writer

	played, requests, changed, failed int
}

func (r *recorder) file(name string, all []*golden.Sequence) error {
	was, err := golden.ReadSequences(name)
	if err != nil {
		return err
	}
	before := map[string]*golden.Sequence{}
	for _, s := range was {
		before[s.ID] = s
	}
	var kept []*golden.Sequence
	for _, s := range all {
		old := before[s.ID]
		if old != nil && old.Hash() != s.Hash() {
			old = nil
		}
		if match, err := path.Match(r.Only, s.ID); err != nil {
			return err
		} else if r.Only != "" && !match {
			if old != nil {
				kept = append(kept, old)
			}
			continue
		}
		r.played++
		r.requests += len(s.Steps)
		answers, err := r.player.Play(s.CRDs, s.Steps)
		if err != nil {
			r.failed++
			fmt.Fprintf(r.out, "%s: %v\n", s.ID, err)
			if errors.Is(err, context.Canceled) {
				return err
			}
			continue
		}
		s.Answers = answers
		kept = append(kept, s)
		if old != nil && same(old.Answers, answers) {
			continue
		}
		r.changed++
		r.describe(s, old)
	}
	if r.Check {
		return nil
	}
	return golden.WriteSequences(name, kept)
}

func (r *recorder) describe(s, old *golden.Sequence) {
	if old == nil {
		fmt.Fprintf(r.out, "%s: recorded\n", s.ID)
		return
	}
	fmt.Fprintf(r.out, "%s: changed\n", s.ID)
	for i, a := range s.Answers {
		for _, line := range old.Answers[i].Diff(a) {
			fmt.Fprintf(r.out, "  step %d: %s\n", i+1, line)
		}
	}
}

func same(a, b []golden.StepAnswer) bool {
	return slices.EqualFunc(a, b, func(a, b golden.StepAnswer) bool { return len(a.Diff(b)) == 0 })
}
