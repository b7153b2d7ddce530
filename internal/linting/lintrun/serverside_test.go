package lintrun

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAppliesServerSide checks that a repository counts as one that knows how to install large CRDs only if
// one of its commands has no limit of their size, and none has.
func TestAppliesServerSide(t *testing.T) {
	const (
		serverSide = "deploy:\n\t$(KUSTOMIZE) build config/crd | kubectl apply --server-side -f -\n"
		create     = "install:\n\tkustomize build config/crd | $(KUBECTL) create -f - || \\\n\tkustomize build config/crd | $(KUBECTL) replace -f -\n"
		plain      = "kubectl apply -f config/crd/bases/\n"
	)
	for name, c := range map[string]struct {
		files map[string]string
		want  bool
	}{
		"server-side":           {map[string]string{"Makefile": serverSide}, true},
		"create, or replace":    {map[string]string{"operator/Makefile": create}, true},
		"nothing":               {map[string]string{"Makefile": "all:\n\tgo build ./...\n"}, false},
		"no CRD":                {map[string]string{"Makefile": "a:\n\tkubectl apply --server-side -f namespace.yaml\n"}, false},
		"plain":                 {map[string]string{"Makefile": "a:\n\t" + plain}, false},
		"a plain one too":       {map[string]string{"Makefile": serverSide, "README.md": "Run:\n\n    " + plain}, false},
		"a plain one of ours":   {map[string]string{"Makefile": serverSide, "README.md": "kubectl apply -f https://raw.example.com/maker/widgets/main/crds.yaml\n"}, false},
		"a plain one elsewhere": {map[string]string{"Makefile": serverSide, "hack/e2e.sh": "kubectl apply -f https://example.com/maker/cert-manager/releases/cert-manager.crds.yaml\n"}, true},
		"a continued line":      {map[string]string{"hack/install.sh": "kubectl apply \\\n  --server-side \\\n  -f config/crd\n"}, true},
		"of an example":         {map[string]string{"Makefile": serverSide, "examples/README.md": plain}, true},
		"too deep":              {map[string]string{"Makefile": serverSide, "a/b/c/d/run.sh": plain}, true},
	} {
		root := filepath.Join(t.TempDir(), "widgets")
		for file, text := range c.files {
			file = filepath.Join(root, file)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := appliesServerSide(root); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
