// Package suite reads and runs tests of APIs: suites in the format of openshift/api, suites
// of our own, and folders of objects with what is expected of them in comments. All become
// steps, which are requests to a server; package cluster is one, and the comparison with
// a real API server has another.
package suite

import (
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// Suite is a file of tests.
type Suite struct {
	File string
	Name string
	// CRDs are installed before each test. They are complete once Resolve was called.
	CRDs []*CRD
	// Variant is the file of the CRD, of a suite that runs with several.
	Variant string
	// Wants names the CRDs that the suite speaks of, by file and by name. Without any,
	// those of the kinds of its objects are meant.
	Wants Wants
	Tests []*Test
	// Error is why none of its tests can be run, such as a CRD file that does not exist.
	Error string
}

// Wants says which CRDs a suite is about.
type Wants struct {
	// OpenShift says that they are found as openshift/api's runner does.
	OpenShift bool
	Files     []string // as they are written
	Line      int      // of the first
	Name      string   // metadata.name
	// Version is the only one that the CRD has.
	Version string
	// Gates are the feature gates that the CRD has to have enabled, or disabled if they
	// begin with "-".
	Gates []string
}

// Test is a sequence of requests.
type Test struct {
	Name string
	Line int
	// Versions are those of Kubernetes that the test is for; nil for all.
	Versions []kube.Version
	Steps    []*Step
	// Skip is why it is not run, as its author says.
	Skip string
	// Error is why it cannot be run, such as a CRD file of a step that does not exist.
	Error string
	// patches are changes of the CRD for the first steps.
	patches []map[string]any
}

// Op says what a step does.
type Op string

// The operations.
const (
	Create  Op = "create"
	Update  Op = "update"
	Apply   Op = "apply"
	Status  Op = "status"
	Scale   Op = "scale"
	Delete  Op = "delete"
	Upgrade Op = "upgrade"
	// touch writes the object again as it is, with another sentinel.
	touch Op = "update unchanged"
)

// Step is a request.
type Step struct {
	Op   Op
	Line int
	// Object is what is sent; nil for Upgrade and Delete of the last object.
	Object *Object
	// CRDs are installed by Upgrade; Files and Patch are what they are made of.
	CRDs  []*CRD
	Files []string
	Patch []map[string]any
	// Replicas are what Scale sets.
	Replicas int32
	// Manager owns what Apply sets, and Force takes fields from others.
	Manager string
	Force   bool
	// ClientSide has Apply do as kubectl apply does without --server-side.
	ClientSide bool
	// Lenient only warns of unknown fields, as clients do that do not ask for more.
	Lenient bool
	// Sentinel is a value of the field of that name.
	sentinel string
	Want     Expectation
}

// Object is an object as it stands in a file.
type Object struct {
	// Doc has its places: those of a text within a text begin anew at line 1.
	Doc *source.Document
	// Line and Column are added to those of Doc.
	Line, Column int
	Value        map[string]any
}

// Expectation is what is expected of an answer.
type Expectation struct {
	Line int
	// Refused says that the request is to be refused.
	Refused bool
	// Texts are parts of the message.
	Texts []string
	// Code is the status; 0 for any.
	Code int
	// Fields are those that causes are about.
	Fields []string
	// At is the line of the object that it is refused at; 0 for any.
	At int
	// Stored is the whole of the object as it is read then, and Part some of it; nil for any.
	Stored, Part         map[string]any
	StoredLine, PartLine int
	// storedAt and partAt are where they stand, comments the fields of Part that stand in comments.
	storedAt, partAt *Object
	comments         []storedField
	// Warnings are parts of the warnings; none are expected if it is empty and not nil.
	Warnings []string
	// Pruned are paths that the server drops.
	Pruned []string
}

// String says in words what is expected.
func (e *Expectation) String() string {
	if !e.Refused {
		return "accepted"
	}
	s := "refused"
	if e.Code != 0 {
		s += fmt.Sprintf(" with %d", e.Code)
	}
	for i, f := range e.Fields {
		s += map[bool]string{true: " at ", false: ", "}[i == 0] + f
	}
	if e.At != 0 {
		s += fmt.Sprintf(" at line %d", e.At)
	}
	for _, t := range e.Texts {
		s += fmt.Sprintf(", %q", t)
	}
	return s
}

// CRD is a CustomResourceDefinition that is installed.
type CRD struct {
	// Doc is where it stands.
	Doc *source.Document
	// Only is the version that is served and stored; "" for all as they are.
	Only string
	// Value is the CRD itself where that differs from Doc.
	Value map[string]any
	// sentinel is withSentinel, once it is made.
	sentinel *CRD
}

// Name is metadata.name.
func (c *CRD) Name() string { return text(c.Doc, "metadata", "name") }

// value is the CRD as it is installed, without the versions that are not.
func (c *CRD) value() map[string]any {
	v := c.Value
	if v == nil {
		v, _ = source.Value(c.Doc.Root).(map[string]any)
	}
	return runtime.DeepCopyJSON(v)
}

// Served is the CRD as a client sends it, in which only the versions are that are served.
func (c *CRD) Served() map[string]any {
	v := c.value()
	if c.Only == "" {
		return v
	}
	spec, _ := v["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	var only []any
	for _, of := range versions {
		if m, _ := of.(map[string]any); m["name"] == c.Only {
			m["served"], m["storage"] = true, true
			only = append(only, m)
		}
	}
	spec["versions"] = only
	return v
}

// versionIndex is the place of a version in the CRD; -1 if there is none.
func versionIndex(crd map[string]any, name string) int {
	spec, _ := crd["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	for i, of := range versions {
		if m, _ := of.(map[string]any); m["name"] == name {
			return i
		}
	}
	return -1
}

// with returns a copy of a map with another value for a key.
func with(m map[string]any, key string, value any) map[string]any {
	m = maps.Clone(m)
	m[key] = value
	return m
}

func text(doc *source.Document, path ...string) string {
	n := doc.Root
	for _, p := range path {
		if n = source.Field(n, p); n == nil {
			return ""
		}
	}
	s, _ := source.String(n)
	return s
}
