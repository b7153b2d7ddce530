package resource

import (
	"slices"
	"strings"
	"unicode"
)

// ModelName is the name of a kind's schema in a document: the parts of the group
// in reverse, then version and kind.
func ModelName(group, version, kind string) string {
	return reversed(group) + "." + version + "." + kind
}

// reversed has the parts of a group in reverse.
func reversed(group string) string {
	parts := strings.Split(group, ".")
	slices.Reverse(parts)
	return strings.Join(parts, ".")
}

// Model is the name of the resource's schema.
func (r *Resource) Model() string { return ModelName(r.Group, r.Version, r.Kind) }

// ListModel is the name of the schema of its lists.
func (r *Resource) ListModel() string { return ModelName(r.Group, r.Version, r.ListKind) }

// Tag is the tag of the resource's operations. As the server does
// (GetOperationIDAndTags of k8s.io/apiserver pkg/endpoints/openapi), it drops
// .k8s.io from the group.
func (r *Resource) Tag() string {
	return identifier(r.shortGroup(), false) + "_" + identifier(r.Version, false)
}

func (r *Resource) shortGroup() string { return strings.TrimSuffix(r.Group, ".k8s.io") }

// operationID is the ID of an operation: group and version between the verb and
// what follows it.
func (r *Resource) operationID(verb, rest string) string {
	return verb + identifier(r.shortGroup(), true) + identifier(r.Version, true) + identifier(rest, true)
}

// identifier makes a name an identifier in camel case: what is no letter, digit
// or underscore is dropped, as is a digit in front, and the next letter is
// capital.
func identifier(name string, capital bool) string {
	var b strings.Builder
	for i, c := range name {
		if !unicode.IsLetter(c) && c != '_' && (i == 0 || !unicode.IsDigit(c)) {
			capital = true
			continue
		}
		if capital {
			c, capital = unicode.ToUpper(c), false
		}
		b.WriteRune(c)
	}
	return b.String()
}

// withArticle puts "a" or "an" before a kind. The server takes a kind that ends
// in a single s for a plural, which has no article.
func withArticle(kind string) string {
	if strings.HasSuffix(kind, "s") && !strings.HasSuffix(kind, "ss") {
		return " " + kind
	}
	if strings.ContainsRune("aeiouAEIOU", rune(kind[0])) {
		return " an " + kind
	}
	return " a " + kind
}
