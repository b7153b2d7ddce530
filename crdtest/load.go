package crdtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/kube"
)

// definition is a CRD, and what the server makes of it.
type definition struct {
	doc      *source.Document
	crd      *crd.CustomResourceDefinition
	resource *dryrun.Resource
}

func load(kubeVersion string, paths []string) (map[cluster.Kind]*definition, error) {
	version := kube.Latest
	if kubeVersion != "" {
		var err error
		if version, err = kube.ParseVersion(kubeVersion); err != nil {
			return nil, err
		}
	}
	docs, err := documents(paths)
	if err != nil {
		return nil, err
	}
	if len(docs) == 0 {
		return nil, fmt.Errorf("there is no CustomResourceDefinition in %s", strings.Join(paths, ", "))
	}
	checker := crd.NewChecker(behaviour.Of(version))
	crds := make(map[cluster.Kind]*definition, len(docs))
	var errs []error
	for _, doc := range docs {
		d, err := define(checker, version, doc)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		kind := cluster.Kind{Group: d.crd.Spec.Group, Kind: d.crd.Spec.Names.Kind}
		if other := crds[kind]; other == nil {
			crds[kind] = d
		} else if !reflect.DeepEqual(source.Value(other.doc.Root), source.Value(doc.Root)) {
			errs = append(errs, fmt.Errorf("%s: the CRD of %s.%s stands in %s as well, with different content; load one of them", place(doc), kind.Kind, kind.Group, place(other.doc)))
		}
	}
	return crds, errors.Join(errs...)
}

// documents reads the CRDs of paths, in the order of the files.
func documents(paths []string) ([]*source.Document, error) {
	list := files.Expand(paths, files.CRDs)
	if len(list.Errors) > 0 {
		return nil, errors.Join(list.Errors...)
	}
	type input struct {
		file *source.File
		err  error
	}
	var docs []*source.Document
	err := inorder.Do(context.Background(), list.Files, func(at files.File) input {
		f, _, err := list.Read(&at, nil)
		return input{f, err}
	}, func(in input) error {
		if in.err != nil || in.file == nil {
			return in.err
		}
		for i := range in.file.Problems {
			return fmt.Errorf("%s:%d: %s", in.file.Name, in.file.Problems[i].Pos.Line, in.file.Problems[i].Message)
		}
		for _, doc := range in.file.Documents {
			if doc.MeantAsCRD() {
				docs = append(docs, doc)
			}
		}
		return nil
	})
	return docs, err
}

// mostErrors is how many errors of a CRD are told.
const mostErrors = 10

// define has the server's checks of a new CRD made, and builds what it would serve.
func define(checker *crd.Checker, version kube.Version, doc *source.Document) (*definition, error) {
	if !doc.IsCRD() {
		apiVersion, _ := doc.TypeMeta()
		return nil, fmt.Errorf("%s: this is no CustomResourceDefinition of apiextensions.k8s.io/v1, but of %s", place(doc), cmp.Or(apiVersion, "no apiVersion"))
	}
	c, flaws := checker.Decode(doc)
	if i := slices.IndexFunc(flaws, func(f yamldecode.Flaw) bool { return f.Kind == yamldecode.WrongType }); i >= 0 {
		return nil, fmt.Errorf("%s:%d: the server refuses the CRD because it wants a %s here", doc.File.Name, flaws[i].Node.Line(), flaws[i].Want)
	}
	if c.Metadata.UID == "" { // one that has a UID comes from a server
		a := checker.Check(c, nil)
		if a.Panic != nil {
			return nil, fmt.Errorf("%s: kube-apiserver panics on %s", place(doc), a.Panic.Server())
		}
		if len(a.Findings) > 0 {
			return nil, refused(doc, c.Metadata.Name, a)
		}
	}
	var r *dryrun.Resource
	var err error
	if recorder != nil {
		r, err = recorder.Resource(doc, c, version, checker.Compiler())
	} else {
		r, err = dryrun.New(c, dryrun.Server{Version: version, Rules: dryrun.CEL(checker.Compiler())})
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", place(doc), err)
	}
	return &definition{doc: doc, crd: c, resource: r}, nil
}

// refused says in the server's words, at their lines, why it refuses a CRD.
func refused(doc *source.Document, name string, a crd.Answer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "the server would refuse the CRD: CustomResourceDefinition.apiextensions.k8s.io %q is invalid:", name)
	for i := range a.Findings[:min(len(a.Findings), mostErrors)] {
		f := &a.Findings[i]
		fmt.Fprintf(&b, "\n%s:%d: %s: %s", doc.File.Name, doc.Locate(f.Path.Segments()).Line, f.Path.Server(), f.ServerMessage())
	}
	if more := len(a.Findings) - mostErrors; more > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	}
	return errors.New(b.String())
}

func place(doc *source.Document) string { return fmt.Sprintf("%s:%d", doc.File.Name, doc.Line()) }
