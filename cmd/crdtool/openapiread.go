package main

import (
	"fmt"

	"github.com/spf13/cobra"

	apiextensions "github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/schema"
)

// readCRDs reads the CRDs of all paths, whose documents are to be published
// together. It fails if one can't be read: a document without one of its kinds
// would pass for a whole one.
func readCRDs(cmd *cobra.Command, paths []string) ([]*apiextensions.CustomResourceDefinition, error) {
	names, errs := source.Expand(paths)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	var crds []*apiextensions.CustomResourceDefinition
	places := map[string]string{}
	read := func(name string) fileAndError {
		f, err := readSource(name, cmd.InOrStdin())
		return fileAndError{f, err}
	}
	err := inOrder(cmd.Context(), names, read, func(r fileAndError) error {
		if r.err != nil {
			return r.err
		}
		if len(r.file.Problems) > 0 {
			p := r.file.Problems[0]
			return fmt.Errorf("%s:%d: %s", r.file.Name, p.Pos.Line, p.Message)
		}
		for _, doc := range r.file.Documents {
			c, err := readCRD(doc)
			if err != nil {
				return err
			}
			if c == nil {
				continue
			}
			place := fmt.Sprintf("%s:%d", r.file.Name, doc.Line())
			if first := places[c.Metadata.Name]; first != "" {
				return fmt.Errorf("%q is in %s and again in %s; remove one of them", c.Metadata.Name, first, place)
			}
			places[c.Metadata.Name] = place
			crds = append(crds, c)
			noteUnpublished(cmd, c, place)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(crds) == 0 {
		return nil, fmt.Errorf("no CustomResourceDefinition found in %s", render.Count(len(names), "file"))
	}
	return crds, nil
}

// readCRD reads a document; it returns nil for one that is no CRD.
func readCRD(doc *source.Document) (*apiextensions.CustomResourceDefinition, error) {
	apiVersion, kind := doc.TypeMeta()
	if kind != "CustomResourceDefinition" {
		return nil, nil
	}
	if apiVersion != "apiextensions.k8s.io/v1" {
		return nil, fmt.Errorf("%s:%d: CustomResourceDefinition %s is not served by any supported Kubernetes version; run crdtool lint for details", doc.File.Name, doc.Line(), apiVersion)
	}
	c, flaws := apiextensions.Decode(doc)
	for _, f := range flaws {
		if f.Kind == schema.WrongType {
			return nil, fmt.Errorf("%s:%d: no server can read this CustomResourceDefinition; run crdtool lint for details", doc.File.Name, f.Node.Line)
		}
	}
	return c, nil
}

// noteUnpublished says for which versions there is nothing but an object.
func noteUnpublished(cmd *cobra.Command, c *apiextensions.CustomResourceDefinition, place string) {
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		if s := v.OpenAPISchema(); v.Served && s != nil && !resource.Publishable(s) {
			fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: %s: the schema of %s %s is not structural, so servers do not publish it; run crdtool lint for details\n", place, c.Metadata.Name, v.Name)
		}
	}
}
