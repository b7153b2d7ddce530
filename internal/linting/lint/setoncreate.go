package lint

import (
	"strconv"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// setOnCreate is ErrResourceVersionSetOnCreate of k8s.io/apiserver/pkg/storage.
const setOnCreate = "resourceVersion should not be set on objects to be created"

// hasResourceVersion reports whether a CRD has a resourceVersion, as stored CRDs have. The storage layer, which
// comes last, then refuses to create it. It accepts 0 and values that are not numbers.
func hasResourceVersion(c *crd.CustomResourceDefinition) bool {
	v, err := strconv.ParseUint(c.Metadata.ResourceVersion, 10, 64)
	return err == nil && v != 0
}

// resourceVersionError returns the storage layer's error about a resourceVersion. It is not a cause in the
// answer, and is reported even if the server stops before storage.
func resourceVersionError() finding.Finding {
	return finding.Finding{
		Code: code.ResourceVersionSet, Path: finding.Root("metadata", "resourceVersion"), Detail: setOnCreate,
		Message: "resourceVersion is set, so the CRD cannot be created",
		Help:    "remove it; the server sets it",
	}
}
