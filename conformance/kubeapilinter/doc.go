// Package kubeapilinter holds the lint rules of Go types to kube-api-linter: its test data says by comments what its
// checks report, and the rules report the same of the same fields, but for known differences.
package kubeapilinter
