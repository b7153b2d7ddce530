// Package answer words what kube-apiserver answers to a request. The answer
// itself is of package report; here are the rules for its warnings.
package answer

import "github.com/crdtool/crdtool/report"

// APIServer is the answer, Cause one of its causes.
type (
	APIServer = report.APIServer
	Cause     = report.Cause
)
