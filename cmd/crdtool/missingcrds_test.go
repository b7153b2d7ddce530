package main

import (
	"strings"
	"testing"
)

// ignoreMissingCRDs in the configuration is --ignore-missing-crds, which overrides it.
func TestIgnoreMissingCRDs(t *testing.T) {
	dir := folder(t, map[string]string{
		".git/HEAD": "", ".crdtool.yaml": "ignoreMissingCRDs: true\n",
		"object.yaml": "apiVersion: example.org/v1\nkind: App\nmetadata: {name: a}\n",
	})
	for _, test := range []struct {
		args   string
		status int
	}{
		{"apply-dry .", 0},
		{"apply-dry object.yaml", 0},
		{"apply-dry --no-config .", 1},
		{"apply-dry --ignore-missing-crds=false .", 1},
		{"apply-dry --ignore-missing-crds --no-config .", 0},
	} {
		if got := inProcess(t, dir, strings.Fields(test.args)...); got.status != test.status {
			t.Errorf("%s: status %d, want %d\n%s%s", test.args, got.status, test.status, got.stdout, got.stderr)
		}
	}
}

// Objects without CRDs have a line for each group, with the project that its CRDs are of.
func TestMissingCRDsByGroup(t *testing.T) {
	object := func(apiVersion, kind, name string) string {
		return "---\napiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata: {name: " + name + "}\n"
	}
	dir := folder(t, map[string]string{
		"a.yaml": object("cert-manager.io/v1", "Certificate", "a") + object("cert-manager.io/v1", "Issuer", "b") + object("cert-manager.io/v1", "Certificate", "c") +
			object("image.toolkit.fluxcd.io/v1", "ImagePolicy", "d") + object("example.org/v1", "App", "e") + object("ec2.aws.upbound.io/v1", "VPC", "f") + object("own.upbound.io/v1", "App", "g"),
	})
	got := inProcess(t, dir, "apply-dry", "--no-config", ".")
	const want = `a.yaml:3:7: error: no CRDs for group "cert-manager.io": Certificate (2 objects), Issuer; they are of cert-manager [no-crd]
a.yaml:19:7: error: no CRD for kind "App" in group "example.org" [no-crd]
a.yaml:27:7: error: no CRD for kind "App" in group "own.upbound.io" [no-crd]
a.yaml:15:7: error: no CRD for kind "ImagePolicy" in group "image.toolkit.fluxcd.io"; it is of Flux [no-crd]
a.yaml:23:7: error: no CRD for kind "VPC" in group "ec2.aws.upbound.io"; it is of Crossplane's providers [no-crd]
`
	if got.status != 1 || !strings.HasPrefix(got.stdout, want) {
		t.Errorf("status %d\n%s", got.status, got.stdout)
	}
}
