package objects

import (
	"encoding/json"
	"path/filepath"

	"github.com/crdtool/crdtool/conformance/compare"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// samples compares the answers to the projects' own sample objects, with
// fieldValidation Warn and Strict.
func (r *run) samples() (warn, strict *compare.Set, err error) {
	warn, strict = compare.NewSet("objects"), compare.NewSet("objects, strict")
	err = r.read("truth-objects.jsonl", func(t *truth) error {
		id := t.Repo + "/" + t.File
		if t.Sent == nil {
			return nil // it needs a conversion webhook
		}
		want, err := t.want(t.Sent)
		if err != nil {
			return err
		}
		r.compare(warn, id, t, t.Sent, dryrun.Warn, want)

		// Of the strict answer only code and message were recorded, and the message
		// only where it is not that of Warn.
		wantStrict := want
		wantStrict.Code, wantStrict.Accepted = t.StrictCode, t.StrictCode/100 == 2
		if t.StrictCode != t.Code {
			wantStrict.Message, wantStrict.Causes, wantStrict.Warnings = golden.StableNames(t.StrictMessage, t.Sent), nil, nil
			wantStrict.object = nil
		}
		r.compare(strict, id, t, t.Sent, dryrun.Strict, wantStrict)
		return nil
	})
	return warn, strict, err
}

// mutants compares the answers to damaged objects.
func (r *run) mutants() (creates, updates *compare.Set, err error) {
	creates, updates = compare.NewSet("object mutants, create"), compare.NewSet("object mutants, update")
	err = r.read("truth-mutants.jsonl", func(t *truth) error {
		want, err := t.want(t.Object)
		if err != nil {
			return err
		}
		into := creates
		if t.Op == "update" {
			into = updates
		}
		r.compare(into, t.ID, t, t.Object, dryrun.Warn, want)
		return nil
	})
	return creates, updates, err
}

func (r *run) compare(into *compare.Set, id string, t *truth, body json.RawMessage, fieldValidation string, want reply) {
	got, err := r.ask(t, body, fieldValidation)
	if err != nil {
		into.Different(id, err.Error())
		return
	}
	if lines := diff(want, got); len(lines) > 0 {
		into.Different(id, lines...)
		return
	}
	into.Equal(id)
}

func (r *run) read(name string, f func(*truth) error) error {
	return compare.ReadLines(filepath.Join(r.corpus, "dev", name), func(line []byte) error {
		t := new(truth)
		if err := json.Unmarshal(line, t); err != nil {
			return err
		}
		return f(t)
	})
}
