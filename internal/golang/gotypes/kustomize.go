package gotypes

import (
	"bytes"
	"path/filepath"
	"regexp"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/confine"
)

// kustomized is a patch that a kustomization applies to CRDs.
type kustomized struct {
	target string // a regular expression of names; "" for all CRDs
	text   []byte
}

// of reports whether the patch is for a CRD of a name.
func (k *kustomized) of(name string) bool {
	if k.target == "" || k.target == name {
		return true
	}
	is, err := regexp.Compile("^(?:" + k.target + ")$")
	return err == nil && is.MatchString(name)
}

// kustomizedIn adds the patches of a kustomization that name a place of a schema.
func kustomizedIn(all []kustomized, file string, text []byte) []kustomized {
	type patch struct {
		Path, Patch string
		Target      struct{ Kind, Name string }
	}
	var k struct {
		Patches []patch
		JSON    []patch `yaml:"patchesJson6902"`
	}
	if yaml.Unmarshal(text, &k) != nil {
		return all // kustomize reads nothing of it either
	}
	for _, p := range append(k.Patches, k.JSON...) {
		if p.Target.Kind != "CustomResourceDefinition" && p.Target.Kind != "" {
			continue
		}
		said := []byte(p.Patch)
		if p.Path != "" {
			said = small(filepath.Join(filepath.Dir(file), filepath.FromSlash(p.Path)))
		}
		if bytes.Contains(said, []byte("openAPIV3Schema/")) {
			all = append(all, kustomized{p.Target.Name, said})
		}
	}
	return all
}

// small is the text of a file that is no larger than a script may be; nil of others.
func small(name string) []byte {
	text, err := confine.ReadFile(name, mostScriptSize)
	if err != nil {
		return nil
	}
	return text
}
