// Package golang is the room of Go code: it finds the types and markers from which controller-gen generated a CRD.
//
// Folders of Go source and decoded CRDs enter. Origins leave: for a path of a CRD the field, type or marker behind it.
//
//   - Go source is parsed and never built, run or fetched.
//   - Code of dependencies is read from the module cache if it is there.
//   - This room reads Go files by itself. Manifests come from the room input.
//   - It judges no CRD: lint rules ask it, and reports carry its origins.
package golang
