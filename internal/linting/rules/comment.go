package rules

import "github.com/crdtool/crdtool/internal/text/finding"

// CommentTopic is the topic of findings about ignore comments.
const CommentTopic Topic = "comment"

// CommentRules lists the checks of ignore comments. They have no functions: package lint runs the checks.
func CommentRules() []*Rule {
	return []*Rule{
		{
			ID: "ignore-syntax", Severity: finding.Warning, Profile: Server, Topic: CommentTopic,
			Title: "ignore comment is invalid",
			Why: "The form is `# crdtool:ignore RULE reason`, with several rules as `RULE,RULE`. " +
				"After a value it covers what begins on its line; on a line of its own it covers the next key or item with everything below it; " +
				"`# crdtool:ignore-file RULE reason` covers the file. The reason is for the next person who reads the comment.",
		},
		{
			ID: "unused-ignore", Severity: finding.Warning, Profile: Server, Topic: CommentTopic, Fixable: true,
			Title: "ignore comment hides no finding",
			Why: "The mistake was fixed, or the comment is in the wrong place: after a value a comment covers its line, " +
				"on a line of its own the next key or item. If it stayed, it would hide the next mistake.",
		},
	}
}
