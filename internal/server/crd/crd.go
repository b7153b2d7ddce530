// Package crd decodes CustomResourceDefinitions and makes the checks that kube-apiserver makes when one is created or
// updated. Start at Checker.Check.
package crd

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	v1 "github.com/crdtool/crdtool/internal/server/crd/internal/v1"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// CustomResourceDefinition is apiextensions.k8s.io/v1
// CustomResourceDefinition.
type CustomResourceDefinition struct {
	APIVersion string            `field:"apiVersion"`
	Kind       string            `field:"kind"`
	Metadata   metav1.ObjectMeta `field:"metadata"`
	Spec       Spec              `field:"spec"`
	Status     Status            `field:"status"`

	// FullSchemas reports that the document has no flaws and that no schema has an empty value (yamldecode.Decoder.Empty).
	FullSchemas bool

	// Memo, unless nil, holds what other servers read from the same document.
	Memo *Memo
}

// VersionNamed returns the first version with this name, or nil.
func (c *CustomResourceDefinition) VersionNamed(name string) *Version {
	if i := c.VersionIndex(name); i >= 0 {
		return &c.Spec.Versions[i]
	}
	return nil
}

// VersionIndex returns the index of the first version with this name, or -1.
func (c *CustomResourceDefinition) VersionIndex(name string) int {
	return slices.IndexFunc(c.Spec.Versions, func(v Version) bool { return v.Name == name })
}

// Spec is spec.
type Spec struct {
	Group                 string      `field:"group"`
	Names                 Names       `field:"names"`
	Scope                 string      `field:"scope"`
	Versions              []Version   `field:"versions"`
	Conversion            *Conversion `field:"conversion"`
	PreserveUnknownFields bool        `field:"preserveUnknownFields"`

	// Shared says which parts all versions have in common. The server's internal type has each of them once, in the
	// spec, and findings have the paths of that type.
	Shared Shared
}

// Shared names the parts of a version that the server moves from the list of versions to the spec because they are the
// same in all versions.
type Shared struct {
	Schema           bool
	Subresources     bool
	PrinterColumns   bool
	SelectableFields bool
}

// Names is spec.names and status.acceptedNames.
type Names struct {
	Plural     string   `field:"plural"`
	Singular   string   `field:"singular"`
	ShortNames []string `field:"shortNames"`
	Kind       string   `field:"kind"`
	ListKind   string   `field:"listKind"`
	Categories []string `field:"categories"`
}

// Version is an entry of spec.versions.
type Version struct {
	Name                     string            `field:"name"`
	Served                   bool              `field:"served"`
	Storage                  bool              `field:"storage"`
	Deprecated               bool              `field:"deprecated"`
	DeprecationWarning       *string           `field:"deprecationWarning"`
	Schema                   *Validation       `field:"schema"`
	Subresources             *Subresources     `field:"subresources"`
	AdditionalPrinterColumns []PrinterColumn   `field:"additionalPrinterColumns"`
	SelectableFields         []SelectableField `field:"selectableFields"`
}

// Validation is the schema of a version.
type Validation struct {
	OpenAPIV3Schema *schema.Schema `field:"openAPIV3Schema"`
}

// KeepsStatus reports whether objects of a version that has no status subresource can have
// a status.
func (v *Version) KeepsStatus() bool {
	s := v.OpenAPISchema()
	return s == nil || s.PreservesUnknownFields() || s.Property("status") != nil
}

// OpenAPISchema returns the version's schema, or nil.
func (v *Version) OpenAPISchema() *schema.Schema {
	if v.Schema == nil {
		return nil
	}
	return v.Schema.OpenAPIV3Schema
}

// HasStatus reports whether the version has the status subresource.
func (v *Version) HasStatus() bool { return v.Subresources != nil && v.Subresources.Status != nil }

// Subresources is the field subresources of a version.
type Subresources struct {
	Status *struct{} `field:"status"`
	Scale  *Scale    `field:"scale"`
}

// Scale is the scale subresource.
type Scale struct {
	SpecReplicasPath   string  `field:"specReplicasPath"`
	StatusReplicasPath string  `field:"statusReplicasPath"`
	LabelSelectorPath  *string `field:"labelSelectorPath"`
}

// ReplicasFields returns the fields that hold the replicas in a version with the scale subresource, such as
// "spec.replicas".
func (v *Version) ReplicasFields() []string {
	if v.Subresources == nil || v.Subresources.Scale == nil {
		return nil
	}
	scale := v.Subresources.Scale
	return []string{strings.TrimPrefix(scale.SpecReplicasPath, "."), strings.TrimPrefix(scale.StatusReplicasPath, ".")}
}

// PrinterColumn is an entry of additionalPrinterColumns.
type PrinterColumn struct {
	Name        string `field:"name"`
	Type        string `field:"type"`
	Format      string `field:"format"`
	Description string `field:"description"`
	Priority    int32  `field:"priority"`
	JSONPath    string `field:"jsonPath"`
}

// SelectableField is an entry of selectableFields.
type SelectableField struct {
	JSONPath string `field:"jsonPath"`
}

// Conversion is spec.conversion.
type Conversion struct {
	// Defaulted is set if the CRD has no conversion and this one is the default: the installer of the CRD may add a
	// webhook.
	Defaulted bool
	Strategy  string   `field:"strategy"`
	Webhook   *Webhook `field:"webhook"`
}

// Webhook is spec.conversion.webhook.
type Webhook = v1.WebhookConversion

// ClientConfig says how to call the conversion webhook.
type ClientConfig = v1.WebhookClientConfig

// Service is the service behind a conversion webhook.
type Service = v1.ServiceReference

// Status is the status that a server wrote. Updates depend on its conditions and stored versions.
type Status struct {
	Conditions         []Condition `field:"conditions"`
	AcceptedNames      Names       `field:"acceptedNames"`
	StoredVersions     []string    `field:"storedVersions"`
	ObservedGeneration int64       `field:"observedGeneration"`
	// StoredAssumed is set if StoredVersions is a default because the document has none.
	StoredAssumed bool
}

// Condition is an entry of status.conditions.
type Condition struct {
	Type               string      `field:"type"`
	Status             string      `field:"status"`
	LastTransitionTime metav1.Time `field:"lastTransitionTime"`
	Reason             string      `field:"reason"`
	Message            string      `field:"message"`
	ObservedGeneration int64       `field:"observedGeneration"`
}

// Established reports whether the server had accepted the CRD's names when the
// status was written.
func (c *CustomResourceDefinition) Established() bool { return c.condition("Established") }

// Terminating reports whether the server was deleting the CRD when the status was
// written.
func (c *CustomResourceDefinition) Terminating() bool { return c.condition("Terminating") }

func (c *CustomResourceDefinition) condition(name string) bool {
	for _, cond := range c.Status.Conditions {
		if cond.Type == name {
			return cond.Status == "True"
		}
	}
	return false
}

// AssumeEstablished adds the condition Established to a CRD without conditions: the manifest of a CRD in a cluster
// seldom has its status.
func (c *CustomResourceDefinition) AssumeEstablished() {
	if len(c.Status.Conditions) == 0 {
		c.Status.Conditions = []Condition{{Type: "Established", Status: "True"}}
	}
}

// StorageVersion returns the name of the first version marked storage.
func (s *Spec) StorageVersion() (name string, found bool) {
	for i := range s.Versions {
		if s.Versions[i].Storage {
			return s.Versions[i].Name, true
		}
	}
	return "", false
}

// schemaPath returns the path of the schema of version i in the file.
func (s *Spec) schemaPath(i int) *finding.Path { return version(i).Child("schema", "openAPIV3Schema") }
