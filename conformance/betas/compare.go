package betas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/conformance/oracle"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/objects/convert"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// Options say what Run compares.
type Options struct {
	Corpus, Answers string
	Verbose         bool
}

// Run converts the CRDs of the corpus and compares what comes out with what the old
// server stores, and what crdtool says of it with the answer of a server of today.
func Run(o Options, out io.Writer) (ok bool, err error) {
	sources, err := Sources(o.Answers)
	if err != nil {
		return false, err
	}
	h, err := golden.ReadHistory(filepath.Join(o.Answers, "answers.jsonl.gz"))
	if err != nil {
		return false, err
	}
	linter := lint.New(kube.Latest)
	server, err := oracle.New()
	if err != nil {
		return false, err
	}
	var missing, refused, equal, alike, anew, decided, clean int
	var wrong []string
	projects := map[string]bool{}
	for _, s := range sources {
		text, err := s.Read(o.Corpus)
		if err != nil {
			return false, err
		}
		if text == nil {
			missing++
			continue
		}
		projects[s.Repo] = true
		hash := golden.Hash(text)
		raw, recorded := h.Answer(s.ID, hash, Old)
		var a Answer
		if !recorded {
			return false, fmt.Errorf("%s is not recorded", s.ID)
		}
		if err := json.Unmarshal(raw, &a); err != nil {
			return false, err
		}
		r := convert.File(source.Read(s.File, bytes.Clone(text)), convert.Undecided, nil)
		anew += len(r.Rewritten)
		for _, unknown := range []convert.Unknown{convert.Keep, convert.Prune} {
			decided++
			if ok, err := installs(linter, server, text, unknown); err != nil {
				wrong = append(wrong, fmt.Sprintf("%s: %s: %v", s.ID, unknown, err))
			} else if ok {
				clean++
			}
		}
		if !a.Accepted {
			refused++
			continue
		}
		file := source.Read(s.File, r.Text)
		if len(file.Documents) != 1 {
			wrong = append(wrong, fmt.Sprintf("%s: %d documents", s.ID, len(file.Documents)))
			continue
		}
		crd, err := source.ToJSON(file.Documents[0].Root)
		if err != nil {
			return false, err
		}
		ours, err := Canonical(crd)
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("%s: %v", s.ID, err))
			continue
		}
		if Hash(ours) != a.Stored {
			stored, _ := os.ReadFile(filepath.Join(o.Corpus, "stored", s.ID+".json"))
			wrong = append(wrong, fmt.Sprintf("%s: is stored otherwise\n  ours   %s\n  server %s", s.ID, ours, stored))
			continue
		}
		equal++
		raw, recorded = h.Answer(s.ID, hash, New)
		var today golden.Answer
		if !recorded {
			return false, fmt.Errorf("%s is not recorded", s.ID)
		}
		if err := json.Unmarshal(raw, &today); err != nil {
			return false, err
		}
		got := answerOf(linter.File(source.Read(s.File, ours), lint.Options{}))
		if diff := today.Diff(got); len(diff) > 0 {
			wrong = append(wrong, fmt.Sprintf("%s: 1.%d: %q", s.ID, New, diff))
			continue
		}
		alike++
	}
	slices.Sort(wrong)
	const few = 10
	for i, w := range wrong {
		if i == few && !o.Verbose {
			fmt.Fprintf(out, "and %d more (-v)\n", len(wrong)-few)
			break
		}
		if !o.Verbose && len(w) > 2000 {
			w = w[:2000] + " ..."
		}
		fmt.Fprintln(out, w)
	}
	fmt.Fprintf(out, "%d CRDs of v1beta1 of %d projects: %d refused by 1.%d; %d of %d stored alike, and %d of these answered alike by 1.%d\n",
		len(sources)-missing, len(projects), refused, Old, equal, len(sources)-missing-refused, alike, New)
	fmt.Fprintf(out, "%d texts written anew; decided either way, %d of %d conversions install on 1.%d\n", anew, clean, decided, New)
	if missing > 0 {
		fmt.Fprintf(out, "%d CRDs are not in %s\n", missing, o.Corpus)
	}
	return len(wrong) == 0, nil
}

// installs converts a CRD with a decision, and reports whether a server of today takes it.
// The error says what is wrong with the conversion itself, or with what crdtool says of it.
func installs(linter *lint.Linter, server *oracle.Oracle, text []byte, unknown convert.Unknown) (bool, error) {
	first := convert.File(source.Read("crd", bytes.Clone(text)), unknown, nil)
	file := source.Read("crd", bytes.Clone(first.Text))
	if again := convert.File(file, unknown, nil); !bytes.Equal(first.Text, again.Text) {
		return false, fmt.Errorf("converting it once more changes it")
	}
	want := server.CreateWritten(first.Text, file.Documents[0].JSON(), lint.Strict)
	got := answerOf(linter.File(file, lint.Options{}))
	// Of labels with the same invalid value the server of today names one.
	diff := slices.DeleteFunc(want.Canonical().Diff(got), func(d string) bool {
		return strings.HasPrefix(d, "cause not wanted: FieldValueInvalid metadata.labels: ")
	})
	if len(diff) > 0 {
		return false, fmt.Errorf("the server's code says otherwise: %q", diff)
	}
	if strings.Contains(want.Message, "spec.preserveUnknownFields: Invalid value: true") {
		return false, fmt.Errorf("%s", want.Message)
	}
	return want.Accepted, nil
}

// answerOf is the answer to the only document of a report.
func answerOf(r lint.FileReport) golden.Answer {
	said := &r.Documents[0].APIServer
	a := golden.Answer{Accepted: said.Accepted, Code: said.Code, Message: said.Message, Warnings: said.Warnings}
	for _, c := range said.Causes {
		a.Causes = append(a.Causes, golden.Cause(c))
	}
	return a.Canonical()
}
