package dryrun

import (
	"fmt"
	"sync"

	"k8s.io/apimachinery/pkg/version"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Server holds the options of a simulated server.
type Server struct {
	// Version is the server's version; the zero Version means kube.Latest.
	Version kube.Version
	// Rules compiles the x-kubernetes-validations of a version's schema, whose tree has the path of its place in the
	// CRD's file. It is called once for each used version that has rules. If it is nil, no rules are evaluated, and
	// objects that only a rule would refuse are accepted.
	Rules func(*schematree.Tree) Rules
	// Observer receives all requests and rule results; it may be nil.
	Observer Observer
}

// Resource is a custom resource that a CustomResourceDefinition makes the server serve. It is immutable and safe for
// concurrent use.
type Resource struct {
	server              *behaviour.Behaviour
	words               finding.Wording
	group, kind, plural string
	namespaced          bool
	// preserve is spec.preserveUnknownFields, which disables pruning.
	preserve bool
	// terminating reports that the CRD is being deleted.
	terminating bool
	// webhook reports that a webhook converts between versions, which cannot be simulated.
	webhook  bool
	storage  *served
	versions map[string]*served
	// owners are the types for managedFields.
	owners *ownership.Types
	// observer is Server.Observer.
	observer Observer
}

// served is a version of a resource.
type served struct {
	name       string
	served     bool
	deprecated string // the warning; empty if the version is not deprecated
	status     bool   // the status subresource
	scale      *crd.Scale
	columns    []crd.PrinterColumn

	// schema has pruned defaults; tree is the schema in the file. Both are nil without a schema.
	schema *schema.Schema
	tree   *schematree.Tree

	// What the schema contains, so that other objects need not be walked.
	hasEmbedded, hasLists, hasDefaults, hasRules bool

	// The checkers of values.
	statusSchema       *schema.Schema // nil if the schema has no status
	value, statusValue *validate.Checker

	correlation func() common.Schema
	rules       func() Rules
}

// New makes the resource of a CRD. It sets the CRD's own defaults (names, conversion), removes the fields that the
// server drops, and prunes the defaults in its schemas. It does not check the CRD, as crd.Checker does. The error is
// for a CRD that no server can serve.
func New(c *crd.CustomResourceDefinition, o Server) (*Resource, error) {
	if o.Version == (kube.Version{}) {
		o.Version = kube.Latest
	}
	c.Default()
	server := behaviour.Of(o.Version)
	c = c.Stored(server.Fields)
	r := &Resource{
		server: &server, words: code.Wording(server),
		group: c.Spec.Group, kind: c.Spec.Names.Kind, plural: c.Spec.Names.Plural,
		namespaced:  c.Spec.Scope == "Namespaced",
		preserve:    c.Spec.PreserveUnknownFields,
		terminating: c.Terminating() || c.Metadata.DeletionTimestamp != nil && server.Objects.TerminatingSoon,
		webhook:     c.Spec.Conversion != nil && c.Spec.Conversion.Strategy == "Webhook",
		observer:    o.Observer,
		versions:    make(map[string]*served, len(c.Spec.Versions)),
	}
	newest := newestServed(&c.Spec)
	for i := range c.Spec.Versions {
		v := newServed(&c.Spec, i, newest, &server, o.Rules)
		r.versions[v.name] = v
		if c.Spec.Versions[i].Storage && r.storage == nil {
			r.storage = v
		}
	}
	r.owners = ownership.NewTypes(c, o.Version, r.defaulted)
	if r.storage == nil {
		return nil, fmt.Errorf("CustomResourceDefinition %q has no storage version; set storage: true on one of spec.versions", c.Metadata.Name)
	}
	return r, nil
}

func newServed(s *crd.Spec, i int, newest *crd.Version, server *behaviour.Behaviour, rules func(*schematree.Tree) Rules) *served {
	in := &s.Versions[i]
	v := &served{name: in.Name, served: in.Served, status: in.HasStatus(), columns: in.AdditionalPrinterColumns}
	if in.Subresources != nil {
		v.scale = in.Subresources.Scale
	}
	if in.Deprecated {
		v.deprecated = deprecation(s, in, newest)
	}
	if root := in.OpenAPISchema(); root != nil {
		v.tree = schematree.New(root, finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema"))
		v.schema = defaulting.PruneDefaults(root)
		v.hasEmbedded = v.tree.Any(func(s *schema.Schema) bool { return s.XEmbeddedResource })
		v.hasLists = v.tree.Any(func(s *schema.Schema) bool { return s.ListType() == "set" || s.ListType() == "map" })
		v.hasDefaults = v.tree.Any(func(s *schema.Schema) bool { return s.Default != nil })
		v.hasRules = v.tree.Any(func(s *schema.Schema) bool { return len(s.XValidations()) > 0 })
	}
	if v.schema != nil && v.status {
		v.statusSchema = v.schema.Property("status")
	}
	v.value, v.statusValue = validate.ObjectChecker(v.schema, *server), validate.ObjectChecker(v.statusSchema, *server)
	v.correlation = sync.OnceValue(func() common.Schema { return validate.Correlatable(v.schema) })
	v.rules = sync.OnceValue(func() Rules {
		if rules == nil || !v.hasRules {
			return nil
		}
		return rules(v.tree)
	})
	return v
}

// deprecation returns the warning about a deprecated version: the CRD's own text, or one that names the newest version.
func deprecation(s *crd.Spec, v *crd.Version, newest *crd.Version) string {
	if v.DeprecationWarning != nil {
		return *v.DeprecationWarning
	}
	text := fmt.Sprintf("%s/%s %s is deprecated", s.Group, v.Name, s.Names.Kind)
	if newest == nil || version.CompareKubeAwareVersionStrings(v.Name, newest.Name) >= 0 {
		return text
	}
	return text + fmt.Sprintf("; use %s/%s %s", s.Group, newest.Name, s.Names.Kind)
}

// newestServed returns the newest version that is served and not deprecated, or nil.
func newestServed(s *crd.Spec) *crd.Version {
	var newest *crd.Version
	for i := range s.Versions {
		v := &s.Versions[i]
		if v.Served && !v.Deprecated && (newest == nil || version.CompareKubeAwareVersionStrings(v.Name, newest.Name) > 0) {
			newest = v
		}
	}
	return newest
}

// groupResource returns the name of the resource in the server's messages.
func (r *Resource) groupResource() string {
	if r.group == "" {
		return r.plural
	}
	return r.plural + "." + r.group
}
