package report

// Witness are requests that show what a finding says, in their order. They were made
// with a dry run, which answers as the server does.
type Witness struct {
	Requests []Request `json:"requests"`
}

// Request is one of them, and the answer to it. Each update replaces the object that
// the request before it left.
type Request struct {
	// Operation is "create", "update" or "get".
	Operation string `json:"operation"`
	// Version is the one in the URL.
	Version string `json:"version"`
	// StoredCRD says that the CRD is the stored one, which the linted one is to replace.
	StoredCRD bool `json:"storedCRD,omitempty"`
	// Object is what is sent; for a get, what is returned.
	Object map[string]any `json:"object"`
	// Accepted says that the request succeeds. Otherwise Message is the server's.
	Accepted bool   `json:"accepted"`
	Message  string `json:"message,omitempty"`
	// Lost are the fields that are not stored, although the request succeeds: of Object, or
	// of the object that it replaces.
	Lost []string `json:"lost,omitempty"`
}
