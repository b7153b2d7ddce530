// Package openapi holds the OpenAPI documents that crdtool writes against those
// of a real API server: the recorded ones of the corpus, and those that the
// server's own builder makes in this process of damaged CRDs. It also records
// what the tests of the main module compare with, and the schemas that all
// documents share.
package openapi
