package testgen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/schema"
)

// nameAll names the tests by the message of their rule, or by a description of their constraint. Tests with the
// same name get the field, or else a number.
func (s *Suite) nameAll() {
	short := shortNames(s.Tests)
	count := map[string]int{}
	for _, t := range s.Tests {
		if t.Name != "" {
			continue
		}
		t.Name = t.called(inShort(short))
		count[t.Name]++
	}
	taken := map[string]int{}
	for _, t := range s.Tests {
		if len(t.of) > 0 && count[t.Name] > 1 && t.of[0].Field != "" {
			t.Name += " (" + t.of[0].Field + ")"
		}
		if taken[t.Name]++; taken[t.Name] > 1 {
			t.Name += " (" + strconv.Itoa(taken[t.Name]) + ")"
		}
	}
}

// shortNames returns the shortest unique ending of each field's path.
func shortNames(tests []*Test) map[string]string {
	all := map[string]bool{}
	ends := map[string]int{}
	add := func(field string) {
		if field == "" || all[field] {
			return
		}
		all[field] = true
		for _, end := range endsOf(field) {
			ends[end]++
		}
	}
	for _, t := range tests {
		for _, c := range t.of {
			add(c.Field)
			if name, ok := c.Value.(string); ok && c.Keyword == "required" {
				add(join2(c.Field, name))
			}
		}
	}
	out := map[string]string{}
	for field := range all {
		out[field] = field
		for _, end := range endsOf(field) {
			if ends[end] == 1 {
				out[field] = end
				break
			}
		}
	}
	return out
}

func join2(field, name string) string {
	if field == "" {
		return name
	}
	return field + "." + name
}

// endsOf returns the endings of a field's path, the shortest first.
func endsOf(field string) []string {
	var all []string
	for i := len(field) - 1; i > 0; i-- {
		if field[i] == '.' {
			all = append(all, field[i+1:])
		}
	}
	return append(all, field)
}

func inShort(short map[string]string) func(string) string {
	return func(field string) string {
		if field == "" {
			return "the object"
		}
		if s := short[field]; s != "" {
			return s
		}
		return field
	}
}

// called returns the name of a test.
func (t *Test) called(field func(string) string) string {
	if len(t.of) == 0 {
		return "the object"
	}
	c := t.of[0]
	if c.Rule != nil {
		return ruleName(c.Rule)
	}
	if c.Effect == constraint.Fills && len(t.of) > 1 {
		var names []string
		for _, of := range t.of {
			names = append(names, field(of.Field))
		}
		const few = 4
		if len(names) > few {
			names = append(names[:few-1], fmt.Sprintf("%d more fields", len(names)-few+1))
		}
		return prose.And(names) + " have defaults"
	}
	return plain(c, t.node.Schema, field)
}

// ruleName returns the message of a rule, or else its text.
func ruleName(r *schema.ValidationRule) string {
	message := r.Message
	if strings.TrimSpace(message) == "" {
		message = r.Rule
	}
	return strings.Join(strings.Fields(message), " ")
}

// plain describes a constraint in plain words.
func plain(c *constraint.Constraint, n *schema.Schema, field func(string) string) string {
	x := field(c.Field)
	switch v := c.Value.(type) {
	case int64:
		return x + " " + length(c.Keyword, v)
	case float64:
		switch c.Keyword {
		case "minimum":
			if n.ExclusiveMinimum {
				return x + " is more than " + print(v)
			}
			return x + " is at least " + print(v)
		case "maximum":
			if n.ExclusiveMaximum {
				return x + " is less than " + print(v)
			}
			return x + " is at most " + print(v)
		case "multipleOf":
			return x + " is a multiple of " + print(v)
		}
	}
	switch c.Keyword {
	case "required":
		name, _ := c.Value.(string)
		return field(join2(c.Field, name)) + " is required"
	case "enum":
		if list, ok := c.Value.([]any); ok {
			return x + " is " + oneOf(list)
		}
		return x + " may be " + print(c.Value)
	case "nullable":
		return x + " may be null"
	case "pattern":
		p, _ := c.Value.(string)
		const readable = 60
		if len(p) > readable {
			return x + " matches its pattern"
		}
		return x + " matches " + p
	case "format":
		return x + " has the format " + print(c.Value)
	case "x-kubernetes-list-type":
		if len(n.XListMapKeys()) > 0 {
			return "no two of " + x + " have the same " + prose.And(n.XListMapKeys())
		}
		return x + " has nothing twice"
	case "x-kubernetes-embedded-resource":
		return x + " is a resource"
	case "x-kubernetes-preserve-unknown-fields":
		return x + " keeps all fields"
	case "default":
		switch c.Value.(type) {
		case map[string]any, []any:
			return x + " has a default"
		}
		return x + " is " + print(c.Value) + " by default"
	case "not", "oneOf", "anyOf":
		return branches(c.Keyword, n, x)
	}
	return x + " " + c.Keyword
}

// branches describes oneOf, anyOf or not by the fields that their branches require, if they do.
func branches(keyword string, n *schema.Schema, x string) string {
	list := map[string][]*schema.Schema{"oneOf": n.OneOf(), "anyOf": n.AnyOf(), "not": {n.Not}}[keyword]
	var names []string
	for _, b := range list {
		if b == nil || len(b.Required) == 0 || keyword != "not" && len(b.Required) > 1 {
			names = nil
			break
		}
		names = append(names, b.Required...)
	}
	const few = 5
	switch {
	case len(names) == 0 || len(names) > few:
		return x + " fulfils its " + keyword
	case keyword == "oneOf":
		return "exactly one of " + prose.And(names) + " is set in " + x
	case keyword == "anyOf":
		return prose.Or(names) + " is set in " + x
	case len(names) == 1:
		return names[0] + " is not set in " + x
	}
	return prose.And(names) + " are not set together in " + x
}

// length describes a limit of a length.
func length(keyword string, n int64) string {
	of := map[string]string{"Length": "character", "Items": "item", "Properties": "entry"}
	least := strings.HasPrefix(keyword, "min")
	bound := map[bool]string{true: "at least ", false: "at most "}[least]
	thing := of[keyword[3:]]
	switch {
	case least && n == 1:
		return "is not empty"
	case n == 0:
		return "is empty"
	case n != 1 && keyword[3:] == "Properties":
		thing = "entries"
	case n != 1:
		thing += "s"
	}
	return "has " + bound + strconv.FormatInt(n, 10) + " " + thing
}

func oneOf(list []any) string {
	const few = 5
	var names []string
	for _, v := range list {
		names = append(names, print(v))
	}
	if len(names) > few {
		return fmt.Sprintf("one of its %d values", len(names))
	}
	return prose.Or(names)
}

// print returns a value as people write it.
func print(v any) string {
	switch v := v.(type) {
	case string:
		if v == "" {
			return `""`
		}
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return text(v)
}

// objectFor describes the object that was not found, for a comment.
func (m *maker) objectFor(c *constraint.Constraint) string {
	of := "the object"
	if c.Field != "" {
		of = c.Field
	}
	what := c.Keyword
	if c.Rule != nil {
		what = "the rule " + strings.Join(strings.Fields(c.Rule.Rule), " ")
	} else if v := text(c.Value); c.Value != nil && len(v) < 60 {
		what += " " + strings.Trim(v, `"`)
	}
	switch c.Effect {
	case constraint.Fills:
		return "an object in which " + of + " has its default"
	case constraint.Allows:
		if c.Index >= 0 && c.Keyword != "enum" {
			what = fmt.Sprintf("branch %d of %s", c.Index+1, c.Keyword)
		}
		return "an object that is accepted for the sake of " + of + ": " + what
	}
	return "an object that only " + of + " refuses: " + what
}
