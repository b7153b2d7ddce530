// Package prune removes the fields of objects that their schema does not declare, as kube-apiserver
// does before it validates, and the nulls that their schema does not allow. Objects are decoded
// JSON: map[string]any, []any, strings, numbers, booleans and nil. Read a schema by schema.Parse or
// schema.FromValue.
//
// It mirrors pkg/apiserver/schema/pruning of k8s.io/apiextensions-apiserver.
package prune

import (
	"github.com/crdtool/crdtool/internal/schemas/prune"
	"github.com/crdtool/crdtool/schema"
)

// Fields removes the fields of x that s does not declare and returns their paths, sorted, as the
// server prints them. If x is a resource, the root of an object, its apiVersion, kind and metadata
// stay; so do those of embedded resources.
//
// The schema nil declares no field. A schema with x-kubernetes-preserve-unknown-fields keeps
// unknown fields, but the fields that it declares are pruned below.
func Fields(x any, s *schema.Schema, resource bool) []string {
	var paths []string
	for _, r := range prune.Unknown(x, s, resource) {
		paths = append(paths, r.Path)
	}
	return paths
}

// Nulls removes the fields of x that are null where s neither allows null nor has a default. It
// returns their paths, sorted, as the server prints them. Items of lists stay, and so do fields that s does not declare. It
// mirrors PruneNonNullableNullsWithoutDefaults of pkg/apiserver/schema/defaulting.
func Nulls(x any, s *schema.Schema) []string {
	var paths []string
	for _, p := range prune.Nulls(x, s) {
		paths = append(paths, p.Server())
	}
	return paths
}
