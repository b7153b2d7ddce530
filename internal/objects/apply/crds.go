package apply

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/columns"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// CRDs are the CustomResourceDefinitions of a cluster, by group and kind. Once
// all are added it may be used by several goroutines.
type CRDs struct {
	// Warn, unless nil, is told what is wrong with a CRD that is used and accepted, perhaps on several
	// goroutines at once.
	Warn func([]string)

	byKind  map[groupKind]*definition
	byName  map[string]*definition
	sorted  []*definition // by group and kind
	server  dryrun.Server
	checker *crd.Checker
	// unchecked says that objects are tried also under CRDs that the server refuses.
	unchecked bool
	webhooks  webhooks
	// derived are the kinds that Crossplane derives CRDs for, with the place of the CompositeResourceDefinition.
	derived map[groupKind]string
	// Nearer says which of two files with a CRD counts; see files.Nearer, which it is
	// unless it is set.
	Nearer func(a, b string) int
}

type groupKind struct{ group, kind string }

// definition is a CRD. It is decoded when the first object needs it.
type definition struct {
	groupKind
	doc        *source.Document
	namespaced bool
	// replaces is the CRD in whose place this one is put; nil if it is created.
	replaces *crd.CustomResourceDefinition
	// merged is what the server makes of doc and the CRD that it replaces; nil if that is doc.
	merged *source.Document

	load     sync.Once
	crd      *crd.CustomResourceDefinition
	resource *dryrun.Resource
	err      error
}

// NewCRDs returns an empty set for a server of a version. Objects whose CRD that
// server would refuse are not tried, unless ignoreErrors is set.
func NewCRDs(v kube.Version, ignoreErrors bool) *CRDs {
	// The CRDs of a run share what their rules have in common.
	checker := crd.NewChecker(v.Behaviour())
	return &CRDs{
		byKind:    map[groupKind]*definition{},
		byName:    map[string]*definition{},
		derived:   map[groupKind]string{},
		server:    dryrun.Server{Version: v, Rules: dryrun.CEL(checker.Compiler())},
		checker:   checker,
		unchecked: ignoreErrors,
		Nearer:    files.Nearer,
	}
}

// At returns the same CRDs on a server of another version. None may be added to them from
// now on.
func (s *CRDs) At(v kube.Version) *CRDs {
	out := NewCRDs(v, s.unchecked)
	out.webhooks, out.derived = s.webhooks, s.derived
	for _, d := range s.sorted {
		out.put(&definition{groupKind: d.groupKind, doc: d.doc, namespaced: d.namespaced})
	}
	return out
}

// Len is the number of CRDs.
func (s *CRDs) Len() int { return len(s.sorted) }

// Add takes up the CRDs of a file and the mutating webhooks, and keeps the file. Of two with one group and kind
// and different content that of apiextensions.k8s.io/v1 counts, then the nearer (files.Nearer); Add returns those
// that are left out, unless they are of another version.
func (s *CRDs) Add(f *source.File) []Shadowed { return s.addAll(f, s.Nearer) }

// AddFound takes up those CRDs of a file whose group and kind have none yet, and
// returns those that are left out for one with another content.
func (s *CRDs) AddFound(f *source.File) []Shadowed {
	return s.addAll(f, func(string, string) int { return -1 })
}

// addAll takes up the CRDs of a file. nearer is below zero if the first of two files is
// the one that counts.
func (s *CRDs) addAll(f *source.File, nearer func(there, new string) int) []Shadowed {
	var left []Shadowed
	for _, doc := range f.Documents {
		s.webhooks.add(doc)
		s.addDerived(doc)
		other := s.add(doc)
		if other == nil {
			continue
		}
		if other.doc.IsCRD() != doc.IsCRD() {
			// No server serves the one that is not of v1, so that there is no choice.
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

// addDerived takes up the kinds of a CompositeResourceDefinition.
func (s *CRDs) addDerived(doc *source.Document) {
	if !doc.IsXRD() {
		return
	}
	spec := source.Field(doc.Root, "spec")
	for _, names := range [...]string{"names", "claimNames"} {
		if kind := text(source.Field(spec, names), "kind"); kind != "" {
			s.derived[groupKind{text(spec, "group"), kind}] = place(doc)
		}
	}
}

func namespaced(doc *source.Document) bool {
	return text(source.Field(doc.Root, "spec"), "scope") == "Namespaced"
}

// serve sets the kind and the scope to those that a document declares.
func (d *definition) serve(doc *source.Document) {
	spec := source.Field(doc.Root, "spec")
	d.groupKind = groupKind{text(spec, "group"), text(source.Field(spec, "names"), "kind")}
	d.namespaced = namespaced(doc)
}

// Shadowed is a CRD that is left out for another of the same group and kind.
type Shadowed struct {
	by    *definition
	file  string
	place string
}

// Past reports whether it is of a release, and the CRD that is there instead is not.
func (s Shadowed) Past() bool { return source.IsPast(s.file, s.by.doc.File.Name) }

// Used tells whether an object needed the CRD that is there instead.
func (s Shadowed) Used() bool { return s.by.crd != nil || s.by.err != nil }

// Kind is the kind and group that it is of.
func (s Shadowed) Kind() string { return s.by.groupKind.String() }

func (s Shadowed) String() string {
	return fmt.Sprintf("the CRD of %s is read from %s; the one in %s has different content and is ignored", s.by.groupKind, place(s.by.doc), s.place)
}

// add takes up a document that is a CRD. If there is one with another content
// already, it returns that instead.
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

// put takes up a definition of a kind that has none.
func (s *CRDs) put(d *definition) {
	s.byKind[d.groupKind] = d
	_, name := names(d.doc)
	s.byName[name] = d
	at, _ := slices.BinarySearchFunc(s.sorted, d.groupKind, func(e *definition, k groupKind) int { return e.compare(k) })
	s.sorted = slices.Insert(s.sorted, at, d)
}

// replace puts a definition in the place of another, which may be of another kind.
func (s *CRDs) replace(old, new *definition) {
	delete(s.byKind, old.groupKind)
	_, name := names(old.doc)
	delete(s.byName, name)
	s.sorted = slices.DeleteFunc(s.sorted, func(d *definition) bool { return d == old })
	s.put(new)
}

// Lack reports whether a file has an object that needs a CRD, and has none.
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

// Resource returns what the CRD of a group and kind makes the server serve. The
// error is for one that is not there, or that no server could serve.
func (s *CRDs) Resource(group, kind string) (*dryrun.Resource, error) {
	d := s.find(group, kind)
	if d == nil {
		_, message, help := s.absent(group, kind)
		return nil, fmt.Errorf("%s; %s", message, help)
	}
	err := d.use(s)
	return d.resource, err
}

// use decodes the CRD, asks whether the server accepts it, and builds what the
// server makes of it.
func (d *definition) use(s *CRDs) error {
	d.load.Do(func() {
		if !d.doc.IsCRD() {
			d.err = unserved(d.doc)
			return
		}
		c, flaws := s.checker.Decode(cmp.Or(d.merged, d.doc))
		if slices.ContainsFunc(flaws, func(f schema.Flaw) bool { return f.Kind == schema.WrongType }) {
			d.err = fmt.Errorf("its CRD in %s cannot be read; to see what is wrong with it, run: crdtool lint %s", place(d.doc), d.doc.File.Name)
			return
		}
		d.crd = c
		if s.Warn != nil && d.merged == nil {
			s.Warn(crd.UnknownFields(d.doc, flaws))
		}
		if !s.unchecked && c.Metadata.UID == "" { // one with a UID is in a cluster already
			// The check clears what tells that the CRD is being deleted.
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

// refused says why the server would refuse the CRD. Its objects cannot be tried then: no server
// has their kind.
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
			refused.Answer.InvalidAndMore(source.CRDKind+"."+source.CRDGroup, c.Metadata.Name, first, findinglimit.Causes(rest))
		}
	}
	return refused
}

// RefusedError says that the server would refuse the CRD of an object.
type RefusedError struct {
	File   string
	Line   int    // of the first error
	Why    string // the first error
	Errors int
	// At and Text are the parts of Why; At is nil if that has no place.
	At   *finding.Path
	Text string
	// Unknown says that a bound of ours was met, and nobody knows what the server would do.
	Unknown bool
	// Answer is what the server answers to the request for the CRD; it has no code where it answers
	// nothing, or nothing that is known.
	Answer report.APIServer
}

func (e *RefusedError) Error() string {
	if e.Unknown {
		return fmt.Sprintf("its CRD is not checked: %s:%d: %s", e.File, e.Line, e.Why)
	}
	return fmt.Sprintf("its CRD would be refused: %s:%d: %s", e.File, e.Line, e.Why)
}

// unserved says why no server takes a document for the CRD that it is meant to be.
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

// columns returns the columns of a version; a version that does not exist has
// those of a version without any.
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
