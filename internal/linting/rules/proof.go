package rules

import "sync"

// Proof says how what a lint rule claims of a server is held to one.
type Proof struct {
	// By is how.
	By ProvedBy
	// File has the test, from the root of the module; "" where there is none.
	File string
}

// ProvedBy is a way to prove a claim.
type ProvedBy string

// The ways to prove a claim.
const (
	// ByWitness: findings carry requests that were tried.
	ByWitness ProvedBy = "Findings come with the requests that show them (`witness` in JSON), tried on the dry run, which answers as kube-apiserver does; where none were found, the message says \"may\"."
	// ByDryRun: a test sends objects to the dry run.
	ByDryRun ProvedBy = "A test sends objects to the dry run, which answers as kube-apiserver does, and finds what the findings of the rule's cases say."
	// ByServer: a test asks a real server, or its own code.
	ByServer ProvedBy = "A test asks a real API server, or its own code."
	// ByOthers: a test asks other programs.
	ByOthers ProvedBy = "A test asks Node."
	// ByReading: nothing is claimed but what stands in the file.
	ByReading ProvedBy = "It says what stands in the file."
	// Unproved: it is about other programs, which no test asks.
	Unproved ProvedBy = "It is about other programs, such as kubectl, etcd and Helm, by their documentation; no test asks them."
)

// Proof returns how the claims of a lint rule are proved; the zero Proof for conventions,
// which claim nothing, and for what the server itself says.
func (r *Rule) Proof() Proof {
	if p, ok := proofs()[r.ID]; ok {
		return p
	}
	switch r.Topic {
	case Install, Schema, CEL, Upgrade:
		return Proof{By: ByDryRun, File: "internal/linting/lint/proof_test.go"}
	}
	return Proof{}
}

// proofs are those that are not by the dry run in lint/proof_test.go.
var proofs = sync.OnceValue(func() map[string]Proof {
	return map[string]Proof{
		"drops-silently":    {ByDryRun, "internal/linting/lint/versions_test.go"},
		"transition-bypass": {ByWitness, "internal/linting/lint/bypass_test.go"},
		"conversion-loses":  {ByWitness, "internal/linting/lint/loss_test.go"},
		"lost-content":      {ByWitness, "internal/linting/lint/loss_test.go"},

		"conversion-missing": {ByWitness, "internal/linting/lint/witness_test.go"},
		"versions-disagree":  {ByWitness, "internal/linting/lint/witness_test.go"},
		"spec-optional":      {ByWitness, "internal/linting/lint/witness_test.go"},
		"negative-count":     {ByWitness, "internal/linting/lint/witness_test.go"},
		"branches-changed":   {ByWitness, "internal/linting/lint/witness_test.go"},
		"rule-added":         {ByWitness, "internal/linting/lint/witness_test.go"},
		"field-to-map":       {ByWitness, "internal/linting/lint/witness_test.go"},

		"bounds-tightened":       {ByDryRun, "internal/linting/lint/upgrade_test.go"},
		"enum-narrowed":          {ByDryRun, "internal/linting/lint/upgrade_test.go"},
		"field-removed":          {ByDryRun, "internal/linting/lint/upgrade_test.go"},
		"list-type-changed":      {ByDryRun, "internal/linting/lint/upgrade_test.go"},
		"nullable-removed":       {ByDryRun, "internal/linting/lint/upgrade_test.go"},
		"required-added":         {ByDryRun, "internal/linting/lint/upgrade_test.go"},
		"type-changed":           {ByDryRun, "internal/linting/lint/upgrade_test.go"},
		"unknown-fields-checked": {ByDryRun, "internal/linting/lint/upgrade_test.go"},
		"unknown-fields-pruned":  {ByDryRun, "internal/linting/lint/upgrade_test.go"},

		"conversion-removed":       {ByDryRun, "internal/linting/lint/changes_test.go"},
		"default-added":            {ByDryRun, "internal/linting/lint/changes_test.go"},
		"default-changed":          {ByDryRun, "internal/linting/lint/changes_test.go"},
		"names-changed":            {ByDryRun, "internal/linting/lint/changes_test.go"},
		"scale-path-changed":       {ByDryRun, "internal/linting/lint/changes_test.go"},
		"selectable-field-removed": {ByDryRun, "internal/linting/lint/changes_test.go"},
		"short-name-removed":       {ByDryRun, "internal/linting/lint/changes_test.go"},
		"storage-loses":            {ByDryRun, "internal/linting/lint/changes_test.go"},
		"subresource-changed":      {ByDryRun, "internal/linting/lint/changes_test.go"},
		"version-removed":          {ByDryRun, "internal/linting/lint/changes_test.go"},

		"rule-as-keyword":      {ByDryRun, "internal/linting/lint/keyword_test.go"},
		"rule-reads-absent":    {ByDryRun, "internal/cel/celfacts/absent_test.go"},
		"rule-may-read-absent": {ByDryRun, "internal/cel/celfacts/absent_test.go"},

		"column-first-item":     {ByServer, "conformance/jsonpath/cells_test.go"},
		"column-path":           {ByServer, "conformance/jsonpath/cells_test.go"},
		"column-type":           {ByServer, "conformance/jsonpath/cells_test.go"},
		"dropped-value":         {ByServer, "conformance/roundtrip/roundtrip_test.go"},
		"server-field":          {ByServer, "conformance/roundtrip/roundtrip_test.go"},
		"names-clash":           {ByServer, "conformance/names/names_test.go"},
		"names-not-accepted":    {ByServer, "conformance/names/names_test.go"},
		"webhook-ca-invalid":    {ByServer, "conformance/names/cabundle_test.go"},
		"no-served-version":     {ByServer, "conformance/install/install_test.go"},
		"scale-path":            {ByServer, "conformance/install/install_test.go"},
		"scale-replicas-absent": {ByServer, "conformance/install/install_test.go"},
		"selectable-absent":     {ByServer, "conformance/install/install_test.go"},
		"status-without-schema": {ByServer, "conformance/install/install_test.go"},

		"pattern-ecma": {ByOthers, "internal/schemas/ecmaregexp/ecmaregexp_test.go"},

		"bound-beyond-request":       {By: ByReading},
		"column-name-twice":          {By: ByReading},
		"crd-copies":                 {By: ByReading},
		"stale-crd":                  {By: ByReading},
		"crd-removed":                {By: ByReading},
		"crd-twice":                  {By: ByReading},
		"deprecated-storage":         {By: ByReading},
		"description-changed":        {By: ByReading},
		"only-deprecated":            {By: ByReading},
		"rule-message":               {By: ByReading},
		"rule-unbounded":             {By: ByReading},
		"scale-without-selector":     {By: ByReading},
		"status-without-subresource": {By: ByReading},
		"storage-not-served":         {By: ByReading},
		"values-added":               {By: ByReading},
		"version-may-be-stored":      {By: ByReading},
		"webhook-idle":               {By: ByReading},

		"ambiguous-name":     {By: Unproved},
		"helm-braces":        {By: Unproved},
		"too-large-to-apply": {By: Unproved},
		"too-large-to-store": {By: Unproved},
		"webhook-without-ca": {By: Unproved},
	}
})
