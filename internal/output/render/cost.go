package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// Costs writes a table of rules a schema: the most expensive first, as many as top
// says, or all if it is not positive.
func Costs(w io.Writer, r *report.CostReport, top int) error {
	type schema struct {
		file     string
		document int
		version  string
	}
	rules := map[schema][]report.ExpressionCost{}
	for _, rule := range r.Expressions {
		of := schema{rule.File, rule.Document, rule.Version}
		rules[of] = append(rules[of], rule)
	}
	var b strings.Builder
	for i := range r.CRDs {
		c := &r.CRDs[i]
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		costTable(&b, c, rules[schema{c.File, c.Document, c.Version}], top)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func costTable(b *strings.Builder, c *report.CRDCost, rules []report.ExpressionCost, top int) {
	fmt.Fprintf(b, "%s %s: %s of the CRD budget%s, %s\n", Escape(c.CRD), Escape(c.Version), share(100*float64(c.Total)/1e8), onVersion(c.KubeVersion), prose.Count(c.Expressions, "rule"))
	if len(rules) == 0 {
		return
	}
	slices.SortStableFunc(rules, func(x, y report.ExpressionCost) int { return cmp.Compare(y.Total, x.Total) })
	hidden := 0
	if top > 0 && len(rules) > top {
		hidden = len(rules) - top
		rules = rules[:top]
	}
	fmt.Fprintf(b, "  %-30s %12s %14s  %s\n", "of rule limit", "runs", "each", "where")
	for i := range rules {
		r := &rules[i]
		what := fmt.Sprintf("rule %d", r.Index+1)
		if r.Kind != "rule" {
			what = fmt.Sprintf("messageExpression of rule %d", r.Index+1)
		}
		fmt.Fprintf(b, "  %-20s%10s %12s %14s  %s: %s (%s)%s\n",
			bar(r.RulePercent), share(r.RulePercent), thousands(r.Executions), thousands(r.Cost), Escape(r.Where), what, costPlace(r), onVersion(r.KubeVersion))
		if r.Suggestion != "" {
			with := "fits with"
			if r.RulePercent <= 100 && c.Total <= 1e8 {
				with = "1 % with"
			}
			fmt.Fprintf(b, "  %30s %s: %s\n", "", with, Escape(r.Suggestion))
		}
	}
	if hidden > 0 {
		fmt.Fprintf(b, "  and %s more; --top %d shows all\n", prose.Count(hidden, "rule"), hidden+len(rules))
	}
}

// costPlace is where a rule is to be changed.
func costPlace(r *report.ExpressionCost) string {
	if o := r.Origin; o != nil && o.First {
		return place(o.File, finding.Pos{Line: o.Line})
	}
	return fmt.Sprintf("line %d", r.Line)
}

// onVersion names the version that numbers are of, if several were asked for.
func onVersion(v string) string {
	if v == "" {
		return ""
	}
	return " on Kubernetes " + v
}

// share prints a percentage of a limit, and what is over the limit as its multiple.
func share(percent float64) string {
	switch {
	case percent >= 10000:
		return "> 100x"
	case percent >= 1000:
		return fmt.Sprintf("%.1fx", percent/100)
	case percent >= 101:
		return fmt.Sprintf("%.2fx", percent/100)
	case percent > 0 && percent < 0.05:
		return "< 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", percent)
}

// bar draws a percentage in eighths of 20 characters.
func bar(percent float64) string {
	const width = 20
	eighths := int(min(percent, 100) / 100 * width * 8)
	if eighths == 0 && percent > 0 {
		eighths = 1
	}
	full := strings.Repeat("█", eighths/8)
	if part := eighths % 8; part > 0 {
		full += string([]rune(" ▏▎▍▌▋▊▉")[part])
	}
	return full
}

// thousands groups digits; the largest number stands for no bound.
func thousands(n uint64) string {
	if n > 1e15 {
		return "unbounded"
	}
	return prose.Thousands(int(n))
}
