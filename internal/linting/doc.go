// Package linting is the room of lint and diff runs: rules, configuration, ignored findings, fixes, and the pairing of
// CRDs.
//
// A source.File and the configuration enter. Reports leave: the server's answer and the findings of lint rules, each at
// its line.
//
//   - A lint rule is a value in a file of its own (rules/rule_ID.go). It works with facts from the rooms below.
//   - The server's answer comes from server/crd and does not depend on any lint rule.
//   - lint.locate sets the line of each finding that has none (source.Document.Locate). A check that knows a better
//     place sets it itself.
//   - No text is printed here: the room output writes reports.
package linting
