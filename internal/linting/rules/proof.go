package rules

import (
	"slices"
	"strings"
)

// Proof tells how a lint rule's claims about servers are verified.
type Proof struct {
	// By is the method.
	By ProvedBy
	// File is the test's file, relative to the module; "" for none.
	File string
}

// ProvedBy is a method to prove a claim, in words for users.
type ProvedBy string

// The methods.
const (
	// ByWitness: findings carry requests that were tried.
	ByWitness ProvedBy = "Findings come with the requests that show them (`witness` in JSON), tried on the dry run, which answers as kube-apiserver does; where none were found, the message says \"may\"."
	// ByDryRun: a test sends objects to the dry run.
	ByDryRun ProvedBy = "A test sends objects to the dry run, which answers as kube-apiserver does, and finds what the findings of the rule's cases say."
	// ByServer: a test asks a real server, or its own code.
	ByServer ProvedBy = "A test asks a real API server, or its own code."
	// ByOthers: a test asks other programs.
	ByOthers ProvedBy = "A test asks Node."
	// ByReading: the rule only claims what the file contains.
	ByReading ProvedBy = "It says what stands in the file."
	// Unproved: the claim is about other programs, which no test runs.
	Unproved ProvedBy = "It is about other programs, such as kubectl, etcd and Helm, by their documentation; no test asks them."
)

// Proof returns how the claims of a lint rule are proved. It is zero for conventions, which claim nothing, and
// for the server's own checks.
func (r *Rule) Proof() Proof {
	for _, p := range proofs {
		if slices.Contains(strings.Fields(p.rules), r.ID) {
			return p.Proof
		}
	}
	switch r.Topic {
	case Install, Schema, CEL, Upgrade:
		return Proof{By: ByDryRun, File: "internal/linting/lint/proof_test.go"}
	}
	return Proof{}
}

// proofs lists the rules that are not proved in lint/proof_test.go.
var proofs = []struct {
	Proof
	rules string
}{
	{Proof{ByDryRun, "internal/linting/lint/versions_test.go"}, "drops-silently"},
	{Proof{ByWitness, "internal/linting/lint/bypass_test.go"}, "transition-bypass"},
	{Proof{ByWitness, "internal/linting/lint/loss_test.go"}, "conversion-loses lost-content"},
	{Proof{ByWitness, "internal/linting/lint/witness_test.go"}, "conversion-missing versions-disagree spec-optional negative-count branches-changed rule-added field-to-map"},
	{Proof{ByDryRun, "internal/linting/lint/upgrade_test.go"}, "bounds-tightened enum-narrowed field-removed list-type-changed nullable-removed required-added " +
		"type-changed unknown-fields-checked unknown-fields-pruned"},
	{Proof{ByDryRun, "internal/linting/lint/changes_test.go"}, "conversion-removed default-added default-changed names-changed scale-path-changed selectable-field-removed " +
		"short-name-removed storage-loses subresource-changed version-removed"},
	{Proof{ByDryRun, "internal/linting/lint/keyword_test.go"}, "rule-as-keyword"},
	{Proof{ByDryRun, "internal/cel/celfacts/absent_test.go"}, "rule-reads-absent rule-may-read-absent"},
	{Proof{ByServer, "conformance/jsonpath/cells_test.go"}, "column-first-item column-path column-type"},
	{Proof{ByServer, "conformance/roundtrip/roundtrip_test.go"}, "dropped-value server-field"},
	{Proof{ByServer, "conformance/names/names_test.go"}, "names-clash names-not-accepted"},
	{Proof{ByServer, "conformance/names/cabundle_test.go"}, "webhook-ca-invalid"},
	{Proof{ByServer, "conformance/install/install_test.go"}, "no-served-version scale-path scale-replicas-absent selectable-absent status-without-schema"},
	{Proof{ByOthers, "internal/schemas/ecmaregexp/ecmaregexp_test.go"}, "pattern-ecma"},
	{Proof{By: ByReading}, "bound-beyond-request column-name-twice crd-copies stale-crd crd-removed crd-twice deprecated-storage " +
		"description-changed only-deprecated rule-message rule-unbounded scale-without-selector " +
		"status-without-subresource storage-not-served values-added version-may-be-stored webhook-idle"},
	{Proof{By: Unproved}, "ambiguous-name helm-braces too-large-to-apply too-large-to-store webhook-without-ca"},
}
