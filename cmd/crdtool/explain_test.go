package main

import (
	"strings"
	"testing"
)

func TestExplain(t *testing.T) {
	dir := folder(t, map[string]string{
		"crds/things.yaml": crd("things"),
		"crds/others.yaml": twoVersions("others"),
		"object.yaml":      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
	})
	for _, c := range []struct {
		name, args     string
		status         int
		stdout, stderr string // patterns; empty: nothing is printed there
	}{
		{name: "resource", args: "thing --crds crds", stdout: `(?s)^GROUP:      example.com\nKIND:       Thing\nVERSION:    v1\n\nDESCRIPTION:\n    <empty>\nFIELDS:\n  apiVersion\t<string>\n.*  spec\t<string>\n    <no description>\n\n\n$`},
		{name: "field", args: "things.example.com.spec --crds crds", stdout: `(?s)VERSION:    v1\n\nFIELD: spec <string>\n\n\nDESCRIPTION:\n    <empty>\n\n$`},
		{name: "newest version", args: "Other --crds crds", stdout: `(?m)^VERSION:    v2$`},
		{name: "a version", args: "others --api-version example.com/v1 --crds crds", stdout: `(?m)^VERSION:    v1$`},
		{name: "recursive", args: "thing -R --crds crds", stdout: `(?m)^    ownerReferences\t<\[\]OwnerReference>\n      apiVersion\t<string> -required-$`},
		{name: "depth", args: "thing -R --max-depth 1 --crds crds", stdout: `(?s)FIELDS:\n  apiVersion\t<string>\n  kind\t<string>\n  metadata\t<ObjectMeta>\n  spec\t<string>\n\n$`},
		{name: "one file", args: "things --crds crds/things.yaml", stdout: `KIND:       Thing`},
		{name: "unknown kind", args: "thingy --crds crds", status: 2, stderr: `^crdtool: no CRD defines the resource "thingy"; did you mean "Thing"\?\n$`},
		{name: "quite unknown kind", args: "deployments --crds crds", status: 2, stderr: `^crdtool: no CRD defines the resource "deployments"; the kinds are Other, Thing\n$`},
		{name: "unknown field", args: "thing.spce --crds crds", status: 2, stderr: `^crdtool: field "spce" does not exist; did you mean "spec"\?\n$`},
		{name: "unknown field below", args: "thing.metadata.lables --crds crds", status: 2, stderr: `^crdtool: field "lables" does not exist in metadata; did you mean "metadata.labels"\?\n$`},
		{name: "misspelt group", args: "thing.exmaple.com.spec --crds crds", status: 2, stderr: `^crdtool: "exmaple.com.spec" is neither a group with the resource "thing" nor a field of it; did you mean "thing.example.com.spec"\?\n$`},
		{name: "unknown group", args: "thing.other.io --crds crds", status: 2,
			stderr: `^crdtool: "other.io" is neither a group with the resource "thing" nor a field of it; the group is example.com, the fields are apiVersion, kind, metadata, spec\n$`},
		{name: "unknown field above", args: "thing.spce.size --crds crds", status: 2, stderr: `^crdtool: field "spce" does not exist; did you mean "spec"\?\n$`},
		{name: "no fields", args: "thing.spec.size --crds crds", status: 2, stderr: `^crdtool: field "size" does not exist in spec, which has no fields\n$`},
		{name: "unknown version", args: "other --api-version example.com/v3 --crds crds", status: 2,
			stderr: `^crdtool: --api-version "example.com/v3": unknown version; supported are example.com/v1, example.com/v2\n$`},
		{name: "nothing", args: "--crds crds", status: 2, stderr: `^crdtool: explain needs a kind`},
		{name: "paths", args: "thing crds", status: 2, stderr: `give the paths of CRDs with --crds`},
		{name: "depth of nothing", args: "thing --max-depth 2 --crds crds", status: 2, stderr: `--max-depth requires --recursive`},
		{name: "no CRD", args: "thing --crds object.yaml", status: 2, stderr: `no CustomResourceDefinition found in 1 file`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := inProcess(t, dir, append([]string{"explain"}, strings.Fields(c.args)...)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			matches(t, "standard output", got.stdout, c.stdout)
			matches(t, "standard error", got.stderr, c.stderr)
		})
	}
}
