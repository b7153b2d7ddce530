package source

import "strings"

// The kind, group and apiVersion of a CustomResourceDefinition.
const (
	CRDKind       = "CustomResourceDefinition"
	CRDGroup      = "apiextensions.k8s.io"
	CRDAPIVersion = CRDGroup + "/v1"
)

// MeantAsCRD reports whether a document is meant to be a CustomResourceDefinition: it has that kind, with any
// apiVersion, or it has the group of CRDs and is no list or ConversionReview. lint reports the errors of such a
// document if IsCRD returns false; nothing may skip it as another object.
func (d *Document) MeantAsCRD() bool { return meantAsCRD(d.TypeMeta()) }

// IsCRD reports whether a document is a CustomResourceDefinition of apiextensions.k8s.io/v1, the only version that
// servers have.
func (d *Document) IsCRD() bool {
	apiVersion, kind := d.TypeMeta()
	return kind == CRDKind && apiVersion == CRDAPIVersion
}

func meantAsCRD(apiVersion, kind string) bool {
	return kind == CRDKind ||
		strings.HasPrefix(apiVersion, CRDGroup+"/") && kind != "ConversionReview" && kind != CRDKind+"List"
}
