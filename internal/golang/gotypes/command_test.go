package gotypes

import (
	"path/filepath"
	"testing"
)

func TestCommand(t *testing.T) {
	const types = "package v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\ntype A struct {\n\tmetav1.TypeMeta\n\tmetav1.ObjectMeta\n}\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"kubebuilder": {map[string]string{"Makefile": `CONTROLLER_GEN ?= bin/controller-gen
all: build

.PHONY: manifests generate
generate: controller-gen ## Code.
	"$(CONTROLLER_GEN)" object:headerFile="hack/boilerplate.go.txt" paths="./..."

manifests: controller-gen ## CRDs.
	"$(CONTROLLER_GEN)" rbac:roleName=manager-role crd webhook paths="./..." \
		output:crd:artifacts:config=config/crd/bases

controller-gen:
	go install sigs.k8s.io/controller-tools/cmd/controller-gen@latest
`}, "make manifests"},
		"continued":                   {map[string]string{"Makefile": "gen:\n\tgo run sigs.k8s.io/controller-tools/cmd/controller-gen \\\n\t  paths=./... \\\n\t  crd:maxDescLen=0 output:crd:dir=config/crd/bases\n"}, "make gen"},
		"with options":                {map[string]string{"Makefile": "crds:\n\t$(CONTROLLER_GEN) $(CRD_OPTIONS) paths=./... output:crd:dir=config/crd/bases\n"}, "make crds"},
		"by parts":                    {map[string]string{"Makefile": "generate: $(addprefix generate-,a b)\n\ngenerate-a:\n\tcontroller-gen crd output:crd:dir=config/crd/bases\n\ngenerate-b:\n\tcontroller-gen crd output:crd:dir=config/crd/bases\n"}, "make generate"},
		"a script":                    {map[string]string{"Makefile": "update:\n\t@hack/update.sh -v\n", "hack/update.sh": "controller-gen crd paths=./...\n"}, "make update"},
		"included":                    {map[string]string{"Makefile": "include *.mk\n", "gen.mk": "gen:\n\tcontroller-gen crd output:crd:dir=config/crd/bases\n"}, "make gen"},
		"below":                       {map[string]string{"api/Makefile": "gen:\n\tcontroller-gen crd output:crd:dir=../config/crd/bases\n"}, "make -C api gen"},
		"go generate":                 {map[string]string{"api/v1/doc.go": "//go:generate go run sigs.k8s.io/controller-tools/cmd/controller-gen crd paths=. output:crd:dir=../../config/crd/bases\npackage v1\n"}, "go generate ./..."},
		"another folder":              {map[string]string{"Makefile": "manifests:\n\tcontroller-gen crd paths=./... output:crd:dir=config/other\n"}, ""},
		"one of two folders":          {map[string]string{"Makefile": "OUT = config/crd\nmanifests:\n\tcontroller-gen crd paths=./... output:crd:dir=config/other\n\ncrds:\n\tcontroller-gen crd paths=./... output:crd:dir=$(OUT)/bases\n"}, "make crds"},
		"a copy":                      {map[string]string{"Makefile": "manifests:\n\tcontroller-gen crd paths=./... output:crd:dir=gen\n\ncopy: manifests\n\tcp gen/*.yaml config/crd/bases/\n"}, "make copy"},
		"the default folder":          {map[string]string{"Makefile": "manifests:\n\tcontroller-gen crd paths=./...\n"}, ""},
		"a folder with a longer name": {map[string]string{"Makefile": "manifests:\n\tcontroller-gen crd paths=./... output:crd:dir=my/config/crd/bases\n"}, ""},
		"unknown folder":              {map[string]string{"Makefile": "manifests:\n\tcontroller-gen crd paths=./... output:crd:dir=$(shell pwd)/x\n"}, "make manifests"},
		"no CRDs":                     {map[string]string{"Makefile": "gen:\n\tcontroller-gen object paths=./...\n"}, ""},
		"none":                        {nil, ""},
	} {
		files := map[string]string{"go.mod": "module example.com/a\n", "api/v1/types.go": types}
		for name, text := range c.files {
			files[name] = text
		}
		dir := tree(t, files)
		from := dir
		if name == "below" {
			from = filepath.Join(dir, "api")
		}
		m, err := Find(from)
		if err != nil {
			t.Fatal(err)
		}
		m.Base(dir)
		if got := m.Command(filepath.Join(dir, "config/crd/bases/as.yaml")); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
