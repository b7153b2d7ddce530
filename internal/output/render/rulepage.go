package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// RulePage writes the documentation of one rule for people.
func RulePage(w io.Writer, r *rules.Rule) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", r.ID, r.Title)
	facts := [][2]string{{"severity", r.Severity.String()}, {"profile", profileText(r)}, {"topic", string(r.Topic)}}
	if r.Topic == rules.Upgrade {
		facts = append(facts, [2]string{"needs", "--old or --against, the stored CRD"})
		if r.Breaks {
			facts = append(facts, [2]string{"breaking", "yes: it makes the exit status 1 unless --fail-on-upgrade is never"})
		}
	}
	if r.Fixable {
		facts = append(facts, [2]string{"fix", "crdtool lint --fix"})
	}
	for _, f := range facts {
		fmt.Fprintf(&b, "%-10s%s\n", f[0], f[1])
	}
	fmt.Fprintf(&b, "\n%s\n", wrapped(unwrapped(r.Why), pageWidth))
	for _, e := range examples(r) {
		fmt.Fprintf(&b, "\n%s:\n\n%s", e.title, indented(e.text))
	}
	if len(r.Options) > 0 {
		b.WriteString("\nOptions:\n\n")
		for _, o := range r.Options {
			b.WriteString(indented(wrapped(fmt.Sprintf("%s: %s (default %s)", o.Name, o.Title, optionValue(o.Default)), pageWidth-2) + "\n"))
		}
	}
	for _, s := range settings(r) {
		if s.text == "" {
			fmt.Fprintf(&b, "\n%s.\n", s.says)
			continue
		}
		fmt.Fprintf(&b, "\n%s:\n\n%s", s.says, indented(s.text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// pageWidth is the longest line of a rule's text, in bytes.
const pageWidth = 90

// wrapped breaks the lines of a text between words.
func wrapped(text string, width int) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		if strings.HasPrefix(line, "    ") { // code
			b.WriteString(line)
			continue
		}
		length := 0
		for _, word := range strings.Fields(line) {
			switch {
			case length == 0:
			case length+1+len(word) > width:
				b.WriteByte('\n')
				length = 0
			default:
				b.WriteByte(' ')
				length++
			}
			b.WriteString(word)
			length += len(word)
		}
	}
	return b.String()
}

func profileText(r *rules.Rule) string {
	switch r.Profile {
	case rules.Server:
		return "all, as it is a check of the server"
	case rules.ByName:
		return "none, it is enabled by name"
	case rules.Default:
		return "default, strict, api-review"
	case rules.Strict:
		return "strict, api-review"
	}
	return r.Profile.String()
}

type ruleExample struct{ title, language, text string }

func examples(r *rules.Rule) []ruleExample {
	var list []ruleExample
	if r.Old != "" {
		list = append(list, ruleExample{"Stored", "yaml", example(r.Old)})
	}
	if r.Go != "" {
		list = append(list, ruleExample{"In Go", "go", example(r.Go)})
	}
	if r.Example != "" {
		list = append(list, ruleExample{"Bad", "yaml", example(r.Bad())}, ruleExample{"Good", "yaml", example(r.Good())})
	}
	if r.GoExample != "" {
		list = append(list, ruleExample{"Bad", "go", example(r.GoBad())}, ruleExample{"Good", "go", example(r.GoGood())})
	}
	return list
}

// A setting says how to change what is made of a rule's findings, with the text
// to copy.
type setting struct{ says, text string }

func settings(r *rules.Rule) []setting {
	if r.Topic == rules.ServerTopic && r.Severity == finding.Error {
		return []setting{{"It is a check of the server, which cannot be disabled", ""}}
	}
	list := []setting{{"To disable it, in .crdtool.yaml", "rules:\n  " + r.ID + ": off\n"}}
	if r.Profile == rules.ByName {
		list = []setting{{"To enable it, in .crdtool.yaml", "rules:\n  " + r.ID + ": " + r.Severity.String() + "\n"}}
	}
	if r.Topic == rules.CommentTopic {
		return list
	}
	return append(list, setting{"To ignore one finding, on its line or above it", "# crdtool:ignore " + r.ID + " REASON\n"})
}

func optionValue(v any) string {
	if list, ok := v.([]string); ok {
		return "[" + strings.Join(list, ", ") + "]"
	}
	return fmt.Sprint(v)
}

func indented(text string) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		if strings.TrimSpace(line) != "" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}
