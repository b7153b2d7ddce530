package record

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// ExpressionsOptions say what RunExpressions records.
type ExpressionsOptions struct {
	// Module is the folder of the servers' programs.
	Module string
	// Folder has the rules and their schema; its README.md describes them.
	Folder string
	// All asks about the rules that have answers, too.
	All bool
}

// expression is a rule, and what each release says of it from a minor version on.
type expression struct {
	Rule    string           `json:"rule"`
	Answers []expressionSaid `json:"answers,omitempty"`
}

type expressionSaid struct {
	Since int    `json:"since"`
	Cost  uint64 `json:"cost,omitempty"`
	Error string `json:"error,omitempty"`
}

// errPanics is that of rules on which a release panics.
var errPanics = errors.New("the server's code panics")

// RunExpressions asks the code of all releases what rules cost, or why they are refused, and
// writes the answers behind the rules.
func RunExpressions(ctx context.Context, o ExpressionsOptions, out io.Writer) error {
	schema, err := os.ReadFile(filepath.Join(o.Folder, "schema.json"))
	if err != nil {
		return err
	}
	path := filepath.Join(o.Folder, "expressions.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var all []*expression
	var asked []*expression
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		x := &expression{}
		if err := json.Unmarshal(lines.Bytes(), x); err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
		all = append(all, x)
		if o.All || len(x.Answers) == 0 {
			x.Answers = nil
			asked = append(asked, x)
		}
	}
	minors, err := server.Minors(o.Module)
	if err != nil {
		return err
	}
	for _, minor := range minors {
		program, err := server.Build(o.Module, minor, out)
		if err != nil {
			return err
		}
		if err := askExpressions(ctx, program, schema, minor, asked); err != nil {
			return fmt.Errorf("1.%d: %w", minor, err)
		}
		fmt.Fprintf(out, "1.%d: %d rules\n", minor, len(asked))
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	for _, x := range all {
		if err := w.Encode(x); err != nil {
			return err
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}

// askExpressions adds what a release says to the rules of which it says something else than
// the one before.
func askExpressions(ctx context.Context, program string, schema []byte, minor int, asked []*expression) error {
	const most = 200 // in one CRD
	for len(asked) > 0 {
		some := asked[:min(most, len(asked))]
		asked = asked[len(some):]
		said, err := sayOfAll(ctx, program, schema, some)
		if err != nil {
			return err
		}
		for i, x := range some {
			s := said[i]
			s.Since = minor
			if n := len(x.Answers); n == 0 || x.Answers[n-1].Cost != s.Cost || x.Answers[n-1].Error != s.Error {
				x.Answers = append(x.Answers, s)
			}
		}
	}
	return nil
}

var numberedType = regexp.MustCompile(`selfType(N|\d+)`)

// sayOfAll asks about rules of one CRD. A panic ends the program, so it is looked for in halves.
func sayOfAll(ctx context.Context, program string, schema []byte, some []*expression) ([]expressionSaid, error) {
	crd, err := ruled(schema, some)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, program, "costs")
	cmd.Stdin = bytes.NewReader(append(crd, '\n'))
	text, err := cmd.Output()
	if err != nil {
		if len(some) == 1 {
			return nil, fmt.Errorf("%q: %w: %w", some[0].Rule, errPanics, err)
		}
		half := len(some) / 2
		first, err := sayOfAll(ctx, program, schema, some[:half])
		if err != nil {
			return nil, err
		}
		second, err := sayOfAll(ctx, program, schema, some[half:])
		return append(first, second...), err
	}
	var costs map[string]expressionSaid
	if err := json.Unmarshal(text, &costs); err != nil {
		return nil, err
	}
	said := make([]expressionSaid, len(some))
	for i := range some {
		found := false
		for _, at := range []string{"spec.validation.openAPIV3Schema", "spec.versions[0].schema.openAPIV3Schema"} {
			s, ok := costs[fmt.Sprintf("%s.x-kubernetes-validations[%d].rule", at, i)]
			if ok {
				s.Error = numberedType.ReplaceAllString(golden.Stable(s.Error), "selfType")
				said[i], found = s, true
			}
		}
		if !found {
			return nil, fmt.Errorf("%q: nothing is said of it: %s", some[i].Rule, costs[""].Error)
		}
	}
	return said, nil
}

// ruled is a CRD with the rules at the root of its schema.
func ruled(schema []byte, rules []*expression) ([]byte, error) {
	var root map[string]any
	if err := json.Unmarshal(schema, &root); err != nil {
		return nil, err
	}
	list := make([]any, len(rules))
	for i, x := range rules {
		list[i] = map[string]any{"rule": x.Rule}
	}
	root["x-kubernetes-validations"] = list
	return json.Marshal(map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "xs.example.com"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Namespaced",
			"names": map[string]any{"plural": "xs", "kind": "X", "singular": "x", "listKind": "XList"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": root},
			}},
		},
	})
}
