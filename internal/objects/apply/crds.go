package apply

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/columns"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/crossplane"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// CRDs are the CustomResourceDefinitions of a cluster, by group and kind. They are safe for concurrent use once
// all are added.
type CRDs struct {
	// Warn is called with the findings about each accepted CRD that is used; it may be nil. Calls may be concurrent.
	Warn func([]string)

	byKind  map[groupKind]*definition
	byName  map[string]*definition
	sorted  []*definition // by group and kind
	server  dryrun.Server
	checker *crd.Checker
	// ofXRDs returns the CRD of CompositeResourceDefinitions, for sets without one.
	ofXRDs func() *definition
	// unchecked allows objects under CRDs that the server refuses.
	unchecked bool
	webhooks  webhooks
	// Nearer compares two files that define the same kind; below zero, the first is used. Nil is files.Nearer.
	Nearer func(a, b string) int
}

type groupKind struct{ group, kind string }

// A definition is a CRD. It is decoded when the first object needs it.
type definition struct {
	groupKind
	doc        *source.Document
	namespaced bool
	// replaces is the stored CRD that this one updates; nil for a new CRD.
	replaces *crd.CustomResourceDefinition
	// merged is the result of the merge of doc with the stored CRD; nil if it equals doc.
	merged *source.Document

	load     sync.Once
	crd      *crd.CustomResourceDefinition
	resource *dryrun.Resource
	err      error
}

// NewCRDs returns an empty set of CRDs on a server of a version. Objects of CRDs that the server refuses are not
// tried, unless ignoreErrors is set.
func NewCRDs(v kube.Version, ignoreErrors bool) *CRDs {
	// All CRDs of a run share one compiler of CEL rules.
	checker := crd.NewChecker(behaviour.Of(v))
	ofXRDs := sync.OnceValue(func() *definition {
		d := &definition{doc: crossplane.CRD()}
		d.serve(d.doc)
		return d
	})
	return &CRDs{
		byKind:    map[groupKind]*definition{},
		byName:    map[string]*definition{},
		server:    dryrun.Server{Version: v, Rules: dryrun.CEL(checker.Compiler())},
		checker:   checker,
		ofXRDs:    ofXRDs,
		unchecked: ignoreErrors,
		Nearer:    files.Nearer,
	}
}

// At returns the same CRDs on a server of another version. Do not add CRDs to either set afterwards.
func (s *CRDs) At(v kube.Version) *CRDs {
	out := NewCRDs(v, s.unchecked)
	out.webhooks = s.webhooks
	for _, d := range s.sorted {
		out.put(&definition{groupKind: d.groupKind, doc: d.doc, namespaced: d.namespaced})
	}
	return out
}

// Len returns the number of CRDs.
func (s *CRDs) Len() int { return len(s.sorted) }

// Add adds the CRDs and the mutating webhooks of a file. If two CRDs of one group and kind differ, the set has the
// one of apiextensions.k8s.io/v1, or else the nearer one (files.Nearer). Add returns the other ones, unless their
// apiVersion differs.
func (s *CRDs) Add(f *source.File) []Shadowed { return s.addAll(f, s.Nearer) }

// AddFound adds those CRDs of a file whose group and kind have no CRD yet. It returns those that differ from the
// CRD that is present.
func (s *CRDs) AddFound(f *source.File) []Shadowed {
	return s.addAll(f, func(string, string) int { return -1 })
}

// addAll adds the CRDs of a file. nearer returns a number below zero if the first of two files is to be used.
func (s *CRDs) addAll(f *source.File, nearer func(there, new string) int) []Shadowed {
	var left []Shadowed
	for _, doc := range f.Documents {
		s.webhooks.add(doc)
		other := s.add(doc)
		if other == nil {
			continue
		}
		if other.doc.IsCRD() != doc.IsCRD() {
			// Servers serve only v1, so the CRD of v1 is used.
			if doc.IsCRD() {
				other.doc, other.namespaced = doc, namespaced(doc)
			}
			continue
		}
		worse := doc
		if nearer(other.doc.File.Name, f.Name) > 0 {
			worse, other.doc, other.namespaced = other.doc, doc, namespaced(doc)
		}
		left = append(left, Shadowed{other, worse.File.Name, place(worse)})
	}
	return left
}

func namespaced(doc *source.Document) bool {
	return text(source.Field(doc.Root, "spec"), "scope") == "Namespaced"
}

// serve sets the kind and the scope to those of a document.
func (d *definition) serve(doc *source.Document) {
	spec := source.Field(doc.Root, "spec")
	d.groupKind = groupKind{text(spec, "group"), text(source.Field(spec, "names"), "kind")}
	d.namespaced = namespaced(doc)
}

// A Shadowed is an ignored CRD: another CRD of the same group and kind is used.
type Shadowed struct {
	by    *definition
	file  string
	place string
}

// Past reports whether the ignored CRD belongs to a past release, and the used one does not.
func (s Shadowed) Past() bool { return source.IsPast(s.file, s.by.doc.File.Name) }

// Used reports whether an object needed the CRD that is used instead.
func (s Shadowed) Used() bool { return s.by.crd != nil || s.by.err != nil }

// Kind returns the kind and group of the CRD.
func (s Shadowed) Kind() string { return s.by.groupKind.String() }

func (s Shadowed) String() string {
	return fmt.Sprintf("the CRD of %s is read from %s; the one in %s has different content and is ignored", s.by.groupKind, place(s.by.doc), s.place)
}

// add adds a document if it is a CRD. If a CRD of its kind with other content is present, add returns that CRD
// instead.
func (s *CRDs) add(doc *source.Document) *definition {
	if !doc.MeantAsCRD() {
		return nil
	}
	d := &definition{doc: doc}
	d.serve(doc)
	if first := s.byKind[d.groupKind]; first != nil {
		if reflect.DeepEqual(source.Value(first.doc.Root), source.Value(doc.Root)) {
			return nil
		}
		return first
	}
	s.put(d)
	return nil
}

// put adds a definition of a kind that has no CRD yet.
func (s *CRDs) put(d *definition) {
	s.byKind[d.groupKind] = d
	_, name := names(d.doc)
	s.byName[name] = d
	at, _ := slices.BinarySearchFunc(s.sorted, d.groupKind, func(e *definition, k groupKind) int { return e.compare(k) })
	s.sorted = slices.Insert(s.sorted, at, d)
}

// replace replaces a definition by another, whose kind may differ.
func (s *CRDs) replace(old, new *definition) {
	delete(s.byKind, old.groupKind)
	_, name := names(old.doc)
	delete(s.byName, name)
	s.sorted = slices.DeleteFunc(s.sorted, func(d *definition) bool { return d == old })
	s.put(new)
}

// Lack reports whether a file has an object whose CRD is missing.
func (s *CRDs) Lack(f *source.File) bool {
	for _, doc := range f.Documents {
		apiVersion, kind := doc.TypeMeta()
		group, _ := splitAPIVersion(apiVersion)
		if kind != "" && group != "" && !doc.MeantAsCRD() && s.find(group, kind) == nil && !BuiltIn(group, kind) {
			return true
		}
	}
	return false
}

// find returns the CRD of a group and kind, or nil.
func (s *CRDs) find(group, kind string) *definition { return s.byKind[groupKind{group, kind}] }

// Has reports whether there is a CRD of a group and kind.
func (s *CRDs) Has(group, kind string) bool { return s.find(group, kind) != nil }

// Document returns the document of the CRD of a group and kind; nil if there is none.
func (s *CRDs) Document(group, kind string) *source.Document {
	if d := s.find(group, kind); d != nil {
		return d.doc
	}
	return nil
}

// Resource returns the resource that the CRD of a group and kind defines. It returns an error if there is no such
// CRD, or if no server can serve it.
func (s *CRDs) Resource(group, kind string) (*dryrun.Resource, error) {
	d := s.find(group, kind)
	if d == nil {
		_, message, help := s.absent(group, kind)
		return nil, fmt.Errorf("%s; %s", message, help)
	}
	err := d.use(s)
	return d.resource, err
}

// A Definition is a CRD that objects can be tried with.
type Definition struct {
	Document *source.Document
	CRD      *crd.CustomResourceDefinition
	Resource *dryrun.Resource
	// Version is the version of the server.
	Version kube.Version
}

// Definition returns the CRD of a group and kind. It returns an error if there is no such CRD, or if no server can serve
// it.
func (s *CRDs) Definition(group, kind string) (*Definition, error) {
	resource, err := s.Resource(group, kind)
	if err != nil {
		return nil, err
	}
	d := s.find(group, kind)
	return &Definition{d.doc, d.crd, resource, s.server.Version}, nil
}

// use decodes and checks the CRD, and builds its resource. It does so once.
func (d *definition) use(s *CRDs) error {
	d.load.Do(func() {
		if !d.doc.IsCRD() {
			d.err = unserved(d.doc)
			return
		}
		c, flaws := s.checker.Decode(cmp.Or(d.merged, d.doc))
		if slices.ContainsFunc(flaws, func(f yamldecode.Flaw) bool { return f.Kind == yamldecode.WrongType }) {
			d.err = fmt.Errorf("its CRD in %s cannot be read; to see what is wrong with it, run: crdtool lint %s", place(d.doc), d.doc.File.Name)
			return
		}
		d.crd = c
		if s.Warn != nil && d.merged == nil {
			s.Warn(crd.UnknownFields(d.doc, flaws))
		}
		if !s.unchecked && c.Metadata.UID == "" { // a CRD with a UID was accepted by a server
			// Check clears the fields that mark the CRD as being deleted.
			status, deleted := c.Status, c.Metadata.DeletionTimestamp
			if d.err = d.refused(s.checker, c); d.err != nil {
				return
			}
			c.Status, c.Metadata.DeletionTimestamp = status, deleted
		}
		if d.resource, d.err = dryrun.New(c, s.server); d.err != nil {
			d.err = fmt.Errorf("%s: %w", place(d.doc), d.err)
		}
	})
	return d.err
}

// refused returns an error if the server would refuse the CRD. Its objects cannot be tried then: no server has
// their kind.
func (d *definition) refused(checker *crd.Checker, c *crd.CustomResourceDefinition) error {
	a := checker.Check(c, d.replaces)
	if a.Panic == nil && len(a.Findings) == 0 {
		return nil
	}
	refused := &RefusedError{File: d.doc.File.Name, Line: d.doc.Line(), Errors: max(1, len(a.Findings))}
	if a.Panic != nil {
		refused.Why = "kube-apiserver panics on " + a.Panic.Server()
	} else {
		f := &a.Findings[0]
		refused.At, refused.Text = f.Path, cmp.Or(f.Detail, f.ServerMessage())
		if refused.Unknown = f.Code == code.Limits; refused.Unknown {
			refused.Text = f.Message
		}
		refused.Line, refused.Why = d.doc.Locate(f.Path.Segments()).Line, f.Path.Server()+": "+refused.Text
		if !refused.Unknown {
			first, rest := findinglimit.First(a.Findings, findinglimit.Default)
			answer.InvalidAndMore(&refused.Answer, source.CRDKind+"."+source.CRDGroup, c.Metadata.Name, first, findinglimit.Causes(rest))
		}
	}
	return refused
}

// A RefusedError says that the server would refuse the CRD of an object.
type RefusedError struct {
	File   string
	Line   int    // of the first error
	Why    string // the first error
	Errors int
	// At and Text are the parts of Why; At is nil for an error without a path.
	At   *finding.Path
	Text string
	// Unknown says that a limit of crdtool was reached, so the server's answer is not known.
	Unknown bool
	// Answer is the server's answer to the request for the CRD; it has no code if that answer is not known.
	Answer report.APIServer
}

func (e *RefusedError) Error() string {
	if e.Unknown {
		return fmt.Sprintf("its CRD is not checked: %s:%d: %s", e.File, e.Line, e.Why)
	}
	return fmt.Sprintf("its CRD would be refused: %s:%d: %s", e.File, e.Line, e.Why)
}

// unserved returns why no server accepts a document that is meant to be a CRD.
func unserved(doc *source.Document) error {
	apiVersion, kind := doc.TypeMeta()
	switch field := doc.MistypedTypeMeta(); {
	case field == "kind":
		return fmt.Errorf("kind of its CRD in %s must be a string; write: kind: %s", place(doc), source.CRDKind)
	case field == "apiVersion":
		return fmt.Errorf("apiVersion of its CRD in %s must be a string; write: apiVersion: %s", place(doc), source.CRDAPIVersion)
	case kind != source.CRDKind:
		return fmt.Errorf("its CRD in %s has kind %q; write: kind: %s", place(doc), kind, source.CRDKind)
	case apiVersion == "":
		return fmt.Errorf("its CRD in %s has no apiVersion; write: apiVersion: %s", place(doc), source.CRDAPIVersion)
	}
	return fmt.Errorf("its CRD in %s has apiVersion %s, which is not served; write it as %s", place(doc), apiVersion, source.CRDAPIVersion)
}

// version returns a version of the CRD, or nil.
func (d *definition) version(name string) *crd.Version {
	for i := range d.crd.Spec.Versions {
		if v := &d.crd.Spec.Versions[i]; v.Name == name {
			return v
		}
	}
	return nil
}

// columns returns the printer columns of a version, or the default columns if there is no such version.
func (d *definition) columns(version string) *columns.Columns {
	if v := d.version(version); v != nil {
		list := make([]columns.Column, len(v.AdditionalPrinterColumns))
		for i, c := range v.AdditionalPrinterColumns {
			list[i] = columns.Column{Name: c.Name, Type: c.Type, JSONPath: c.JSONPath, Priority: c.Priority}
		}
		return columns.New(list)
	}
	return columns.New(nil)
}

func (k groupKind) String() string {
	if k.group == "" {
		return k.kind
	}
	return k.kind + "." + k.group
}

func (k groupKind) compare(other groupKind) int {
	return cmp.Or(strings.Compare(k.group, other.group), strings.Compare(k.kind, other.kind))
}

// place names a document in messages.
func place(doc *source.Document) string { return fmt.Sprintf("%s:%d", doc.File.Name, doc.Line()) }
