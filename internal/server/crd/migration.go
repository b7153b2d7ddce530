package crd

import "fmt"

// MigrateCommands returns the commands by which a cluster stops storing objects in other versions than the storage
// version of the CRD: the first rewrites all objects, the second removes the other versions from the status. Both are
// "" for a CRD without a storage version.
func (c *CustomResourceDefinition) MigrateCommands() (rewrite, patch string) {
	storage, found := c.Spec.StorageVersion()
	if !found {
		return "", ""
	}
	resource := c.Spec.Names.Plural + "." + c.Spec.Group
	if v := c.VersionNamed(storage); v.Served {
		resource = c.Spec.Names.Plural + "." + storage + "." + c.Spec.Group
	}
	everywhere := ""
	if c.Spec.Scope == "Namespaced" {
		everywhere = " -A"
	}
	rewrite = fmt.Sprintf("kubectl get %s%s -o json | kubectl replace -f -", resource, everywhere)
	patch = fmt.Sprintf(`kubectl patch crd %s --subresource=status --type=merge -p '{"status":{"storedVersions":[%q]}}'`, c.Metadata.Name, storage)
	return rewrite, patch
}

// MigrateHelp says how to remove a version in which objects may be stored.
func (c *CustomResourceDefinition) MigrateHelp(version string) string {
	rewrite, patch := c.MigrateCommands()
	if rewrite == "" {
		return ""
	}
	return fmt.Sprintf("keep %s with served: false until each cluster has rewritten its objects and its status: %s && %s", version, rewrite, patch)
}

// MayBeStored returns the versions that an update removes, and that clusters may still list in status.storedVersions.
// That is only so if the old CRD is a manifest, which does not say what a cluster has stored. Its storage version is not
// among them: each cluster lists that one.
func MayBeStored(old, updated *CustomResourceDefinition) []string {
	if !old.Status.StoredAssumed {
		return nil
	}
	var removed []string
	for i := range old.Spec.Versions {
		if v := &old.Spec.Versions[i]; !v.Storage && updated.VersionNamed(v.Name) == nil {
			removed = append(removed, v.Name)
		}
	}
	return removed
}
