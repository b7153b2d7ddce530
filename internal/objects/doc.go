// Package objects is the room of custom objects: apply-dry runs, conversion, suites of tests, coverage, mutation and
// the impact of a change on existing objects.
//
// Documents with objects and their CRDs enter. Reports on objects and tests leave.
//
//   - Verdicts come from server/dryrun or server/cluster. This room decides none.
//   - Package clientapply has what kubectl does before and after a request. make record-kubectl records it.
//   - Findings get their lines here, once, from the object's document.
//   - No text is printed here: the room output writes reports.
package objects
