// Package server is the room of kube-apiserver: each package answers what the server answers, in its order and with
// the names of its code (prepareForUpdate, validateUpdate).
//
// A CRD, an object or a request enters, and a behaviour.Behaviour. Findings by path, stored objects, published documents and
// warnings leave.
//
//   - The verdict, the words and their order are recorded from a real server. A golden file changes only by make record.
//   - Versions of Kubernetes are not compared here: algorithms read a behaviour.Behaviour.
//   - A hand-written part in the place of a library of the server is compared with it by a test.
//   - Nothing here knows lint rules, reports on several files, or kubectl.
//   - A finding has a path. Lines and columns are added by the callers.
package server
