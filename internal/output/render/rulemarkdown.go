package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/linting/rules"
)

// RulesMarkdown writes the documentation of rules as one page, by topic in the
// order of the list.
func RulesMarkdown(w io.Writer, list []*rules.Rule) error {
	var b strings.Builder
	b.WriteString(`# Rules

<!-- Written by "make docs" from the rules' own text in internal/linting/rules. -->

The findings of ` + "`crdtool lint`" + `. ` + "`crdtool rules`" + ` prints this list, ` + "`crdtool rules RULE`" + ` explains one rule
and how to disable it. The profile of a rule is the first ` + "`--profile`" + ` that enables it: each profile
includes the rules of those before it, in the order server, default, strict, api-review. Rules
"by name" are in no profile and are enabled one by one. What a breaking rule finds makes the exit
status 1 at any severity, unless ` + "`--fail-on-upgrade`" + ` says otherwise.
`)
	for first := 0; first < len(list); {
		last := first
		for last < len(list) && list[last].Topic == list[first].Topic {
			last++
		}
		topicMarkdown(&b, list[first:last])
		first = last
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func topicMarkdown(b *strings.Builder, list []*rules.Rule) {
	fmt.Fprintf(b, "\n## %s\n\n", topicTitle(list[0].Topic))
	b.WriteString("| rule | severity | profile | what is found |\n|---|---|---|---|\n")
	for _, r := range list {
		fmt.Fprintf(b, "| [%s](#%s) | %s | %s | %s |\n", r.ID, r.ID, r.Severity, r.Profile, inCell(r.Title))
	}
	for _, r := range list {
		b.WriteString("\n### " + r.ID + "\n\n" + ruleMarkdown(r))
	}
}

func topicTitle(t rules.Topic) string {
	switch t {
	case rules.Install:
		return "Installing"
	case rules.Schema:
		return "Schemas"
	case rules.CEL:
		return "CEL rules"
	case rules.Upgrade:
		return "Changes to a stored CRD"
	case rules.Convention:
		return "API conventions"
	case rules.CommentTopic:
		return "Comments that ignore findings"
	case rules.ServerTopic:
		return "The server's own checks"
	}
	return string(t)
}

// RuleMarkdown writes the documentation of one rule as a page.
func RuleMarkdown(w io.Writer, r *rules.Rule) error {
	_, err := io.WriteString(w, "# "+r.ID+"\n\n"+ruleMarkdown(r)+settingsMarkdown(r))
	return err
}

// ruleMarkdown is the documentation of one rule below its heading.
func ruleMarkdown(r *rules.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s.** Severity %s, profile %s", upper(r.Title), r.Severity, r.Profile)
	if r.Breaks {
		b.WriteString(", breaking")
	}
	if r.Fixable {
		b.WriteString(", fixed by `--fix`")
	}
	b.WriteString(".\n\n")
	b.WriteString(ruleHelp(r))
	if p := r.Proof(); p.By != "" {
		b.WriteString("\nProof: " + string(p.By))
		if p.File != "" {
			b.WriteString(" `" + p.File + "`")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// ruleHelp is what a rule's documentation has to say in Markdown, where what it is
// about is shown by itself.
func ruleHelp(r *rules.Rule) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(r.Why) + "\n")
	for _, e := range examples(r) {
		fmt.Fprintf(&b, "\n%s:\n\n```%s\n%s```\n", e.title, e.language, e.text)
	}
	if len(r.Options) > 0 {
		b.WriteString("\n| option | default | |\n|---|---|---|\n")
		for _, o := range r.Options {
			fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", o.Name, inCell(optionValue(o.Default)), inCell(o.Title))
		}
	}
	return b.String()
}

// settingsMarkdown says what can be made of a rule's findings.
func settingsMarkdown(r *rules.Rule) string {
	var b strings.Builder
	for _, s := range settings(r) {
		if s.text == "" {
			fmt.Fprintf(&b, "\n%s.\n", s.says)
			continue
		}
		fmt.Fprintf(&b, "\n%s:\n\n```yaml\n%s```\n", s.says, s.text)
	}
	return b.String()
}

// inCell escapes a text for the cell of a table.
func inCell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
