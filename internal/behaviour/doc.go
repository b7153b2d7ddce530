// Package behaviour is the table of differences between the servers of the Kubernetes versions.
//
// A version enters. A Behaviour leaves: a struct that says what a server of this version does.
//
//   - Only this package compares versions. Algorithms read a Behaviour, which Of resolves once.
//   - table.go has a row for each difference: its release, its source in Kubernetes, and what it sets.
//   - A recorded case in testdata/crd/kube or testdata/dryrun/kube shows each row (TestEachRowIsNoticed).
//   - The words of a server that differ are in package code of the room text, which reads Words.
package behaviour
