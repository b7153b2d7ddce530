package kustomize

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// remote matches what kustomize takes for the address of a repository or a file on a server, where it expects the
// name of a file or directory.
var remote = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(git::)?(https?://|ssh://|file://|[a-z][a-z0-9-]*@|github\.com[/:])`)
})

// Unsupported is the error for a kustomization that needs what crdtool does not do, to fetch or to start a program, and for a
// component that cannot be built by itself.
type Unsupported struct{ reason string }

func (e *Unsupported) Error() string { return e.reason }

// kustomization returns an error for a kustomization with a part that kustomize would fetch, by git if it is a repository, or
// leave to a program.
func (s *fileSystem) kustomization(name string, text []byte) error {
	var k types.Kustomization
	if err := k.Unmarshal(text); err != nil {
		return nil // kustomize reports it
	}
	k.FixKustomization() // as kustomize does, so that older names of fields count
	s.hasSchema = s.hasSchema || len(k.OpenAPI) > 0
	if filepath.Dir(name) == filepath.Clean(s.named) {
		s.isComponent = k.Kind == types.ComponentKind
	}
	for _, list := range [...][]string{k.Resources, k.Components, k.Crds, k.Generators, k.Transformers, k.Validators, k.Configurations} {
		for _, entry := range list {
			if remote().MatchString(entry) {
				return &Unsupported{fmt.Sprintf("%s: %s is remote, and crdtool fetches nothing; copy it into the repository, or pipe what kustomize build prints into crdtool", place(name, text, entry), entry)}
			}
		}
	}
	if len(k.HelmCharts) > 0 {
		return &Unsupported{name + ": helmCharts needs the program helm, and crdtool starts none; pipe what kustomize build --enable-helm prints into crdtool"}
	}
	return nil
}

// place returns the name of a file with the line and column of a scalar.
func place(name string, text []byte, value string) string {
	f := source.Read(name, text)
	var at *yamlnode.Node
	var find func(n *yamlnode.Node)
	find = func(n *yamlnode.Node) {
		if at == nil && n.Kind == yamlnode.Scalar && strings.TrimSpace(n.Value) == strings.TrimSpace(value) {
			at = n
		}
		for _, c := range n.Content {
			find(c)
		}
	}
	for _, d := range f.Documents {
		find(d.Root)
	}
	if at == nil {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, at.Line(), at.Column())
}
