package gotypes

import (
	"go/ast"
	"slices"
	"strings"
)

// Tag is what the JSON tag of a field says.
type Tag struct {
	// Missing is set if there is none, and Ignored if it leaves the field out of the JSON.
	Missing, Ignored bool
	// Name is the name in JSON.
	Name string
	// Inline is set if the tag has the option inline, and nothing else.
	Inline bool
	// OmitEmpty and OmitZero are set if the tag has the option.
	OmitEmpty, OmitZero bool
}

func tagOf(field *ast.Field) Tag {
	text, ok := jsonTag(field)
	if !ok {
		return Tag{Missing: true}
	}
	options := strings.Split(text, ",")
	return Tag{
		Ignored: text == "-", Name: options[0], Inline: text == ",inline" || text == "" && len(field.Names) == 0,
		OmitEmpty: slices.Contains(options[1:], "omitempty"), OmitZero: slices.Contains(options[1:], "omitzero"),
	}
}
