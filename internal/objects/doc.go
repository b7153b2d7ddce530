// Package objects is the room of custom objects: apply-dry runs, conversion, suites of tests, coverage, mutation and
// the impact of a change on existing objects.
//
// Documents with objects and their CRDs enter. Reports on objects and tests leave.
//
//   - Verdicts come from server/dryrun or server/cluster. This room decides none.
//   - What kubectl does around a request comes from the room kubectl.
//   - Findings get their lines here, once, from the object's document.
//   - No text is printed here: the room output writes reports.
package objects
