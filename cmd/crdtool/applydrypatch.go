package main

import (
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
)

// patchTypes are the content types by the values of --type.
var patchTypes = map[string]types.PatchType{
	"merge": types.MergePatchType,
	"json":  types.JSONPatchType,
	"apply": types.ApplyYAMLPatchType,
}

// readPatch reads the file of --patch.
func (f *applyFlags) readPatch(stdin io.Reader, to *apply.Command) error {
	if f.patch == "" {
		return nil
	}
	var text []byte
	var err error
	if f.patch == files.Stdin {
		text, err = source.LoadFrom(files.StdinName, stdin, 0)
	} else {
		text, err = source.Load(f.patch)
	}
	if err != nil {
		return fmt.Errorf("--patch: %w", err)
	}
	if to.Patch, err = yaml.YAMLToJSON(text); err != nil {
		return fmt.Errorf("--patch: %s: %w", f.patch, err)
	}
	to.PatchType = patchTypes[f.patchType]
	return nil
}
