package rules

import "github.com/crdtool/crdtool/finding"

// CommentTopic is the topic of what is wrong with comments that pass findings
// over.
const CommentTopic Topic = "comment"

// CommentRules lists the checks of comments that pass findings over. They have
// no functions: package lint makes the checks.
func CommentRules() []*Rule {
	return []*Rule{
		{
			ID: "ignore-syntax", Severity: finding.Warning, Profile: Server, Topic: CommentTopic,
			Title: "a comment that is to pass findings over can't be understood",
			Why: "The form is `# crdtool:ignore RULE reason`, with several rules as `RULE,RULE`. " +
				"Behind a value it covers what begins on its line, on a line of its own the next key or item with all below it; " +
				"`# crdtool:ignore-file RULE reason` covers the file. The reason is for whoever reads it next.",
		},
		{
			ID: "unused-ignore", Severity: finding.Warning, Profile: Server, Topic: CommentTopic, Fixable: true,
			Title: "a comment passes nothing over",
			Why: "What it was for is mended, or it stands in the wrong place: behind a value a comment covers its line, " +
				"on a line of its own the next key or item. Left alone, it would hide the next mistake.",
		},
	}
}
