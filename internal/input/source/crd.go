package source

import (
	"fmt"
	"strings"
)

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

// The kind and group of Crossplane's definitions of composite resources. Crossplane derives CRDs from them.
const (
	XRDKind  = "CompositeResourceDefinition"
	XRDGroup = "apiextensions.crossplane.io"
)

// IsXRD reports whether a document is a CompositeResourceDefinition of Crossplane.
func (d *Document) IsXRD() bool {
	apiVersion, kind := d.TypeMeta()
	return kind == XRDKind && strings.HasPrefix(apiVersion, XRDGroup+"/")
}

// XRDError returns the error for a CompositeResourceDefinition where a CRD is expected.
func XRDError(d *Document) error {
	return fmt.Errorf("%s:%d: a CompositeResourceDefinition is no CRD: Crossplane derives one from it, which crdtool does not do yet; check the derived CRD, as in: kubectl get crd NAME -o yaml | crdtool lint -", d.File.Name, d.Line())
}

func meantAsCRD(apiVersion, kind string) bool {
	return kind == CRDKind ||
		strings.HasPrefix(apiVersion, CRDGroup+"/") && kind != "ConversionReview" && kind != CRDKind+"List"
}
