package complete

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// usedValues adds the strings that the workspace's objects of the kind have in the same field.
func (c *completer) usedValues(at shape.Shape) {
	path := c.place.Path
	if c.place.Kind == "" || c.place.Kind == "CustomResourceDefinition" || shape.IsConfig(c.File) || isName(path) ||
		at.Type() != "string" && at.Type() != "" {
		return
	}
	for _, v := range c.Kinds.Values(c.place.Kind, dotted(path)) {
		c.add(Item{Label: label(v), Kind: Value, Detail: "used in the workspace", Text: c.scalarText(v)})
	}
}

// isName reports whether a path is that of the object's own name, which is another one for each object.
func isName(path []finding.Segment) bool {
	return len(path) == 2 && path[0].Name == "metadata" && (path[1].Name == "name" || path[1].Name == "generateName")
}

// namedValues adds the values that the description of a field names, as in "One of Always, Never, IfNotPresent.": the types
// of Kubernetes have them there, and no enum.
func (c *completer) namedValues(at shape.Shape) {
	if at.Type() != "string" {
		return
	}
	var fields []string
	if path := c.place.Path; len(path) > 0 {
		for _, f := range c.root.At(path[:len(path)-1], c.place.TypeMeta).Fields() {
			fields = append(fields, f.Name)
		}
	}
	for _, v := range slices.Concat(prose.ValuesIn(at.Description()), wordsOf(at)) {
		if slices.Contains(fields, v) {
			continue // a sentence about the fields beside this one
		}
		c.add(Item{Label: label(v), Kind: EnumValue, Detail: "named in the description", Text: c.scalarText(v)})
	}
}

// wordsOf returns the words that the pattern of a field has as alternatives, as in ^([0-9]+s|Never)$.
func wordsOf(at shape.Shape) []string {
	var words []string
	if own := at.Own(); own != nil {
		for part := range strings.SplitSeq(own.Pattern, "|") {
			if word := strings.Trim(part, "^$()"); prose.IsConstant(word) && len(word) > 2 && len(words) < maxItems {
				words = append(words, word)
			}
		}
	}
	return words
}
