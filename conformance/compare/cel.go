package compare

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/oracle"
	"github.com/crdtool/crdtool/internal/golden"
)

// isCEL reports whether a cause comes from CEL: from compiling a rule or from
// its cost, or from a rule that a default broke. Where custom words of a rule
// hide that, stripped tells.
func isCEL(c golden.Cause) bool {
	switch {
	case strings.Contains(c.Field, "x-kubernetes-validations["):
		return true
	case strings.HasSuffix(c.Field, "x-kubernetes-validations"):
		return c.Reason == "InternalError"
	case strings.Contains(c.Message, "x-kubernetes-validations estimated rule cost"):
		return true
	}
	return inDefault(c) && ruleWords.MatchString(c.Message)
}

func inDefault(c golden.Cause) bool { return strings.Contains(c.Field, ".default") }

var ruleWords = regexp.MustCompile(`failed rule: |evaluating rule: |for rule: |rule compile error: |rule compiler initialization error: |running out of cost budget|some validation rules were not checked`)

// withoutCEL leaves CEL's causes out of an answer. An answer that held no other
// ones becomes an acceptance, of which it is not known what would be warned.
func withoutCEL(a golden.Answer, success int, isCEL func(golden.Cause) bool) (rest golden.Answer, changed bool) {
	kept := slices.DeleteFunc(slices.Clone(a.Causes), isCEL)
	if len(kept) == len(a.Causes) {
		return a, false
	}
	if len(kept) == 0 {
		return golden.Answer{Accepted: true, Code: success}.Canonical(), true
	}
	// The message strings the causes together.
	head, _, _ := strings.Cut(a.Message, " is invalid: ")
	a.Causes, a.Message = kept, head
	return a, true
}

// equalWithoutCEL compares answers with CEL's causes left out on both sides. It
// reports false for changed if there were none.
func equalWithoutCEL(want, got golden.Answer, isCEL func(golden.Cause) bool) (equal, changed bool) {
	success := http.StatusCreated
	if want.Code == http.StatusOK || got.Code == http.StatusOK {
		success = http.StatusOK
	}
	want, wantChanged := withoutCEL(want, success, isCEL)
	got, gotChanged := withoutCEL(got, success, isCEL)
	if !wantChanged && !gotChanged {
		return false, false
	}
	want.Message, _, _ = strings.Cut(want.Message, " is invalid: ")
	got.Message, _, _ = strings.Cut(got.Message, " is invalid: ")
	if wantChanged && want.Accepted || gotChanged && got.Accepted {
		want.Warnings, got.Warnings = nil, nil
	}
	return len(want.Diff(got)) == 0, true
}

// celByStripping returns a classifier that also knows the causes in defaults
// whose words are a rule's own: those that the server's code does not report on
// the document without its rules.
func celByStripping(o *oracle.Oracle, text []byte) (func(golden.Cause) bool, error) {
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		return nil, err
	}
	var doc any
	d := json.NewDecoder(bytes.NewReader(asJSON))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		return nil, err
	}
	strip(doc)
	bare, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	without := o.Create(bare, true, "Warn").Causes
	return func(c golden.Cause) bool {
		return isCEL(c) || inDefault(c) && !slices.Contains(without, c)
	}, nil
}

func strip(node any) {
	switch n := node.(type) {
	case map[string]any:
		delete(n, "x-kubernetes-validations")
		for _, v := range n {
			strip(v)
		}
	case []any:
		for _, v := range n {
			strip(v)
		}
	}
}
