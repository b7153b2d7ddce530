package report

// OpenAPIV2Loss is a keyword of a schema that OpenAPI v3 publishes and v2 does not.
type OpenAPIV2Loss struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
	// Field is where the schema's values stand in an object: a field of the items
	// of a list is "spec.ports[*].name", the values of a map are "spec.labels.*",
	// and the object itself is "".
	Field   string `json:"field"`
	Keyword string `json:"keyword"`
	// Value is what the keyword said. Of properties it is the names alone, of
	// required the names that are no longer required.
	Value  any    `json:"value"`
	Reason string `json:"reason"`
}
