// Package suite reads and runs tests of APIs: suites in the format of openshift/api, suites in crdtool's own
// format, and files of objects with expectations in comments. All become steps, which are requests to a Server.
// Package cluster simulates a server; the conformance tests use a real API server.
package suite

import (
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// A Suite is a file of tests.
type Suite struct {
	File string
	Name string
	// CRDs are installed before each test. Resolve completes the list.
	CRDs []*CRD
	// Variant is the file of the CRD, if the suite runs with several CRDs.
	Variant string
	// Wants selects the CRDs by file and by name. If it is empty, the CRDs of the objects' kinds are used.
	Wants Wants
	Tests []*Test
	// Error is the reason why no test can run, such as a missing CRD file.
	Error string
}

// Wants selects the CRDs of a suite.
type Wants struct {
	// OpenShift says that CRDs are found as by openshift/api's runner.
	OpenShift bool
	Files     []string // as the suite writes them
	Line      int      // of the first file
	Name      string   // metadata.name
	// Version is the only version to be served.
	Version string
	// Gates are the feature gates that the CRD has to enable, or to disable if they begin with "-".
	Gates []string
}

// A Test is a sequence of requests.
type Test struct {
	Name string
	Line int
	// Versions are the versions of Kubernetes that the test is for; nil for all.
	Versions []kube.Version
	Steps    []*Step
	// Skip is the author's reason for skipping the test.
	Skip string
	// Error is the reason why the test cannot run, such as a missing CRD file of a step.
	Error string
	// patches change the CRD for the first steps.
	patches []map[string]any
}

// An Op is the operation of a step.
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
	// touch writes the object again with another sentinel.
	touch Op = "update unchanged"
)

// A Step is a request, or the installation of CRDs.
type Step struct {
	Op   Op
	Line int
	// Object is the object to send; nil for Upgrade, and for Delete of the last object.
	Object *Object
	// CRDs are installed by Upgrade; Files and Patch are their source.
	CRDs  []*CRD
	Files []string
	Patch []map[string]any
	// Replicas is the number that Scale sets.
	Replicas int32
	// Manager is the field manager of Apply, and Force takes fields from other managers.
	Manager string
	Force   bool
	// ClientSide makes Apply a client-side apply, as kubectl apply without --server-side.
	ClientSide bool
	// Lenient only warns of unknown fields, the server's default.
	Lenient bool
	// sentinel is a value for the sentinel field; "" for none.
	sentinel string
	Want     Expectation
}

// An Object is an object of a file.
type Object struct {
	// Doc has the positions. In a text within a text, they count from the text's first line.
	Doc *source.Document
	// Line and Column are added to the positions of Doc.
	Line, Column int
	Value        map[string]any
}

// An Expectation is the expected answer to a step.
type Expectation struct {
	Line int
	// Refused expects a refusal.
	Refused bool
	// Texts are parts of the message.
	Texts []string
	// Code is the HTTP status; 0 for any.
	Code int
	// Fields are the fields of causes.
	Fields []string
	// At is the line of the object at which it is refused; 0 for any.
	At int
	// Stored is the whole stored object, and Part some of its fields; nil for any.
	Stored, Part         map[string]any
	StoredLine, PartLine int
	// storedAt and partAt are the objects in the file, comments the fields of Part from comments.
	storedAt, partAt *Object
	comments         []storedField
	// Warnings are parts of the warnings; an empty list that is not nil expects none.
	Warnings []string
	// Pruned are the paths that the server drops.
	Pruned []string
}

// String describes the expectation.
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

// A CRD is a CustomResourceDefinition to install.
type CRD struct {
	// Doc is its document.
	Doc *source.Document
	// Only is the version that is served and stored; "" leaves all versions as they are.
	Only string
	// Value is the CRD if it differs from Doc.
	Value map[string]any
	// sentinel caches withSentinel.
	sentinel *CRD
}

// Name returns metadata.name.
func (c *CRD) Name() string { return text(c.Doc, "metadata", "name") }

// value returns a copy of the CRD, with all its versions.
func (c *CRD) value() map[string]any {
	v := c.Value
	if v == nil {
		v, _ = source.Value(c.Doc.Root).(map[string]any)
	}
	return runtime.DeepCopyJSON(v)
}

// Served returns the CRD as a client sends it, with only the version that is served.
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

// versionIndex returns the index of a version in the CRD; -1 if there is none.
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

// with returns a copy of a map with a value set.
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
