// Package testkit is the room of what only tests import: recorded cases, generators of CRDs, objects and CEL
// expressions, and the share of the corpus that a run walks.
//
// Files of testdata/ and seeds enter. Cases and random inputs leave.
//
//   - No package of the program imports it: it is the last room (TestImportsPointOneWay).
//   - Tests of the module as a whole, of its imports, public API and documents, are in repository.
//   - Tests read recorded answers through golden. Only the module conformance/ writes them.
//   - Generators take all choices from a seed or from a fuzzer's bytes, so that a failure can be repeated.
package testkit
