// Package answer collects the warnings of kube-apiserver's answer to a request. The types of the answer are those of
// package report.
package answer

import "github.com/crdtool/crdtool/report"

// APIServer is the server's answer to a request, Cause one of its causes.
type (
	APIServer = report.APIServer
	Cause     = report.Cause
)
