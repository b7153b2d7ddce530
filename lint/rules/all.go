package rules

// All lists the rules by topic, in each by ID.
func All() []*Rule {
	return []*Rule{
		// Install.
		// Schema.
		// CEL.
		// Upgrade.
		&boundsTightened,
		&defaultChanged,
		&enumNarrowed,
		&fieldRemoved,
		&junctorChanged,
		&listTypeChanged,
		&nullableRemoved,
		&requiredAdded,
		&ruleAdded,
		&selectableFieldRemoved,
		&shortNameRemoved,
		&subresourceChanged,
		&typeChanged,
		&unknownFieldsPruned,
		&versionRemoved,
		// Convention.
		&float,
	}
}
