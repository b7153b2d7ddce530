package resource

import (
	"slices"
	"strings"
	"unicode"
)

// ModelName returns the name of a kind's schema in a document: the parts of the group in reverse, then version and
// kind.
func ModelName(group, version, kind string) string {
	return reversed(group) + "." + version + "." + kind
}

// reversed returns a group with its parts in reverse.
func reversed(group string) string {
	parts := strings.Split(group, ".")
	slices.Reverse(parts)
	return strings.Join(parts, ".")
}

// Model returns the name of the resource's schema.
func (r *Resource) Model() string { return ModelName(r.Group, r.Version, r.Kind) }

// ListModel returns the name of the schema of the resource's lists.
func (r *Resource) ListModel() string { return ModelName(r.Group, r.Version, r.ListKind) }

// Tag returns the tag of the resource's operations. It drops .k8s.io from the group as the server does
// (GetOperationIDAndTags of k8s.io/apiserver pkg/endpoints/openapi).
func (r *Resource) Tag() string {
	return identifier(r.shortGroup(), false) + "_" + identifier(r.Version, false)
}

func (r *Resource) shortGroup() string { return strings.TrimSuffix(r.Group, ".k8s.io") }

// operationID returns the ID of an operation: the verb, group and version, and the rest.
func (r *Resource) operationID(verb, rest string) string {
	return verb + identifier(r.shortGroup(), true) + identifier(r.Version, true) + identifier(rest, true)
}

// identifier converts a name to an identifier in camel case. It drops characters other than letters, digits and
// underscores, and a leading digit, and capitalizes the next letter.
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

// withArticle returns the kind after "a" or "an". The server takes a kind that ends in a single s for a plural, which
// has no article.
func withArticle(kind string) string {
	if strings.HasSuffix(kind, "s") && !strings.HasSuffix(kind, "ss") {
		return " " + kind
	}
	if strings.ContainsRune("aeiouAEIOU", rune(kind[0])) {
		return " an " + kind
	}
	return " a " + kind
}
