package dryrun

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
)

// Read returns a stored object as a GET at a version does. The error is for a version that is not served, or for an
// object that the server cannot decode.
func (r *Resource) Read(version string, stored map[string]any) (map[string]any, error) {
	v := r.versions[version]
	if v == nil || !v.served {
		return nil, fmt.Errorf("version %q of %s is not served", version, r.groupResource())
	}
	return r.fromStorage(runtime.DeepCopyJSON(stored), v, nil)
}

// HasStatus reports whether a version has the status subresource.
func (r *Resource) HasStatus(version string) bool {
	v := r.versions[version]
	return v != nil && v.status
}

// Deprecation returns the warning about a version that is deprecated, or "".
func (r *Resource) Deprecation(version string) string {
	if v := r.versions[version]; v != nil {
		return v.deprecated
	}
	return ""
}
