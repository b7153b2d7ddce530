// Package output is the room of everything that is printed or saved: reports in all formats, reference documentation,
// explanations and JSON Schemas.
//
// A report.Report, report.Objects, report.Diff or report.Tests enters, or CRDs. Bytes leave.
//
//   - Text from files is escaped before it is written, by text/safetext for the kind of output.
//   - The same report gives the same bytes.
//   - No check is made here. A writer that needs a fact gets it in the report.
//   - Templates of the standard library are not imported (TestNoTemplates).
package output
