package docgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/schema"
)

// fieldHere marks a span that names a field of the limited value.
const fieldHere = "\x00"

// limitsOf returns the limits of one schema, without those of the schemas below.
func limitsOf(s *schema.Schema) []Limit {
	return slices.Concat(ownLimits(s), logical(s), examples(s))
}

// ownLimits returns the limits outside of allOf, anyOf, oneOf and not.
func ownLimits(s *schema.Schema) []Limit {
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
	if s.MultipleOf() != nil {
		add("multiple of", Span{Text: prose.Decimal(*s.MultipleOf())})
	}
	for _, r := range [...]struct {
		label       string
		least, most *int64
	}{
		{"length", s.MinLength, s.MaxLength}, {"items", s.MinItems, s.MaxItems}, {"entries", s.MinProperties(), s.MaxProperties()},
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
		for i, k := range s.XListMapKeys() {
			text = joined(text, i, len(s.XListMapKeys()), "and")
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
	return list
}

// examples returns the example and the link of a schema, which follow its limits.
func examples(s *schema.Schema) []Limit {
	var list []Limit
	if s.Example() != nil {
		list = append(list, Limit{Label: "example", Text: []Span{{Text: prose.JSON(s.Example()), Code: true}}})
	}
	if d := s.ExternalDocs(); d != nil && d.URL != "" {
		list = append(list, Limit{Label: "see", Text: []Span{{Text: d.URL}}})
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
			text = prose.JSON(v)
		}
		list = append(list, Span{Text: text, Code: true})
	}
	return list
}

// joined adds the separator before the ith of n things in a sentence.
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
		parts = append(parts, word+prose.Decimal(*s.Minimum))
	}
	if s.Maximum != nil {
		word := "at most "
		if s.ExclusiveMaximum {
			word = "less than "
		}
		parts = append(parts, word+prose.Decimal(*s.Maximum))
	}
	return strings.Join(parts, ", ")
}

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

// logical describes allOf, anyOf, oneOf and not, branch by branch.
func logical(s *schema.Schema) []Limit {
	var list []Limit
	for _, j := range junctors(s) {
		if text := j.append(nil); len(text) > 0 {
			list = append(list, Limit{Label: j.label, Text: text})
		}
	}
	return list
}

// A junctor is anyOf, oneOf or not, or one schema of allOf.
type junctor struct {
	label string
	of    []*schema.Schema
	// whole says that an empty schema needs no description.
	whole bool
}

func junctors(s *schema.Schema) []junctor {
	var list []junctor
	if len(s.AnyOf()) > 0 && !structural.IsIntOrString(s.AnyOf()) {
		list = append(list, junctor{"at least one holds", s.AnyOf(), false})
	}
	if len(s.OneOf()) > 0 {
		list = append(list, junctor{"exactly one holds", s.OneOf(), false})
	}
	for i, part := range s.AllOf() {
		if !structural.IsIntOrString(part.AnyOf()) {
			list = append(list, junctor{"also", s.AllOf()[i : i+1], true})
		}
	}
	if s.Not != nil {
		list = append(list, junctor{"must not hold", []*schema.Schema{s.Not}, true})
	}
	return list
}

// append appends the descriptions of the schemas of a junctor.
func (j *junctor) append(list []Span) []Span {
	for i, s := range j.of {
		if i > 0 {
			list = append(list, Span{Text: "; "})
		}
		before := len(list)
		if list = appendBranch(list, s); len(list) == before && !j.whole {
			list = append(list, Span{Text: "anything"})
		}
	}
	return list
}

// appendBranch appends the description of one schema in allOf, anyOf, oneOf or not. It appends to one list,
// because schemas may be nested deeply and copies at each level would be slow.
func appendBranch(list []Span, s *schema.Schema) []Span {
	start := len(list)
	begin := func() {
		if len(list) > start {
			list = append(list, Span{Text: ", "})
		}
	}
	// beside appends some words and the description of their subject, unless that is empty.
	beside := func(of func([]Span) []Span, words ...Span) (inside []Span) {
		before := len(list)
		begin()
		list = append(list, words...)
		with := len(list)
		if list = of(list); len(list) == with {
			list = list[:before]
			return nil
		}
		return list[with:]
	}
	for _, name := range s.Required {
		begin()
		list = append(list, Span{Text: name, Code: true, Anchor: fieldHere}, Span{Text: " is set"})
	}
	for _, p := range s.Properties.All() {
		inside := beside(func(list []Span) []Span { return appendBranch(list, p.Schema) }, Span{Text: p.Name, Code: true, Anchor: fieldHere}, Span{Text: ": "})
		for i := range inside {
			if inside[i].Anchor == fieldHere {
				inside[i].Anchor = "" // a field below the field
			}
		}
	}
	if s.Type != "" {
		begin()
		list = append(list, Span{Text: typeOf(s, false)})
	} else if s.Format != "" {
		begin()
		list = append(list, Span{Text: "format " + s.Format})
	}
	limits := func(of []Limit) {
		for _, l := range of {
			begin()
			list = append(list, Span{Text: l.Label})
			if len(l.Text) > 0 {
				list = append(list, Span{Text: " "})
				list = append(list, l.Text...)
			}
		}
	}
	limits(ownLimits(s))
	for _, j := range junctors(s) {
		beside(j.append, Span{Text: j.label}, Span{Text: " "})
	}
	limits(examples(s))
	return list
}
