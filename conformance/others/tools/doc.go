// Package tools runs crdify and crd-schema-checker beside the profiles of crdtool diff
// that stand for them (internal/upgrading/others): on the cases of both tools, on the history of
// public projects, and on CRDs that were edited at random.
//
// Their code is not fetched by the go command: sources.sh takes it from clones, at the
// commits that are named in the file commits.
package tools
