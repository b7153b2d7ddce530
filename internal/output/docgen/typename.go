package docgen

import "github.com/crdtool/crdtool/schema"

// typeOf returns the type of a value in words; in the plural if plural is set.
func typeOf(s *schema.Schema, plural bool) string {
	word := func(one, many string) string {
		if plural {
			return many
		}
		return one
	}
	format := ""
	if s.Format != "" {
		format = " (" + s.Format + ")"
	}
	switch {
	case s.XIntOrString:
		return word("integer or string", "integers or strings")
	case s.XEmbeddedResource:
		return word("Kubernetes object", "Kubernetes objects")
	}
	switch s.Type {
	case "array":
		if s.ItemSchema() == nil {
			return word("list", "lists")
		}
		return word("list of ", "lists of ") + typeOf(s.ItemSchema(), true)
	case "object":
		if s.Properties.Len() == 0 && s.ValueSchema() != nil {
			return word("map of ", "maps of ") + typeOf(s.ValueSchema(), true)
		}
		return word("object", "objects")
	case "":
		return word("any value", "any values")
	}
	return word(s.Type, s.Type+"s") + format
}
