// Package text is the room of words: messages by code, lists and counts, plurals, similar names,
// unified diffs, and the escaping of text from files.
//
// Findings and names enter. Sentences, and text that is safe to print, leave.
//
//   - Package code holds each message of the server and of crdtool. No other package decides by the words of an
//     error: it asks for a code (TestNothingBranchesOnWords).
//   - Package safetext escapes text from files. Each writer of output calls it.
//   - This room knows no files, documents or schemas: it is at the bottom, and imports nothing from the other rooms.
package text
