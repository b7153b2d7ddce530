package report

// RunError says why a run could not do all that it was asked for. A run with errors has the exit
// status 2, and what it reports is not complete.
type RunError struct {
	Message string `json:"message"`
}

// RunErrors returns errors as a report has them.
func RunErrors(errs []error) []RunError {
	var out []RunError
	for _, err := range errs {
		out = append(out, RunError{err.Error()})
	}
	return out
}
