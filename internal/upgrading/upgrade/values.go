package upgrade

import (
	"fmt"
	"math"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/schema"
)

// values returns values that the new keyword is likely to refuse, the most likely first.
func (w *keyword) values() []any {
	switch w.Keyword {
	case "enum":
		return w.goneFromEnum()
	case "maximum", "exclusiveMaximum":
		return w.numbers(w.At.New.Maximum, w.At.Old.Maximum, 1)
	case "minimum", "exclusiveMinimum":
		return w.numbers(w.At.New.Minimum, w.At.Old.Minimum, -1)
	case "multipleOf":
		return w.numbers(w.At.New.MultipleOf(), w.At.Old.MultipleOf(), 1)
	case "maxLength":
		if is, ok := w.After.(int64); ok && is < mostLength {
			return w.ofLength(int(is) + 1)
		}
	case "minLength":
		if is, ok := w.After.(int64); ok && is > 0 && is < mostLength {
			return w.ofLength(int(is) - 1)
		}
	case "pattern":
		is, _ := w.After.(string)
		return w.strings(is)
	case "format":
		return []any{"", "example", "-", int64(math.MaxInt32) + 1, int64(math.MaxInt64), 1e300}
	case "type":
		return []any{int64(1), 1.5, "example", true, map[string]any{}, []any{}}
	case "nullable":
		return []any{nil}
	case "allOf", "anyOf", "oneOf", "not":
		return append(ofBranches(w.After), ofBranches(w.Before)...)
	case "x-kubernetes-list-type", "x-kubernetes-list-map-keys":
		return w.repeated()
	case "additionalProperties", "x-kubernetes-preserve-unknown-fields":
		return []any{map[string]any{"example": "example"}, map[string]any{"example": int64(1)}, map[string]any{"example": map[string]any{"example": true}}}
	case "x-kubernetes-validations":
		return w.lists()
	case "items":
		if w.Before == nil {
			return []any{[]any{"example"}, []any{int64(1)}, []any{true}, []any{map[string]any{"example": true}}, []any{[]any{"example"}}}
		}
	case "properties":
		if w.Before == nil {
			return []any{"example", int64(1), true, map[string]any{"example": true}, []any{"example"}}
		}
	}
	return nil
}

// ofBranches returns values that branches of allOf, anyOf, oneOf or not name.
func ofBranches(v any) []any {
	var branches []*schema.Schema
	switch v := v.(type) {
	case *schema.Schema:
		branches = []*schema.Schema{v}
	case []*schema.Schema:
		branches = v
	}
	var all []any
	for _, b := range branches {
		all = append(all, b.Enum...)
		if re := regexshape.Parse(b.Pattern); b.Pattern != "" && re != nil {
			for _, text := range regexshape.Samples(re) {
				all = append(all, text)
			}
		}
		for _, n := range []*int64{b.MaxLength, b.MinLength} {
			if n != nil && *n >= 0 && *n < 1000 {
				all = append(all, strings.Repeat("a", int(*n)), strings.Repeat("a", int(*n)+1))
			}
		}
		for _, n := range []*float64{b.Maximum, b.Minimum, b.MultipleOf()} {
			if n != nil && *n == math.Trunc(*n) && math.Abs(*n) < 1<<53 {
				all = append(all, int64(*n), int64(*n)+1, int64(*n)-1)
			}
		}
		switch b.Format {
		case "date":
			all = append(all, "2020-02-02")
		case "date-time":
			all = append(all, "2020-02-02T10:00:00Z")
		}
	}
	if len(all) > mostOfBranches {
		all = all[:mostOfBranches]
	}
	if len(all) > 0 {
		all = append(all, "", "b-1", int64(0))
	}
	return all
}

// mostOfBranches limits these values.
const mostOfBranches = 12

// mostLength limits the length of strings.
const mostLength = 100_000

func (w *keyword) goneFromEnum() []any {
	if w.Before == nil {
		return append(w.strings("^$"), "example", int64(1), 1.5, true)
	}
	if w.After == nil {
		return nil
	}
	return w.without(w.Before.([]any), w.After.([]any), w.At.Old)
}

// numbers returns numbers around a limit, in the direction of a step.
func (w *keyword) numbers(is, was *float64, step float64) []any {
	var all []any
	add := func(v float64) {
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			all = append(all, int64(v))
		} else if w.At.Old.Type != "integer" {
			all = append(all, v)
		}
	}
	if is != nil {
		add(*is)
		add(*is + step)
		add(math.Trunc(*is) + step)
		add(*is + step/2)
		if *is >= 1<<53 { // float64 cannot add 1 to it
			all = append(all, int64(math.MaxInt64))
		} else if *is <= -1<<53 {
			all = append(all, int64(math.MinInt64))
		}
	}
	if was != nil {
		add(*was)
		add(*was - step)
		add(*was - step/2)
		if is != nil {
			add(*is + *was)
		}
	}
	return all
}

// ofLength returns strings of a length, and strings that a new limit refuses.
func (w *keyword) ofLength(length int) []any {
	var all []any
	if w.At.Old.Pattern == "" {
		all = append(all, strings.Repeat("a", max(0, min(length, mostLength))))
	} else if w.beyond != "" {
		all = append(all, w.beyond)
	}
	return append(all, samples(w.At.Old.Pattern)...)
}

// strings returns strings that the old pattern accepts and the pattern beyond does not.
func (w *keyword) strings(beyond string) []any {
	var all []any
	was := w.At.Old.Pattern
	if was == "" {
		all = append(all, "a")
		was = `(?s)^.*$`
		if least := w.At.Old.MinLength; least != nil && *least > 0 && *least < 1000 {
			was = fmt.Sprintf(`(?s)^.{%d,}$`, *least)
		}
	}
	if text, found, _ := regexshape.Beyond(was, beyond); found {
		all = append(all, text)
	}
	return append(all, samples(was)...)
}

// samples returns strings that a pattern accepts, and odd ones.
func samples(pattern string) []any {
	var all []any
	if re := regexshape.Parse(pattern); re != nil {
		for _, text := range regexshape.Samples(re) {
			all = append(all, text)
		}
	}
	for _, text := range odd {
		all = append(all, text)
	}
	return all
}

// odd are texts that patterns often refuse.
var odd = [...]string{"", " ", "Example_1", "a b/c:d", "a  b", "-", "é", "a\tb", "*"}

// oddKeys returns keys of maps that rules often refuse.
func oddKeys() []string { return append(odd[:], strings.Repeat("a", 64), strings.Repeat("a", 260)) }

// lists returns lists of texts that a rule names, and others.
func (w *keyword) lists() []any {
	items := w.At.Old.ItemSchema()
	is := w.After.(*schema.ValidationRule)
	if items == nil || items.Type != "string" {
		return nil
	}
	var all []any
	for _, v := range mention.Literals(is.Rule) {
		if text, ok := v.(string); ok {
			all = append(all, []any{text, "example"}, []any{text, text}, []any{text})
		}
	}
	return all
}

// emptied returns the lists and maps of an object that a CEL rule reads.
func (w *keyword) emptied(rule string) []string {
	var all []string
	for _, p := range w.At.Old.Properties.All() {
		if len(all) < mostFields && (p.Schema.Type == "array" || p.Schema.ValueSchema() != nil) && mentions(rule, []string{p.Name}) {
			all = append(all, p.Name)
		}
	}
	return all
}

// repeated returns lists with an item twice.
func (w *keyword) repeated() []any {
	items := w.At.Old.ItemSchema()
	if items == nil {
		return nil
	}
	var all []any
	for _, v := range []any{"example", int64(1), true, map[string]any{}} {
		all = append(all, []any{v, v})
	}
	if items.Type == "object" {
		o := map[string]any{}
		for _, key := range w.At.New.XListMapKeys() {
			if p := items.Property(key); p != nil {
				o[key] = plain(p)
			}
		}
		all = append([]any{[]any{o, o}}, all...)
	}
	return all
}

// plain returns a value of a schema's type.
func plain(s *schema.Schema) any {
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch s.Type {
	case "integer", "number":
		return int64(1)
	case "boolean":
		return true
	}
	return "example"
}
