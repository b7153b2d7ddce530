package bench

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/conformance/oracle"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/kube"
)

// contender does its work on one file.
type contender struct {
	name string
	run  func(file) error
}

// contenders are what is measured; crdtool is the first.
func contenders() ([]contender, error) {
	server, err := oracle.New()
	if err != nil {
		return nil, err
	}
	return []contender{
		{"crdtool", lintFile},
		{"one at a time", lintAnew},
		{"yaml.v3 nodes", func(f file) error {
			var n yaml.Node
			return yaml.Unmarshal(f.text, &n)
		}},
		// Strict decoding, defaults, conversion, validation and warnings.
		{"API server", func(f file) error {
			if a := server.Create(f.text, false, "Strict"); !a.Accepted {
				return fmt.Errorf("%s: the API server's code refuses it: %s", f.path, a.Message)
			}
			return nil
		}},
	}, nil
}

// linter serves all files, as one serves a run of the command. What several CRDs have in
// common is compiled in the first round.
var linter = lint.New(kube.Latest)

func lintFile(f file) error { return lintWith(linter, f) }

// lintAnew is lintFile of a command that lints one file.
func lintAnew(f file) error { return lintWith(lint.New(kube.Latest), f) }

func lintWith(linter *lint.Linter, f file) error {
	read := source.Read(f.path, f.text)
	r := linter.File(read, lint.Options{})
	for _, d := range r.Documents {
		if !d.APIServer.Accepted {
			return fmt.Errorf("%s: crdtool refuses it: %s", f.path, d.APIServer.Message)
		}
	}
	return nil
}
