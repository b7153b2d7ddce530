package source

import "strings"

// What a CustomResourceDefinition calls itself.
const (
	CRDKind       = "CustomResourceDefinition"
	CRDGroup      = "apiextensions.k8s.io"
	CRDAPIVersion = CRDGroup + "/v1"
)

// MeantAsCRD reports whether a document is meant to be a CustomResourceDefinition:
// it says so by its kind, whatever the apiVersion, or it is of the group that has
// nothing else one would write to a file. What is wrong with one that IsCRD does not
// take is for lint to say; nothing may pass over it as if it were another object.
func (d *Document) MeantAsCRD() bool { return meantAsCRD(d.TypeMeta()) }

// IsCRD reports whether a document is a CustomResourceDefinition of the one version
// that servers have, so that it can be read as one.
func (d *Document) IsCRD() bool {
	apiVersion, kind := d.TypeMeta()
	return kind == CRDKind && apiVersion == CRDAPIVersion
}

func meantAsCRD(apiVersion, kind string) bool {
	return kind == CRDKind ||
		strings.HasPrefix(apiVersion, CRDGroup+"/") && kind != "ConversionReview" && kind != CRDKind+"List"
}
