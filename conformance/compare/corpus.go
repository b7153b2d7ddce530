package compare

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// corpusCRDs compares crdtool with the recorded answers to real CRDs, and with
// the server's code for what was not recorded: warnings.
func (r *run) corpusCRDs(corpus string) (set, error) {
	s := set{name: "corpus"}
	err := ReadLines(filepath.Join(corpus, "dev", "truth-crds.jsonl"), func(line []byte) error {
		var truth struct {
			Repo, CRD, File string
			Code            int
			Message         string
			Causes          []golden.Cause
		}
		if err := json.Unmarshal(line, &truth); err != nil {
			return err
		}
		path := filepath.Join(corpus, "dev", truth.Repo, truth.File)
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		id := truth.Repo + "/" + truth.CRD
		want := golden.Answer{
			Accepted: truth.Code/100 == 2, Code: truth.Code, Message: truth.Message, Causes: truth.Causes,
			Warnings: r.oracle.Create(text, false, "Strict").Warnings,
		}
		s.add(r.judgeAndCompare(id, path, text, "Strict", want.Canonical()))
		return nil
	})
	return s, err
}

// mutant is a line of truth-crd-mutants.jsonl.
type mutant struct {
	Decode   string
	Accepted bool
	Causes   []golden.Cause
	Warnings []string
	Panic    string

	// message is Status.message, which was not recorded.
	message string
}

// corpusMutants compares crdtool with the recorded verdicts on damaged CRDs.
func (r *run) corpusMutants(corpus string) (set, error) {
	s := set{name: "mutants"}
	err := EachMutant(corpus, func(id string, line, text []byte) error {
		var m mutant
		if err := json.Unmarshal(line, &m); err != nil {
			return err
		}
		var err error
		if m.message, err = r.message(m, text); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		res := r.judgeAndCompare(id, "mutant.json", text, m.fieldValidation(), m.want())
		if res.notRead && m.isOther(text) {
			res.outcome = unread
		}
		s.add(res)
		return nil
	})
	return s, err
}

// EachMutant calls f with each damaged CRD of the corpus: the line that has what was
// recorded of it, and its text, a CRD of the corpus with a patch.
func EachMutant(corpus string, f func(id string, line, text []byte) error) error {
	bases := map[string][]byte{}
	return ReadLines(filepath.Join(corpus, "dev", "truth-crd-mutants.jsonl"), func(line []byte) error {
		var m struct {
			ID, Base string
			Patch    json.RawMessage
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return err
		}
		if bases[m.Base] == nil {
			text, err := os.ReadFile(filepath.Join(corpus, "dev", m.Base))
			if err != nil {
				return err
			}
			if bases[m.Base], err = yaml.YAMLToJSON(text); err != nil {
				return err
			}
		}
		patch, err := jsonpatch.DecodePatch(m.Patch)
		if err != nil {
			return fmt.Errorf("%s: %w", m.ID, err)
		}
		text, err := patch.Apply(bases[m.Base])
		if err != nil {
			return fmt.Errorf("%s: %w", m.ID, err)
		}
		return f(m.ID, line, text)
	})
}

// message is the server's Status.message for a mutant.
func (r *run) message(m mutant, text []byte) (string, error) {
	if len(m.Causes) > 0 {
		var o struct {
			Metadata struct {
				Name string
			}
		}
		err := json.Unmarshal(text, &o)
		return golden.InvalidMessage(o.Metadata.Name, m.Causes), err
	}
	if !m.undecodable() {
		return "", nil
	}
	// Recorded is the text without what the server puts before it: the
	// document's own kind and version.
	message := r.oracle.Create(text, true, "Strict").Message
	if !strings.HasSuffix(message, m.Decode) {
		return "", fmt.Errorf("the server's code says %q, recorded is %q", message, m.Decode)
	}
	return message, nil
}

// isOther reports whether the server refuses the mutant because it is no
// CustomResourceDefinition, which crdtool passes over.
func (m mutant) isOther(text []byte) bool {
	var o struct {
		APIVersion, Kind string
	}
	isCRD := json.Unmarshal(text, &o) == nil && o.Kind == "CustomResourceDefinition" &&
		strings.HasPrefix(o.APIVersion, "apiextensions.k8s.io/")
	return m.undecodable() && !isCRD
}

// undecodable reports whether the server refuses the mutant before it judges it.
func (m mutant) undecodable() bool {
	return !m.Accepted && len(m.Causes) == 0 && m.Panic == ""
}

// unknownFields reports whether the document decodes but for unknown fields.
// Then the verdict is that of the server with fieldValidation=Warn.
func (m mutant) unknownFields() bool {
	return strings.HasPrefix(m.Decode, "strict decoding error: ") && (m.Accepted || len(m.Causes) > 0)
}

func (m mutant) fieldValidation() string {
	if m.unknownFields() {
		return "Warn"
	}
	return "Strict"
}

// want is the recorded verdict as an answer.
func (m mutant) want() golden.Answer {
	a := golden.Answer{Accepted: m.Accepted, Causes: m.Causes, Message: m.message}
	switch {
	case m.Panic != "":
		a.Panic = true
	case m.Accepted:
		a.Code = http.StatusCreated
	case len(m.Causes) > 0:
		a.Code = http.StatusUnprocessableEntity
	default:
		a.Code = http.StatusBadRequest
	}
	if m.unknownFields() {
		for w := range strings.SplitSeq(strings.TrimPrefix(m.Decode, "strict decoding error: "), ", ") {
			a.Warnings = append(a.Warnings, w)
		}
	}
	// The strategy's warnings were recorded for refused CRDs too, but are not sent.
	if m.Accepted {
		a.Warnings = append(a.Warnings, m.Warnings...)
	}
	return a.Canonical()
}

// ReadLines calls f with each line of a file.
func ReadLines(path string, f func(line []byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	s := bufio.NewScanner(file)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		if err := f(s.Bytes()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return s.Err()
}
