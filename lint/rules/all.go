package rules

// All lists the rules by topic, in each by ID.
func All() []*Rule {
	return []*Rule{
		// Install.
		// Schema.
		// CEL.
		// Convention.
		&float,
	}
}
