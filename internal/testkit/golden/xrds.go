package golden

import "encoding/json"

// XRD is a CompositeResourceDefinition of Crossplane, and what a server and Crossplane make of it.
type XRD struct {
	ID string `json:"id"`
	// Source is the repository, commit and path that the text is from.
	Source string `json:"source"`
	Text   string `json:"text"`
	// Answer is the server's to the request to create it, with fieldValidation=Warn.
	Answer Answer `json:"answer"`
	// Composite and Claim are the CRDs that Crossplane derives; nil for none.
	Composite *DerivedCRD `json:"composite,omitempty"`
	Claim     *DerivedCRD `json:"claim,omitempty"`
}

// DerivedCRD is the CRD that Crossplane derives, and the server's answer to the request to create it.
type DerivedCRD struct {
	// Error is Crossplane's error; "" if there is a CRD.
	Error  string          `json:"error,omitempty"`
	CRD    json.RawMessage `json:"crd,omitempty"`
	Answer Answer          `json:"answer"`
}

// ReadXRDs reads recorded definitions.
func ReadXRDs(path string) ([]XRD, error) { return readLines[XRD](path, json.Unmarshal) }
