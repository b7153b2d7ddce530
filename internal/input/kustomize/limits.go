package kustomize

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
)

// refuseLarge returns an error for a file in which a document, or a document in a string, is nested too deep or grows too large
// by its aliases: kustomize has no such limits.
func refuseLarge(name string, text []byte) error {
	f := source.Read(name, text)
	for i := range f.Problems {
		if p := &f.Problems[i]; p.Code == code.Limits {
			return fmt.Errorf("%s:%d: %s", name, p.Pos.Line, p.Message)
		}
	}
	for _, d := range f.Documents {
		if err := refuseLargeStrings(name, d.Root); err != nil {
			return err
		}
	}
	return nil
}

func refuseLargeStrings(name string, n *yamlnode.Node) error {
	if n.Kind == yamlnode.Scalar && strings.Contains(n.Value, "&") && strings.Contains(n.Value, "*") {
		f := source.Read(name, []byte(n.Value))
		for i := range f.Problems {
			if p := &f.Problems[i]; p.Code == code.Limits {
				return fmt.Errorf("%s:%d: %s", name, n.Line(), p.Message)
			}
		}
	}
	for _, c := range n.Content {
		if err := refuseLargeStrings(name, c); err != nil {
			return err
		}
	}
	return nil
}
