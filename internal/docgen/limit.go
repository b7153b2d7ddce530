package docgen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/schema"
	"github.com/crdtool/crdtool/structural"
)

// fieldHere marks a span that names a field of the value that is limited.
const fieldHere = "\x00"

// limitsOf are the limits of one schema, without those of what is in it.
func limitsOf(s *schema.Schema) []Limit {
	var list []Limit
	add := func(label string, text ...Span) { list = append(list, Limit{Label: label, Text: text}) }
	if len(s.Enum) > 0 {
		add("one of", codes(s.Enum)...)
	}
	if s.Pattern != "" {
		add("pattern", Span{Text: s.Pattern, Code: true})
	}
	if text := bounds(s); text != "" {
		add("value", Span{Text: text})
	}
	if s.MultipleOf != nil {
		add("multiple of", Span{Text: number(*s.MultipleOf)})
	}
	for _, r := range [...]struct {
		label       string
		least, most *int64
	}{
		{"length", s.MinLength, s.MaxLength}, {"items", s.MinItems, s.MaxItems}, {"entries", s.MinProperties, s.MaxProperties},
	} {
		if text := between(r.least, r.most); text != "" {
			add(r.label, Span{Text: text})
		}
	}
	if s.Nullable {
		add("may be null")
	}
	switch s.ListType() {
	case "set":
		add("items are unique")
	case "map":
		text := []Span{}
		for i, k := range s.XListMapKeys {
			text = joined(text, i, len(s.XListMapKeys), "and")
			text = append(text, Span{Text: k, Code: true, Anchor: fieldHere})
		}
		add("items are unique by", text...)
	case "atomic":
		add("replaced as a whole when it is applied")
	}
	if s.MapType() == "atomic" {
		add("replaced as a whole when it is applied")
	}
	if s.PreservesUnknownFields() {
		add("keeps fields that are not listed")
	}
	list = append(list, logical(s)...)
	if s.Example != nil {
		add("example", Span{Text: jsonText(s.Example), Code: true})
	}
	if d := s.ExternalDocs; d != nil && d.URL != "" {
		add("see", Span{Text: d.URL})
	}
	return list
}

func codes(values []any) []Span {
	var list []Span
	for i, v := range values {
		if i > 0 {
			list = append(list, Span{Text: ", "})
		}
		text, ok := v.(string)
		if !ok || text == "" {
			text = jsonText(v)
		}
		list = append(list, Span{Text: text, Code: true})
	}
	return list
}

// joined adds what stands before the ith of n things in a sentence.
func joined(list []Span, i, n int, word string) []Span {
	switch {
	case i == 0:
		return list
	case i == n-1:
		return append(list, Span{Text: " " + word + " "})
	}
	return append(list, Span{Text: ", "})
}

func bounds(s *schema.Schema) string {
	var parts []string
	if s.Minimum != nil {
		word := "at least "
		if s.ExclusiveMinimum {
			word = "more than "
		}
		parts = append(parts, word+number(*s.Minimum))
	}
	if s.Maximum != nil {
		word := "at most "
		if s.ExclusiveMaximum {
			word = "less than "
		}
		parts = append(parts, word+number(*s.Maximum))
	}
	return strings.Join(parts, ", ")
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func between(least, most *int64) string {
	switch {
	case least != nil && most != nil && *least == *most:
		return fmt.Sprintf("exactly %d", *least)
	case least != nil && *least > 0 && most != nil:
		return fmt.Sprintf("%d to %d", *least, *most)
	case most != nil:
		return fmt.Sprintf("at most %d", *most)
	case least != nil && *least > 0:
		return fmt.Sprintf("at least %d", *least)
	}
	return ""
}

// logical words allOf, anyOf, oneOf and not, branch by branch.
func logical(s *schema.Schema) []Limit {
	var list []Limit
	if len(s.AnyOf) > 0 && !structural.IsIntOrString(s.AnyOf) {
		list = append(list, Limit{Label: "at least one holds", Text: branches(s.AnyOf)})
	}
	if len(s.OneOf) > 0 {
		list = append(list, Limit{Label: "exactly one holds", Text: branches(s.OneOf)})
	}
	for _, part := range s.AllOf {
		if structural.IsIntOrString(part.AnyOf) {
			continue
		}
		if text := branch(part); text != nil {
			list = append(list, Limit{Label: "also", Text: text})
		}
	}
	if s.Not != nil {
		if text := branch(s.Not); text != nil {
			list = append(list, Limit{Label: "must not hold", Text: text})
		}
	}
	return list
}

func branches(schemas []*schema.Schema) []Span {
	var list []Span
	for i, s := range schemas {
		if i > 0 {
			list = append(list, Span{Text: "; "})
		}
		text := branch(s)
		if text == nil {
			text = []Span{{Text: "anything"}}
		}
		list = append(list, text...)
	}
	return list
}

// branch words one schema inside of allOf, anyOf, oneOf or not.
func branch(s *schema.Schema) []Span {
	var list []Span
	begin := func() {
		if list != nil {
			list = append(list, Span{Text: ", "})
		}
	}
	for _, name := range s.Required {
		begin()
		list = append(list, Span{Text: name, Code: true, Anchor: fieldHere}, Span{Text: " is set"})
	}
	for _, p := range s.Properties.All() {
		inner := branch(p.Schema)
		if inner == nil {
			continue
		}
		begin()
		list = append(list, Span{Text: p.Name, Code: true, Anchor: fieldHere}, Span{Text: ": "})
		for _, span := range inner {
			if span.Anchor == fieldHere {
				span.Anchor = "" // a field of the field
			}
			list = append(list, span)
		}
	}
	if s.Type != "" {
		begin()
		list = append(list, Span{Text: typeOf(s, false)})
	} else if s.Format != "" {
		begin()
		list = append(list, Span{Text: "format " + s.Format})
	}
	for _, l := range limitsOf(s) {
		begin()
		list = append(list, Span{Text: l.Label})
		if len(l.Text) > 0 {
			list = append(list, Span{Text: " "})
			list = append(list, l.Text...)
		}
	}
	return list
}
