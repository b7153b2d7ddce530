package render

import (
	"strings"
)

// inMarkdown is a text of a file as it is shown in Markdown, on one line: nothing
// in it is markup, whoever wrote the file.
func inMarkdown(s string) string { return markup.Replace(oneLine(s)) }

// markup takes their meaning from characters that have one within a line. What
// GitHub and GitLab look for once Markdown is rendered, such as names of people,
// is broken up by an empty comment.
var markup = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;",
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "|", `\|`,
	"$", "<span>$</span>", // begins a formula
	"://", `:\//`, // a link
	"@", "@<!-- -->", "#", "#<!-- -->", "GH-", "GH<!-- -->-", "gh-", "gh<!-- -->-",
	"!1", `\!<!-- -->1`, "!2", `\!<!-- -->2`, "!3", `\!<!-- -->3`, "!4", `\!<!-- -->4`, "!5", `\!<!-- -->5`,
	"!6", `\!<!-- -->6`, "!7", `\!<!-- -->7`, "!8", `\!<!-- -->8`, "!9", `\!<!-- -->9`, "!", `\!`,
)

// inCode is a text of a file as code within a line, where nothing is markup but the
// end of the code.
func inCode(s string) string {
	s = oneLine(s)
	if s == "" {
		return ""
	}
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 {
		s = " " + s + " " // which is not shown
	}
	return fence + s + fence
}

// oneLine is a text without line breaks and what a terminal or a browser would act
// on.
func oneLine(s string) string { return Escape(strings.Join(strings.Fields(s), " ")) }
