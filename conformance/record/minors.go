package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// MinorsOptions say what RunMinors records.
type MinorsOptions struct {
	// Module is the folder of the servers' programs, and Minors are the minor
	// versions whose servers are asked; all there are if it is empty.
	Module string
	Minors []int
	// Cases and ObjectCases are the folders of the cases.
	Cases, ObjectCases string
	// Corpus is the folder of the corpus.
	Corpus string
	// Answers is the folder that is written.
	Answers string
	// Sets are the names of what is asked; all if it is empty.
	Sets []string
	// Only, if not empty, is a path.Match pattern of the ids of what is asked.
	Only string
	// Missing asks only what has no recorded answer.
	Missing bool
}

// question is one thing that is asked of a server.
type question struct {
	id, hash string
	ask      func(context.Context, *server.Server) (any, error)
}

// questions are those of one kind, with answers in one file.
type questions struct {
	name string
	all  []question
	// inside asks all of them, if they need more than one after the other.
	inside func(ctx context.Context, s *server.Server, all []question, answer func(question, any) error) error
}

// Unplayable is recorded when what a case begins with, such as the CRD of an
// object, is refused by a server.
type Unplayable struct {
	Reason string `json:"unplayable"`
}

// MinorSets are the files of the sets of answers.
var MinorSets = []string{"cases.jsonl.gz", "object-cases.jsonl.gz", "crds.jsonl.gz", "mutants.jsonl.gz", "objects.jsonl.gz", "object-mutants.jsonl.gz", "costs.jsonl.gz", "openapi.jsonl.gz", "shared.jsonl.gz"}

// RunMinors asks the servers of minor versions and writes their answers.
func RunMinors(ctx context.Context, o MinorsOptions, out io.Writer) error {
	there, err := server.Minors(o.Module)
	if err != nil {
		return err
	}
	if len(o.Minors) == 0 {
		o.Minors = there
	}
	sets, err := o.questions()
	if err != nil {
		return err
	}
	for _, n := range o.Minors {
		if !slices.Contains(there, n) {
			return fmt.Errorf("there is no server of Kubernetes 1.%d", n)
		}
		program, err := server.Build(o.Module, n, out)
		if err != nil {
			return err
		}
		if err := o.minor(ctx, n, program, sets, out); err != nil {
			return fmt.Errorf("1.%d: %w", n, err)
		}
	}
	return nil
}

func (o MinorsOptions) minor(ctx context.Context, minor int, program string, sets []questions, out io.Writer) error {
	s, err := server.StartMinor(program)
	if err != nil {
		return err
	}
	defer s.Stop()
	for _, set := range sets {
		started := time.Now()
		path := filepath.Join(o.Answers, set.name)
		h, err := golden.ReadHistory(path)
		if err != nil {
			return err
		}
		asked, unplayable := 0, 0
		answer := func(q question, a any) error {
			asked++
			if _, no := a.(Unplayable); no {
				unplayable++
			}
			return h.Set(q.id, q.hash, minor, a)
		}
		ids := map[string]bool{}
		var chosen []question
		for _, q := range set.all {
			ids[q.id] = true
			if match, err := filepath.Match(o.Only, q.id); err != nil {
				return err
			} else if o.Only != "" && !match {
				continue
			}
			if _, recorded := h.Answer(q.id, q.hash, minor); o.Missing && recorded {
				continue
			}
			chosen = append(chosen, q)
		}
		h.Keep(func(id string) bool { return ids[id] })
		inside := set.inside
		if inside == nil {
			inside = oneByOne
		}
		if err := inside(ctx, s, chosen, answer); err != nil {
			return fmt.Errorf("%s: %w", set.name, err)
		}
		if err := h.Write(path); err != nil {
			return err
		}
		fmt.Fprintf(out, "1.%d: %s: %d answers, %d of them that what it begins with is refused, %.0f s\n", minor, set.name, asked, unplayable, time.Since(started).Seconds())
	}
	return nil
}

func oneByOne(ctx context.Context, s *server.Server, all []question, answer func(question, any) error) error {
	for _, q := range all {
		a, err := q.ask(ctx, s)
		var refused refusedError
		if errors.As(err, &refused) {
			a, err = Unplayable{refused.text}, nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", q.id, err)
		}
		if err := answer(q, a); err != nil {
			return err
		}
	}
	return nil
}

func (o MinorsOptions) questions() ([]questions, error) {
	var sets []questions
	for _, name := range MinorSets {
		if len(o.Sets) > 0 && !slices.ContainsFunc(o.Sets, func(s string) bool { return name == s+".jsonl.gz" }) {
			continue
		}
		set := questions{name: name}
		var err error
		switch name {
		case "cases.jsonl.gz":
			set.all, err = o.cases()
		case "object-cases.jsonl.gz":
			set.all, err = o.objectCases()
		case "crds.jsonl.gz", "mutants.jsonl.gz":
			set.all, err = o.crds(name)
		case "objects.jsonl.gz", "object-mutants.jsonl.gz":
			set.all, set.inside, err = o.objects(name)
		case "costs.jsonl.gz":
			set.all, set.inside, err = o.costs()
		case "openapi.jsonl.gz":
			set.all, set.inside, err = o.published()
		case "shared.jsonl.gz":
			set.all = shared()
		}
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return sets, nil
}
