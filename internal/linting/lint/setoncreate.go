package lint

import (
	"strconv"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
)

// setOnCreate is ErrResourceVersionSetOnCreate of k8s.io/apiserver/pkg/storage.
const setOnCreate = "resourceVersion should not be set on objects to be created"

// storedAlready reports whether a CRD has a resourceVersion, as only one in a
// cluster has. The store, which comes last, does not create it then; what is no
// number, and 0, it does not mind.
func storedAlready(c *crd.CustomResourceDefinition) bool {
	v, err := strconv.ParseUint(c.Metadata.ResourceVersion, 10, 64)
	return err == nil && v != 0
}

// versionOnCreate returns the store's error about a CRD that is storedAlready. It
// is no cause of the answer, and is reported also where the server stops before it.
func versionOnCreate() finding.Finding {
	return finding.Finding{
		Code: code.ResourceVersionSet, Path: finding.Root("metadata", "resourceVersion"), Detail: setOnCreate,
		Message: "resourceVersion is set, so the CRD cannot be created",
		Help:    "remove it; the server sets it",
	}
}
