package testgen

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

const (
	// longest limits the characters of a text, and longestList the items of a list, in a readable test.
	longest, longestList = 1100, 66
	// longestAll and longestListAll are the same limits with Options.All.
	longestAll, longestListAll = 70_000, 1100
)

func (m *maker) longest() int {
	if m.o.All {
		return longestAll
	}
	return longest
}

func (m *maker) longestList() int {
	if m.o.All {
		return longestListAll
	}
	return longestList
}

// tooLong reports whether objects at the limit are too long.
func (s *subject) tooLong() bool {
	limit, ok := s.Value.(int64)
	if !ok || s.Effect != "refuses" {
		return false
	}
	if strings.HasSuffix(s.Keyword, "Length") {
		return limit+1 > int64(s.longest())
	}
	return limit+1 > int64(s.longestList())
}

// bad returns values that probably only the constraint refuses.
func (s *subject) bad(root *schema.Schema) []any {
	switch s.Keyword {
	case "minimum", "maximum":
		return s.beyond()
	case "multipleOf":
		return s.between()
	case "minLength":
		return s.texts(int(s.Value.(int64)) - 1)
	case "maxLength":
		return s.texts(int(s.Value.(int64)) + 1)
	case "minItems", "minProperties":
		return s.ofLength(int(s.Value.(int64)) - 1)
	case "maxItems", "maxProperties":
		return s.ofLength(int(s.Value.(int64)) + 1)
	case "enum":
		return s.noneOf()
	case "pattern":
		return s.nearMisses(root)
	case "format":
		return s.unformatted(root)
	case "x-kubernetes-list-type":
		return s.twice()
	case "x-kubernetes-embedded-resource":
		return s.noResource()
	case "oneOf", "anyOf", "not":
		return s.branchless(root)
	}
	return nil
}

// good returns an accepted object that is close to the boundary of the constraint, or nil.
func (s *subject) good(bad map[string]any) map[string]any {
	var values []any
	switch s.Keyword {
	case "enum":
		return nil // each of its values has a test
	case "minimum", "maximum":
		values = s.limit()
	case "minLength", "maxLength":
		values = s.texts(int(s.Value.(int64)))
	case "minItems", "maxItems", "minProperties", "maxProperties":
		values = s.ofLength(int(s.Value.(int64)))
	case "x-kubernetes-validations":
		// Prefer an object with as many values as the refused one, so that the two differ little.
		for _, least := range [...]int{jsonvalue.Count(bad), 0} {
			if o := s.gen.Repaired(s.version.Name, bad, s.path, least, s.budget); o != nil {
				return o
			}
		}
	}
	for _, v := range values {
		if o := s.with(v); s.accepted(o) != nil {
			return o
		}
	}
	for _, v := range values[:min(len(values), 2)] {
		if o := s.gen.Putting(s.version.Name, s.path, v, s.budget); o != nil {
			return o
		}
	}
	return s.base
}

func (s *subject) whole() bool { return s.node.Type == "integer" || s.node.XIntOrString }

// number returns a number as JSON decodes it.
func number(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

func (s *subject) step() float64 {
	if s.node.MultipleOf() != nil && *s.node.MultipleOf() > 0 {
		return *s.node.MultipleOf()
	}
	return 1
}

// limit returns the numbers at the limit that it allows.
func (s *subject) limit() []any {
	f := s.Value.(float64)
	step := s.step()
	if s.Keyword == "minimum" {
		first := math.Ceil(f/step) * step
		if s.node.ExclusiveMinimum && first == f {
			first += step
		}
		return s.numbers(first, f, first+step)
	}
	last := math.Floor(f/step) * step
	if s.node.ExclusiveMaximum && last == f {
		last -= step
	}
	return s.numbers(last, f, last-step)
}

// beyond returns the numbers just beyond the limit.
func (s *subject) beyond() []any {
	f := s.Value.(float64)
	step := s.step()
	if s.Keyword == "minimum" {
		last := math.Floor(f/step) * step
		if !s.node.ExclusiveMinimum && last == f {
			last -= step
		}
		return s.numbers(last, f-step, f-1)
	}
	first := math.Ceil(f/step) * step
	if !s.node.ExclusiveMaximum && first == f {
		first += step
	}
	return s.numbers(first, f+step, f+1)
}

// between returns numbers that are no multiples.
func (s *subject) between() []any {
	f := s.Value.(float64)
	from := f
	if s.node.Minimum != nil {
		from = max(from, math.Ceil(*s.node.Minimum/f)*f)
	}
	return s.numbers(from+1, from-1, from+f/2, 1, f/2)
}

func (s *subject) numbers(all ...float64) []any {
	var out []any
	for _, f := range all {
		if !s.whole() || f == math.Trunc(f) {
			out = append(out, number(f))
		}
	}
	return out
}

// texts returns texts of a length that satisfy the rest of the schema.
func (s *subject) texts(length int) []any {
	if length < 0 || length > s.longest() {
		return nil
	}
	n := *s.without()
	n64 := int64(length)
	n.MinLength, n.MaxLength = &n64, &n64
	n.Default, n.OwnRare().Example = nil, nil
	var all []any
	if plain := strings.Repeat("a", length); len(n.Enum) == 0 && accepts(&n, plain, s) {
		all = append(all, plain)
	}
	for _, v := range s.gen.Values(s.all(&n), s.name(), 3) {
		if t, ok := v.(string); ok && utf8.RuneCountInString(t) == length {
			all = append(all, t)
		}
	}
	all = append(all, s.stretched(&n, length)...)
	if len(all) == 0 && s.Keyword == "minLength" {
		all = append(all, strings.Repeat("a", length)) // the pattern may refuse it, too
	}
	return all
}

// stretched returns texts of a length. It makes them from an accepted text by repeating a character, or a part
// between dots or dashes.
func (s *subject) stretched(n *schema.Schema, length int) []any {
	if n.Pattern == "" && n.Format == "" {
		return nil
	}
	lax := *n
	lax.MinLength, lax.MaxLength = nil, nil
	var all []any
	for _, v := range s.gen.Values(s.all(&lax), s.name(), 4) {
		from, ok := v.(string)
		if !ok || from == "" || len(from) >= length {
			continue
		}
		more := length - len(from)
		add := func(t string) {
			if len(t) == length && accepts(&lax, t, s) && !slices.Contains(all, any(t)) {
				all = append(all, t)
			}
		}
		for i := range from {
			if more <= longest {
				add(from[:i] + strings.Repeat(from[i:i+1], more) + from[i:])
			}
			if len(all) > 1 {
				return all
			}
		}
		// A label of a domain name has at most 63 characters.
		const part = 50
		for _, by := range [...]string{".", "-", "/", ","} {
			t := from
			for len(t) < length {
				rest := length - len(t)
				if rest == 1 {
					t = "a" + t
					continue
				}
				t = strings.Repeat("a", min(rest-1, part)) + by + t
			}
			add(t)
		}
	}
	return all
}

// all returns the schemas of the place, with another schema for the node.
func (s *subject) all(n *schema.Schema) []*schema.Schema {
	return s.gen.SchemasAt(s.version.Name, s.damaged(n), s.path)
}

// noneOf returns values outside of the enum, in the style of its values.
func (s *subject) noneOf() []any {
	var texts []string
	greatest := math.Inf(-1)
	numeric := false
	for _, v := range s.node.Enum {
		switch v := v.(type) {
		case string:
			texts = append(texts, v)
		case int64:
			greatest, numeric = max(greatest, float64(v)), true
		case float64:
			greatest, numeric = max(greatest, v), true
		case bool:
			return []any{!v}
		}
	}
	var all []any
	if numeric {
		all = append(all, number(math.Floor(greatest)+1))
	}
	words := []string{"unknown", "other", "example"}
	style := func(w string) string { return w }
	if i := slices.IndexFunc(texts, func(t string) bool { return t != "" }); i >= 0 {
		t := texts[i]
		switch first, _ := utf8.DecodeRuneInString(t); {
		case strings.ToUpper(t) == t && strings.ToLower(t) != t:
			style = strings.ToUpper
		case unicode.IsUpper(first):
			style = func(w string) string { return strings.ToUpper(w[:1]) + w[1:] }
		}
		words = append(words, t+"x", strings.ToLower(t), strings.ToUpper(t))
	}
	for i, w := range words {
		if i < 3 {
			w = style(w)
		}
		if !slices.Contains(texts, w) {
			all = append(all, w)
		}
	}
	if s.node.Type == "" || s.node.Type == "string" && len(texts) > 0 {
		all = append(all, "")
	}
	return all
}

// nearMisses returns texts that almost match the pattern.
func (s *subject) nearMisses(root *schema.Schema) []any {
	n := s.without()
	var all []any
	add := func(t string) {
		if !slices.Contains(all, any(t)) && !accepts(s.node.Schema, t, s) && accepts(n, t, s) {
			all = append(all, t)
		}
	}
	for _, v := range s.gen.Values(s.gen.SchemasAt(s.version.Name, nil, s.path), s.name(), 2) {
		t, ok := v.(string)
		if !ok {
			continue
		}
		if upper := strings.ToUpper(t); upper != t {
			add(upper)
		}
		for _, more := range [...]string{t + "-", "-" + t, t + "!", t + " " + t, t + "_", "!" + t, " " + t, t + "."} {
			add(more)
		}
		if _, size := utf8.DecodeRuneInString(t); size < len(t) {
			add(t[size:])
			_, last := utf8.DecodeLastRuneInString(t)
			add(t[:len(t)-last])
		}
	}
	for _, t := range [...]string{"example", "Example", "!", "not a match", "a b", "", "1", "-", "é", "\n"} {
		add(t)
	}
	for _, v := range s.gen.Values(s.gen.SchemasAt(s.version.Name, root, s.path), s.name(), 8) {
		if t, ok := v.(string); ok {
			add(t)
		}
	}
	return append(all, s.outside(n)...)
}

// unformatted returns texts that do not match the format.
func (s *subject) unformatted(root *schema.Schema) []any {
	n := s.without()
	var all []any
	add := func(v any) {
		t, ok := v.(string)
		if ok && !slices.Contains(all, v) && !accepts(s.node.Schema, t, s) && accepts(n, t, s) {
			all = append(all, t)
		}
	}
	for _, t := range [...]string{"no " + s.node.Format, "example", "not-valid", "!", "", "1"} {
		add(t)
	}
	for _, v := range s.gen.Values(s.gen.SchemasAt(s.version.Name, root, s.path), s.name(), 12) {
		add(v)
	}
	return all
}

// ofLength returns lists or maps of a length, or objects with that many fields.
func (s *subject) ofLength(length int) []any {
	if length < 0 || length > s.longestList() {
		return nil
	}
	n := *s.without()
	n64 := int64(length)
	switch {
	case strings.HasSuffix(s.Keyword, "Items"):
		if length == 0 {
			return []any{[]any{}}
		}
		if items := s.numbered(length); items != nil {
			return []any{items}
		}
		items := s.gen.Items(s.all(&n), s.name(), length)
		if items == nil {
			return nil
		}
		same := make([]any, length)
		for i := range same {
			same[i] = items[0]
		}
		if listType := n.XListType(); listType != nil && *listType != "atomic" {
			return []any{items}
		}
		if _, isObject := items[0].(map[string]any); isObject && reflect.DeepEqual(items[0], items[length-1]) {
			return []any{items, s.distinct(items)}
		}
		return []any{items, same}
	case n.Properties.Len() > 0:
		n.OwnRare().MinProperties = &n64
		n.Default = nil
		var all []any
		for _, v := range s.gen.Values(s.all(&n), s.name(), 4) {
			o, ok := v.(map[string]any)
			if !ok {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(o)) {
				if len(o) > length && !slices.Contains(n.Required, name) {
					delete(o, name)
				}
			}
			if len(o) == length {
				all = append(all, o)
			}
		}
		return all
	}
	n.Default = nil
	if length == 0 {
		return []any{map[string]any{}}
	}
	held, _ := jsonvalue.At(s.base, s.path)
	if held == nil {
		n1 := n
		one := int64(1)
		n1.OwnRare().MinProperties = &one
		if list := s.gen.Values(s.all(&n1), s.name(), 1); len(list) > 0 {
			held = list[0]
		}
	}
	o, _ := held.(map[string]any)
	var value any = "example"
	keys := slices.Sorted(maps.Keys(o))
	if len(keys) > 0 {
		value = o[keys[0]]
	} else if s.node.ValueSchema() != nil {
		if list := s.gen.Values([]*schema.Schema{s.node.ValueSchema()}, "example", 1); len(list) > 0 {
			value = list[0]
		}
	}
	out := map[string]any{}
	for i := range length {
		if i < len(keys) {
			out[keys[i]] = o[keys[i]]
			continue
		}
		out["example-"+strconv.Itoa(i+1)] = runtime.DeepCopyJSONValue(value)
	}
	return []any{out}
}

// numbered returns texts with different numbers at the end; nil if the items are not such texts.
func (s *subject) numbered(length int) []any {
	of := s.gen.SchemasAt(s.version.Name, nil, append(s.path[:len(s.path):len(s.path)], finding.Segment{IsIndex: true}))
	if len(of) != 1 || of[0].Type != "string" || len(of[0].Enum) > 0 {
		return nil
	}
	items := make([]any, length)
	for i := range items {
		text := "example-" + strconv.Itoa(i+1)
		if i == 0 || i == length-1 {
			if !accepts(of[0], text, s) {
				return nil
			}
		}
		items[i] = text
	}
	return items
}

// distinct returns items with different values of their first scalar field.
func (s *subject) distinct(items []any) []any {
	out := make([]any, len(items))
	for i := range items {
		out[i] = items[i]
		o, _ := items[i].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(o)) {
			var v any
			switch old := o[name].(type) {
			case string:
				v = old + "-" + strconv.Itoa(i+1)
			case int64:
				v = old + int64(i)
			default:
				continue
			}
			c := runtime.DeepCopyJSON(o)
			c[name] = v
			out[i] = c
			break
		}
	}
	return out
}

// twice returns a list with a repeated item.
func (s *subject) twice() []any {
	if s.node.ItemSchema() == nil {
		return nil
	}
	items := s.gen.Items(s.gen.SchemasAt(s.version.Name, nil, s.path), s.name(), 1)
	if len(items) == 0 {
		return nil
	}
	return []any{[]any{items[0], runtime.DeepCopyJSONValue(items[0])}}
}

// noResource returns values that are no resources: with an invalid name, or without a kind.
func (s *subject) noResource() []any {
	v, _ := jsonvalue.At(s.base, s.path)
	o, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	named := runtime.DeepCopyJSON(o)
	named["metadata"] = map[string]any{"name": "-"}
	kindless := runtime.DeepCopyJSON(o)
	kindless["kind"] = ""
	gone := runtime.DeepCopyJSON(o)
	delete(gone, "kind")
	return []any{gone, kindless, named}
}
