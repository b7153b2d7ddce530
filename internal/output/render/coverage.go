package render

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/text/prose"
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
	return nameOfField(c.Field) + " " + RowKeyword(c)
}

func nameOfField(field string) string {
	if field == "" {
		return "the object"
	}
	return field
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
	if text, is := c.Value.(string); is && c.Keyword != "enum" && c.Keyword != "default" {
		return c.Keyword + " " + firstOf(text)
	}
	return c.Keyword + " " + firstOf(prose.JSON(c.Value))
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
		done = fmt.Sprintf("%d dropped of %d objects", c.Met, c.Passed)
	default:
		done = fmt.Sprintf("%d passed, %d refused", c.Passed, c.Met)
		if c.Met > 0 && c.Alone == 0 {
			done += ", each with something else wrong"
		}
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

func firstOf(text string) string { return cutRunes(text, mostOfValue) }

// CoverageText is a table for each CRD, with what was not seen below it.
func CoverageText(c *report.Coverage) string {
	var b strings.Builder
	for i := range c.CRDs {
		of := &c.CRDs[i]
		fmt.Fprintf(&b, "%-42s %s\n", Escape(of.Name), percent(of.Summary))
		for _, k := range of.Kinds {
			fmt.Fprintf(&b, "  %-30s %6s of %s\n", k.Kind, thousands(uint64(k.Covered)), thousands(uint64(k.Total)))
		}
		missingRows(&b, of)
	}
	if len(c.Untested) > 0 {
		fmt.Fprintf(&b, "never asked anything: %s\n", Escape(strings.Join(c.Untested, ", ")))
	}
	b.WriteString("coverage: " + CoverageTotal(c))
	if c.LeftOut > 0 {
		fmt.Fprintf(&b, "; %s inside types of the Kubernetes API left out (--all)", thousands(uint64(c.LeftOut)))
	}
	b.WriteByte('\n')
	return b.String()
}

// missingRows lists what was not seen of a CRD. What stands at and below a field of which no
// request has a value is one line, and so are all objects of which no field was dropped.
func missingRows(b *strings.Builder, c *report.CRDCoverage) {
	absent := absentFields(c)
	below := map[string]int{}
	var undropped []*report.ConstraintCoverage
	for i := range c.Constraints {
		row := &c.Constraints[i]
		if at := absent.above(row.Field); at != "" {
			if row.Kind != report.CoversPruning {
				below[at]++
			}
		} else if row.Kind == report.CoversPruning && !row.Covered {
			undropped = append(undropped, row)
		}
	}
	written := map[string]bool{}
	for i := range c.Constraints {
		row := &c.Constraints[i]
		at := absent.above(row.Field)
		switch {
		case at == "" && row.Kind == report.CoversPruning:
		case at == "":
			b.WriteString(missingRow(row))
		case !written[at] && below[at] == 1 && row.Kind != report.CoversPruning:
			b.WriteString(missingRow(row))
		case !written[at] && below[at] > 1:
			written[at] = true
			fmt.Fprintf(b, "%s:%d:%d: %s: no request has a value there; %s in all\n",
				Escape(row.File), row.Line, row.Column, Escape(at), prose.Count(below[at], "constraint"))
		}
	}
	switch n := len(undropped); {
	case n == 1:
		b.WriteString(MissingLine(undropped[0]))
	case n > 1:
		row := undropped[0]
		fmt.Fprintf(b, "%s:%d:%d: no unknown field was ever dropped of %s, nor of %s\n",
			Escape(row.File), row.Line, row.Column, Escape(nameOfField(row.Field)), prose.Count(n-1, "other object"))
	}
}

// absentPlaces are fields of which no request has a value.
type absentPlaces map[string]bool

func absentFields(c *report.CRDCoverage) absentPlaces {
	found := absentPlaces{}
	for i := range c.Constraints {
		row := &c.Constraints[i]
		seen := row.Passed+row.Met+row.Errors+row.Forgiven+row.WithoutOld+row.Blocked > 0
		if gone, known := found[row.Field]; seen {
			found[row.Field] = false
		} else if row.Effect != "allows" {
			found[row.Field] = !known || gone
		}
	}
	return found
}

// above returns the topmost of the fields that a field is or is in; "" if there is none.
func (a absentPlaces) above(field string) string {
	for i := 1; i <= len(field); i++ {
		if i == len(field) || field[i] == '.' || field[i] == '[' {
			if a[field[:i]] {
				return field[:i]
			}
		}
	}
	return ""
}

// CoverageTotal returns the percentage of the constraints that are covered, with their
// number, or why there is none.
func CoverageTotal(c *report.Coverage) string {
	switch {
	case len(c.CRDs) == 0:
		return "no CRD was tested"
	case c.Summary.Total == 0:
		return "the CRDs have nothing to cover"
	}
	return fmt.Sprintf("%s, %s of %s", percent(c.Summary), thousands(uint64(c.Summary.Covered)), thousands(uint64(c.Summary.Total)))
}

func percent(c report.CoverageCount) string {
	if c.Total == 0 {
		return "nothing to cover"
	}
	return fmt.Sprintf("%.1f %%", c.Percent())
}

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
	if o := c.Origin; o != nil && o.First {
		at = fmt.Sprintf("%s:%d:%d", o.File, o.Line, o.Column)
		text += fmt.Sprintf(" (%s:%d)", c.File, c.Line)
	} else if o != nil {
		text += fmt.Sprintf(" (%s:%d)", o.File, o.Line)
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
