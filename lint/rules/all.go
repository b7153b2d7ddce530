package rules

// All lists the rules by topic, in each by ID.
func All() []*Rule {
	return []*Rule{
		// Install.
		// Schema.
		&defaultOfItems,
		&emptyBranch,
		&emptyObject,
		&emptyRange,
		&enumValue,
		&exampleInvalid,
		&idleKeyword,
		&nullableEnum,
		&patternAlternation,
		&patternMatchesAll,
		&patternNeverMatches,
		&prunedContent,
		&repeatedBranch,
		&repeatedEntry,
		&requiredUndeclared,
		&schemaConflict,
		&unreadableBound,
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
