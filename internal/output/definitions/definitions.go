// Package definitions collects the CustomResourceDefinitions of a run for commands that treat them as accepted and
// write documents, schemas or samples of them.
package definitions

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

// A Set is a set of CRDs. The zero Set is empty.
type Set struct {
	// CRDs are in the order in which they were added.
	CRDs []*crd.CustomResourceDefinition
	// Unpublished are the schemas that servers publish only as type object.
	Unpublished []Unpublished

	// Unread are the errors about found CRDs that are skipped, because no supported server serves their apiVersion.
	Unread []error
	// Failed are the errors about files and CRDs that cannot be read.
	Failed []error
	// Shadowed are CRDs that are ignored because another CRD has their name.
	Shadowed []Shadowed
	// Nearer compares two files with the same CRD; below zero, the first is used. Nil is files.Nearer.
	Nearer func(a, b string) int

	taken map[string]taken // by name
}

// taken is a CRD of the set without the nodes of its document, to save memory.
type taken struct {
	index       int // into CRDs
	file, place string
	digest      uint64
}

// A Shadowed is an ignored CRD, and the place of the CRD with other content that is used.
type Shadowed struct{ Name, Place, By string }

// An Unpublished is a schema that is not structural.
type Unpublished struct {
	// Place is the CRD's file and line, Name its name, Version the version of the schema.
	Place, Name, Version string
}

// Add adds the CRDs of a file, and skips other documents. Of several with one name it keeps the nearest
// (files.Nearer). It adds errors to Failed, and returns those of this file. The set keeps none of the file's
// nodes.
func (s *Set) Add(f *source.File) error { return s.addFile(f, false) }

// AddFound is Add for a file that was found in a directory: a CRD of an apiVersion that is no longer served is
// skipped.
func (s *Set) AddFound(f *source.File) error { return s.addFile(f, true) }

func (s *Set) addFile(f *source.File, found bool) error {
	before := len(s.Failed)
	if len(f.Problems) > 0 {
		p := f.Problems[0]
		s.Failed = append(s.Failed, fmt.Errorf("%s:%d: %s", f.Name, p.Pos.Line, p.Message))
	}
	for _, doc := range f.Documents {
		c, err := read(doc)
		switch {
		case err != nil && found && !doc.IsCRD():
			if !s.hasV1(err) {
				s.Unread = append(s.Unread, err)
			}
		case err != nil:
			s.Failed = append(s.Failed, err)
		case c != nil:
			s.add(c, doc, found)
		}
	}
	return errors.Join(s.Failed[before:]...)
}

// LeaveUnservable moves CRDs to Failed that no server can serve together with the others.
func (s *Set) LeaveUnservable(v kube.Version) {
	together := resource.NewTogether(v)
	s.CRDs = slices.DeleteFunc(s.CRDs, func(c *crd.CustomResourceDefinition) bool {
		err := together.Add(c)
		if err != nil {
			s.Failed = append(s.Failed, fmt.Errorf("%s: %w", s.taken[c.Metadata.Name].place, err))
		}
		return err != nil
	})
}

// Refused returns the reason why a server refuses a CRD, with its file; nil for an accepted CRD. A CRD with a UID
// was accepted by a server.
func (s *Set) Refused(c *crd.CustomResourceDefinition, checker *crd.Checker) error {
	if c.Metadata.UID != "" {
		return nil
	}
	a := checker.Check(c.Copy(), nil)
	name, file := c.Metadata.Name, s.File(c)
	switch {
	case a.Panic != nil:
		return fmt.Errorf("%s: kube-apiserver panics on the CRD %s, at %s; for details, run: crdtool lint %s", file, name, a.Panic.Server(), file)
	case len(a.Findings) > 0:
		f := &a.Findings[0]
		return fmt.Errorf("%s: the server refuses the CRD %s: %s: %s; for details, run: crdtool lint %s", file, name, f.Path.Server(), f.ServerMessage(), file)
	}
	return nil
}

func (s *Set) add(c *crd.CustomResourceDefinition, doc *source.Document, found bool) {
	name := c.Metadata.Name
	there, again := s.taken[name]
	here := taken{len(s.CRDs), doc.File.Name, place(doc), digest.Of(doc.Root)}
	switch {
	case !again:
		if s.taken == nil {
			s.taken = map[string]taken{}
		}
		s.taken[name] = here
		s.CRDs = append(s.CRDs, c)
		s.Unread = slices.DeleteFunc(s.Unread, s.hasV1)
	case there.digest == here.digest:
		return
	case s.nearer(there.file, here.file) <= 0:
		if !found || !source.IsPast(here.file, there.file) {
			s.Shadowed = append(s.Shadowed, Shadowed{name, here.place, there.place})
		}
		return
	default:
		s.Shadowed = append(s.Shadowed, Shadowed{name, there.place, here.place})
		s.Unpublished = slices.DeleteFunc(s.Unpublished, func(u Unpublished) bool { return u.Name == name })
		here.index = there.index
		s.taken[name] = here
		s.CRDs[there.index] = c
	}
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		if root := v.OpenAPISchema(); v.Served && root != nil && !resource.Publishable(root) {
			s.Unpublished = append(s.Unpublished, Unpublished{here.place, name, v.Name})
		}
	}
}

// File returns the name of the file of a CRD of the set.
func (s *Set) File(c *crd.CustomResourceDefinition) string {
	if t, ok := s.taken[c.Metadata.Name]; ok {
		return t.file
	}
	return ""
}

func (s *Set) nearer(a, b string) int {
	if s.Nearer != nil {
		return s.Nearer(a, b)
	}
	return files.Nearer(a, b)
}

// An otherVersionError says that a CRD is not of apiextensions.k8s.io/v1.
type otherVersionError struct{ name, text string }

func (e *otherVersionError) Error() string { return e.text }

// hasV1 reports whether an error is about a CRD of another version, and the set has its copy of v1.
func (s *Set) hasV1(err error) bool {
	var other *otherVersionError
	if !errors.As(err, &other) {
		return false
	}
	_, there := s.taken[other.name]
	return there
}

func place(doc *source.Document) string { return fmt.Sprintf("%s:%d", doc.File.Name, doc.Line()) }

// read decodes a document; it returns nil for a document that is no CRD.
func read(doc *source.Document) (*crd.CustomResourceDefinition, error) {
	if !doc.MeantAsCRD() {
		return nil, nil
	}
	if !doc.IsCRD() {
		apiVersion, kind := doc.TypeMeta()
		name, _ := source.String(source.Field(source.Field(doc.Root, "metadata"), "name"))
		return nil, &otherVersionError{strings.Clone(name), fmt.Sprintf("%s:%d: %s %s is not served by any supported Kubernetes version; run crdtool lint for details", doc.File.Name, doc.Line(), kind, apiVersion)}
	}
	c, flaws := crd.Decode(doc)
	for _, f := range flaws {
		if f.Kind == yamldecode.WrongType {
			return nil, fmt.Errorf("%s:%d: no server can read this CustomResourceDefinition; run crdtool lint for details", doc.File.Name, f.Node.Line())
		}
	}
	return c, nil
}
