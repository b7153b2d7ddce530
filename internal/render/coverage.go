package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// mostNever is how many rules the line about them names.
const mostNever = 3

// RulesLine says how many of the CEL rules were seen to refuse something, and names some
// that were not; "" if there are none.
func RulesLine(c *report.Coverage) string {
	seen, all := 0, 0
	var never []*report.ConstraintCoverage
	for i := range c.CRDs {
		of := &c.CRDs[i]
		for j := range of.Constraints {
			row := &of.Constraints[j]
			if row.Rule == 0 {
				continue
			}
			if all++; row.Met > 0 {
				seen++
				continue
			}
			never = append(never, row)
		}
	}
	if all == 0 {
		return ""
	}
	line := fmt.Sprintf("rules seen to fail: %s of %s", thousands(uint64(seen)), thousands(uint64(all)))
	switch {
	case len(never) == 0:
		return line
	case len(never) > mostNever && len(c.CRDs) > 1:
		return line + "; --coverage lists the others"
	}
	names := make([]string, min(len(never), mostNever))
	for i := range names {
		if row := never[i]; len(c.CRDs) == 1 {
			names[i] = Escape(fmt.Sprintf("%s (line %d)", RowName(row), row.Line))
		} else {
			names[i] = Escape(fmt.Sprintf("%s (%s:%d)", RowName(row), row.File, row.Line))
		}
	}
	line += ", never: " + strings.Join(names, ", ")
	if more := len(never) - len(names); more > 0 {
		line += fmt.Sprintf(" and %s more; --coverage lists them", thousands(uint64(more)))
	}
	return line
}

// RowName names a constraint: "spec rule 3", "spec.size maxLength 63".
func RowName(c *report.ConstraintCoverage) string {
	if c.Field == "" {
		return "the object " + RowKeyword(c)
	}
	return c.Field + " " + RowKeyword(c)
}

// RowKeyword names a constraint of a field.
func RowKeyword(c *report.ConstraintCoverage) string {
	switch {
	case c.Rule > 0:
		return fmt.Sprintf("rule %d", c.Rule)
	case c.Effect == "drops":
		return "unknown fields"
	case c.Keyword == "enum" && c.Effect == "refuses":
		return "enum, other values"
	case c.Value == nil || c.Value == true:
		return c.Keyword
	}
	value, _ := json.Marshal(c.Value) // a JSON value has a text
	return c.Keyword + " " + firstOf(string(value))
}

// Seen says how often a constraint was seen at work, or what was not seen.
func Seen(c *report.ConstraintCoverage) string {
	var done string
	switch c.Effect {
	case "allows":
		done = fmt.Sprintf("used %d times", c.Met)
	case "fills":
		done = fmt.Sprintf("filled in %d times, given %d times", c.Met, c.Passed)
	case "drops":
		done = fmt.Sprintf("%d dropped", c.Met)
	default:
		done = fmt.Sprintf("%d passed, %d refused", c.Passed, c.Met)
	}
	if c.Missing == "" {
		return done
	}
	if c.Passed+c.Met == 0 {
		return c.Missing
	}
	return c.Missing + "; " + done
}

// mostOfValue is how much of a value is shown.
const mostOfValue = 60

func firstOf(text string) string {
	if runes := []rune(text); len(runes) > mostOfValue {
		return string(runes[:mostOfValue]) + ellipsis
	}
	return text
}

// CoverageText writes a table for each CRD, and what was not seen below it.
func CoverageText(w io.Writer, c *report.Coverage) error {
	var b strings.Builder
	for i := range c.CRDs {
		of := &c.CRDs[i]
		fmt.Fprintf(&b, "%-40s %7s\n", Escape(of.Name), percent(of.Summary))
		for _, k := range of.Kinds {
			fmt.Fprintf(&b, "  %-30s %6s of %s\n", k.Kind, thousands(uint64(k.Covered)), thousands(uint64(k.Total)))
		}
		for j := range of.Constraints {
			b.WriteString(missingRow(&of.Constraints[j]))
		}
	}
	if len(c.Untested) > 0 {
		fmt.Fprintf(&b, "never asked anything: %s\n", Escape(strings.Join(c.Untested, ", ")))
	}
	fmt.Fprintf(&b, "coverage: %s, %s of %s\n", percent(c.Summary), thousands(uint64(c.Summary.Covered)), thousands(uint64(c.Summary.Total)))
	_, err := io.WriteString(w, b.String())
	return err
}

func percent(c report.CoverageCount) string { return fmt.Sprintf("%.1f %%", c.Percent()) }

// missingRow says what was not seen of a constraint; "" if all was.
func missingRow(c *report.ConstraintCoverage) string {
	var b strings.Builder
	if !c.Covered {
		b.WriteString(MissingLine(c))
	}
	if c.Passed+c.Met == 0 {
		return b.String() // it has been said that it is never evaluated
	}
	for i := range c.Branches {
		r := &c.Branches[i]
		if what := NeverSeen(r); what != "" {
			fmt.Fprintf(&b, "%s:%d:%d: %s: %s: %s\n", Escape(c.File), r.Line, r.Column, Escape(RowName(c)), firstOf(oneLine(r.Text)), what)
		}
	}
	return b.String()
}

// MissingLine is a line about a constraint that is not covered, with its place.
func MissingLine(c *report.ConstraintCoverage) string {
	text := RowName(c)
	if c.Rule > 0 {
		said := c.Message
		if said == "" {
			said, _ = c.Value.(string)
		}
		text += fmt.Sprintf(", %q", firstOf(oneLine(said)))
	}
	at := fmt.Sprintf("%s:%d:%d", c.File, c.Line, c.Column)
	if o := c.Origin; o != nil {
		at = fmt.Sprintf("%s:%d:%d", o.File, o.Line, o.Column)
		text += fmt.Sprintf(" (%s:%d)", c.File, c.Line)
	}
	return fmt.Sprintf("%s: %s: %s\n", Escape(at), Escape(text), c.Missing)
}

// NeverSeen says what an operand was never seen to be; "" if it was both.
func NeverSeen(b *report.BranchCoverage) string {
	switch {
	case b.True && b.False:
		return ""
	case b.True:
		return "never false"
	case b.False:
		return "never true"
	}
	return "never evaluated"
}

// CoverageJSON writes coverage as JSON.
func CoverageJSON(w io.Writer, c *report.Coverage) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(c)
}
