package describe

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// CEL returns the hover text of a name in a CEL expression.
func CEL(h *celassist.Hover) string {
	head := "**" + Text(h.Name) + "**"
	if h.Type != "" {
		head += " · `" + code(h.Type) + "`"
	}
	var lines []string
	if h.Path != "" {
		lines = append(lines, "at `"+code(h.Path)+"`")
	}
	lines = append(lines, schemaFacts(h.Schema, h.Required)...)
	for _, s := range h.Signatures {
		lines = append(lines, "`"+code(s.Label)+"`")
	}
	if c := h.Cost; c != nil && c.Limit > 0 {
		share := fmt.Sprintf("%.1f %% of the limit of a rule", 100*float64(c.Total)/float64(c.Limit))
		if c.Total*1000 < c.Limit {
			share = "less than 0.1 % of the limit of a rule"
		}
		lines = append(lines, "estimated cost up to here: "+share)
	}
	description := Text(cut(descriptionOf(h.Schema), max(maxLines-6-len(lines), 3)))
	return limit(strings.Join(nonEmpty(head, h.Doc, description, list(lines)), "\n\n"))
}

// schemaFacts lists the type and what else a schema allows; nothing for none.
func schemaFacts(s *schema.Schema, required bool) []string {
	if s == nil {
		return nil
	}
	of := shape.OfSchema(s, kube.Latest.Minor, shape.NewWorkspace())
	first := of.TypeText()
	if required {
		first += ", required"
	}
	return append([]string{Text(first)}, facts(of)...)
}

func descriptionOf(s *schema.Schema) string {
	if s == nil {
		return ""
	}
	return s.Description
}

// CELItem returns the documentation of a completion in a CEL expression.
func CELItem(i *celassist.Item) string {
	var lines []string
	if i.Property != "" {
		lines = append(lines, "property `"+code(i.Property)+"`")
	}
	lines = append(lines, schemaFacts(i.Schema, i.Required)...)
	return limit(strings.Join(nonEmpty(i.Doc, Text(cut(descriptionOf(i.Schema), maxLines-6)), list(lines)), "\n\n"))
}

func list(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "- " + strings.Join(lines, "\n- ")
}

func nonEmpty(parts ...string) []string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return kept
}
