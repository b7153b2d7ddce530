// Package builtin answers for objects of Kubernetes' own kinds, as far as their fields decide: kinds that a server
// does not serve, unknown fields, and values that cannot be decoded or that no server accepts. It does not validate,
// set defaults or store: its answer is not the server's whole answer.
//
// A Catalog has the Go types into which the API server decodes requests, with the releases in which each field
// exists. Decode walks an object by these types in the order of the server's decoder (sigs.k8s.io/json), and words
// its errors as the decoder does.
package builtin
