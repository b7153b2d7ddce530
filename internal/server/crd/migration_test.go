package crd

import (
	"slices"
	"testing"
)

// TestMigrateCommands: the commands name the resource in its storage version, as kubectl takes it.
func TestMigrateCommands(t *testing.T) {
	c := &CustomResourceDefinition{Spec: Spec{
		Group: "example.com", Scope: "Namespaced", Names: Names{Plural: "boards"},
		Versions: []Version{{Name: "v1beta1", Served: true}, {Name: "v1", Served: true, Storage: true}},
	}}
	c.Metadata.Name = "boards.example.com"
	const patch = `kubectl patch crd boards.example.com --subresource=status --type=merge -p '{"status":{"storedVersions":["v1"]}}'`
	check := func(want string) {
		t.Helper()
		if rewrite, got := c.MigrateCommands(); rewrite != want || got != patch {
			t.Errorf("%s\n%s", rewrite, got)
		}
	}
	check("kubectl get boards.v1.example.com -A -o json | kubectl replace -f -")
	c.Spec.Scope = "Cluster"
	check("kubectl get boards.v1.example.com -o json | kubectl replace -f -")
	c.Spec.Versions[1].Served = false
	check("kubectl get boards.example.com -o json | kubectl replace -f -")
}

// TestMayBeStored: a manifest does not say what clusters have stored, the status of a cluster does.
func TestMayBeStored(t *testing.T) {
	old := &CustomResourceDefinition{Spec: Spec{Versions: []Version{{Name: "v1alpha1"}, {Name: "v1beta1"}, {Name: "v1", Storage: true}}}}
	updated := &CustomResourceDefinition{Spec: Spec{Versions: []Version{{Name: "v1beta1"}, {Name: "v2", Storage: true}}}}
	live := *old
	live.Status.StoredVersions = []string{"v1"}
	live.Default()
	old.Default()
	if got := MayBeStored(old, updated); !slices.Equal(got, []string{"v1alpha1"}) {
		t.Errorf("of a manifest: %q", got)
	}
	if got := MayBeStored(&live, updated); len(got) > 0 {
		t.Errorf("with a status: %q", got)
	}
}
