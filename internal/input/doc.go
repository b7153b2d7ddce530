// Package input is the room of files: it finds and reads them, keeps positions, and edits their text.
//
// Paths, standard input and revisions of git enter. A source.File with its documents leaves. A source.Document has
// values as kube-apiserver reads them, and finds the line and column of a path.
//
//   - No other room reads manifests from the disk. Only Go source is read elsewhere, by the room golang
//     (TestOnlyInputReadsFiles).
//   - Reads and writes stay inside of the repository (package confine).
//   - The limits of files and documents are here: bytes, depth, nodes and time.
//   - This room knows no Kubernetes versions, and of schemas only how Crossplane takes them from its definitions into CRDs:
//     one document becomes several then, as with a List. It reports problems of the text alone.
package input
