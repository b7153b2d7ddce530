package source

import (
	"fmt"
	"strings"
)

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

// What Crossplane's definitions of composite resources call themselves. Crossplane derives CRDs from them.
const (
	XRDKind  = "CompositeResourceDefinition"
	XRDGroup = "apiextensions.crossplane.io"
)

// IsXRD reports whether a document is a CompositeResourceDefinition of Crossplane.
func (d *Document) IsXRD() bool {
	apiVersion, kind := d.TypeMeta()
	return kind == XRDKind && strings.HasPrefix(apiVersion, XRDGroup+"/")
}

// XRDError says that a file has a CompositeResourceDefinition where a CRD is wanted.
func XRDError(d *Document) error {
	return fmt.Errorf("%s:%d: a CompositeResourceDefinition is no CRD: Crossplane derives one from it, which crdtool does not do yet; check the derived CRD, as in: kubectl get crd NAME -o yaml | crdtool lint -", d.File.Name, d.Line())
}

func meantAsCRD(apiVersion, kind string) bool {
	return kind == CRDKind ||
		strings.HasPrefix(apiVersion, CRDGroup+"/") && kind != "ConversionReview" && kind != CRDKind+"List"
}
