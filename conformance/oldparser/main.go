// Command oldparser records the errors that the CEL parser of Kubernetes 1.27 (cel-go 0.12.7) reports
// for expressions. It reads a file with a JSON object on each line, {"text": ...}, and writes the errors
// of the parser into each:
//
//	go run . ../../internal/cel/celrule/testdata/oldparser.jsonl
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/parser"
)

type answer struct {
	Text   string `json:"text"`
	Errors string `json:"errors,omitempty"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: oldparser FILE")
		os.Exit(2)
	}
	if err := record(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "oldparser:", err)
		os.Exit(1)
	}
}

func record(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	p, err := parser.NewParser(parser.Macros(parser.AllMacros...))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return err
		}
		_, errs := p.Parse(common.NewTextSource(a.Text))
		a.Errors = errs.ToDisplayString()
		if err := enc.Encode(a); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return os.WriteFile(name, out.Bytes(), 0o644)
}
