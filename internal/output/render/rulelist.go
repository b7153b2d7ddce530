package render

import (
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// RuleList writes rules as a table for people.
func RuleList(w io.Writer, list []*rules.Rule) error {
	lines := [][]string{{"RULE", "SEVERITY", "PROFILE", "TOPIC", "FIX", "WHAT IS FOUND"}}
	for _, r := range list {
		fix := ""
		if r.Fixable {
			fix = "yes"
		}
		lines = append(lines, []string{r.ID, r.Severity.String(), r.Profile.String(), string(r.Topic), fix, r.Title})
	}
	var b strings.Builder
	writeTable(&b, lines)
	_, err := io.WriteString(w, b.String())
	return err
}

// RulesSchemaVersion is the version of the JSON form of rules.
const RulesSchemaVersion = 1

// RulesJSON writes rules with their whole documentation as one object.
func RulesJSON(w io.Writer, list []*rules.Rule) error {
	out := struct {
		SchemaVersion int        `json:"schemaVersion"`
		Rules         []ruleJSON `json:"rules"`
	}{RulesSchemaVersion, []ruleJSON{}}
	for _, r := range list {
		out.Rules = append(out.Rules, ruleAsJSON(r))
	}
	return encode(w, out)
}

// RuleJSON writes the whole documentation of one rule as an object.
func RuleJSON(w io.Writer, r *rules.Rule) error { return encode(w, ruleAsJSON(r)) }

type ruleJSON struct {
	ID       string           `json:"id"`
	Severity finding.Severity `json:"severity"`
	Profile  string           `json:"profile"`
	Topic    string           `json:"topic"`
	Fixable  bool             `json:"fixable"`
	Title    string           `json:"title"`
	Why      string           `json:"why"`
	Old      string           `json:"old,omitempty"`
	Bad      string           `json:"bad,omitempty"`
	Good     string           `json:"good,omitempty"`
	Go       string           `json:"go,omitempty"`
	Options  []optionJSON     `json:"options"`
	URL      string           `json:"url"`
}

type optionJSON struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Default any    `json:"default"`
}

func ruleAsJSON(r *rules.Rule) ruleJSON {
	out := ruleJSON{
		ID: r.ID, Severity: r.Severity, Profile: r.Profile.String(), Topic: string(r.Topic), Fixable: r.Fixable,
		Title: r.Title, Why: unwrapped(r.Why), Old: example(r.Old), Bad: example(r.Bad()), Good: example(r.Good()), Go: example(r.Go),
		Options: []optionJSON{}, URL: RuleURL(r.ID),
	}
	for _, o := range r.Options {
		out.Options = append(out.Options, optionJSON{o.Name, o.Title, o.Default})
	}
	if r.GoExample != "" {
		out.Bad, out.Good = example(r.GoBad()), example(r.GoGood())
	}
	return out
}

// example is an example without the blank lines around it.
func example(text string) string {
	if text = strings.Trim(text, "\n"); text == "" {
		return ""
	}
	return text + "\n"
}

// unwrapped joins the lines of each paragraph, which are wrapped in the sources.
// Lists and code keep theirs.
func unwrapped(text string) string {
	var b strings.Builder
	previous := ""
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		starts := line == "" || previous == "" || strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "    ") || strings.HasPrefix(previous, "    ")
		switch {
		case i == 0:
		case starts:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
			line = strings.TrimLeft(line, " ")
		}
		b.WriteString(line)
		previous = line
	}
	return b.String()
}
