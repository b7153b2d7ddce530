package others

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/schema"
)

// A fieldVerdict is the verdict on a field. text identifies it: a pair of versions does not repeat the verdicts of
// another pair.
type fieldVerdict struct {
	Verdict
	text string
}

// properties compares the fields of two schemas as crdify does: a removed field is compared with an empty schema,
// and new fields are ignored.
func (j *judgement) properties(was, is flat) []fieldVerdict {
	var all []fieldVerdict
	for _, place := range was.order {
		old, new := was.at[place], is.at[place]
		p := &property{judgement: j, place: place, old: old.Schema, new: &schema.Schema{}}
		p.oldPath = old.path
		if new != nil {
			p.new, p.newPath = new.Schema, new.path
		}
		if p.old == p.new {
			continue
		}
		p.compare()
		all = append(all, p.found...)
	}
	return all
}

// A property is a field in both versions.
type property struct {
	*judgement
	place            string
	old, new         *schema.Schema
	oldPath, newPath *finding.Path
	found            []fieldVerdict
}

func (p *property) allows(what string) bool {
	return slices.Contains(p.profile.settings.Allow, what)
}

// say adds a verdict. printed are the values that the tool prints.
func (p *property) say(check string, message string, printed ...any) {
	p.found = append(p.found, fieldVerdict{
		Verdict: Verdict{
			Check: check, Severity: finding.Error, Place: p.place, Keyword: keywordOf(check), Message: message, Old: p.oldPath, New: p.newPath,
		},
		text: message + text(printed),
	})
}

// keywordOf returns the keyword of a check of crdify.
func keywordOf(check string) string {
	if check == unhandled {
		return ""
	}
	return check
}

func (p *property) compare() {
	a, b := p.old, p.new
	if a.Type != b.Type {
		p.say("type", fmt.Sprintf("the type was %q and is %q", a.Type, b.Type))
	}
	if more := without(b.Required, a.Required); len(more) > 0 {
		p.say("required", prose.And(more)+" must be set now", more)
	}
	p.enum()
	switch was, is := a.Default, b.Default; {
	case was == nil && is != nil:
		p.say("default", "a default is new: "+text(is))
	case was != nil && is == nil:
		p.say("default", "the default "+text(was)+" is removed")
	case text(was) != text(is):
		p.say("default", "the default was "+text(was)+" and is "+text(is))
	}
	switch {
	case !a.Nullable && b.Nullable && !p.allows(NullableAdditions):
		p.say("nullable", "nullable is set")
	case a.Nullable && !b.Nullable && !p.allows(NullableRemovals):
		p.say("nullable", "nullable is removed")
	}
	if was, is := a.Pattern, b.Pattern; was != is && (is != "" || !p.allows(PatternRemovals)) {
		p.say("pattern", fmt.Sprintf("the pattern was %q and is %q", was, is))
	}
	most(p, "maximum", a.Maximum, b.Maximum)
	most(p, "maxItems", a.MaxItems, b.MaxItems)
	most(p, "maxLength", a.MaxLength, b.MaxLength)
	most(p, "maxProperties", a.MaxProperties(), b.MaxProperties())
	least(p, "minimum", a.Minimum, b.Minimum)
	least(p, "minItems", a.MinItems, b.MinItems)
	least(p, "minLength", a.MinLength, b.MinLength)
	least(p, "minProperties", a.MinProperties(), b.MinProperties())
	if was, is := a.Description, b.Description; was != is {
		p.say("description", "the description is another", was, is)
	}
	if names := restOf(a, b); len(names) > 0 {
		was, is := rest(a), rest(b)
		p.say(unhandled, "no check of crdify is about what changes in "+prose.And(names), &was, &is)
		p.found[len(p.found)-1].Rest = names
	}
}

func (p *property) enum() {
	was, is := texts(p.old.Enum), texts(p.new.Enum)
	gone, more := without(was, is), without(is, was)
	switch {
	case len(was) == 0 && len(is) > 0:
		p.say("enum", "an enum is new: "+prose.And(more), sorted(more))
	case len(gone) > 0:
		p.say("enum", prose.And(gone)+" cannot be set any more", sorted(gone))
	case len(more) > 0 && !p.allows(EnumAdditions):
		p.say("enum", prose.And(more)+" can be set now", sorted(more))
	}
}

func most[T cmp.Ordered](p *property, keyword string, was, is *T) {
	switch {
	case was == nil && is != nil:
		p.say(keyword, fmt.Sprintf("%s is new: %v", keyword, *is))
	case was != nil && is != nil && *is < *was:
		p.say(keyword, fmt.Sprintf("%s was %v and is %v", keyword, *was, *is))
	}
}

func least[T cmp.Ordered](p *property, keyword string, was, is *T) {
	switch {
	case was == nil && is != nil:
		p.say(keyword, fmt.Sprintf("%s is new: %v", keyword, *is))
	case was != nil && is != nil && *is > *was:
		p.say(keyword, fmt.Sprintf("%s was %v and is %v", keyword, *was, *is))
	}
}

// rest returns a schema without the keywords that have checks, and without the fields and items below, which are
// places of their own. Values of maps, and branches of allOf, anyOf, oneOf and not, stay: a change in them is a
// change of every schema above them, too.
func rest(s *schema.Schema) schema.Schema {
	r := *s
	r.Properties, r.Items = nil, nil
	r.Type, r.Required, r.Enum, r.Default, r.Nullable, r.Pattern, r.Description = "", nil, nil, nil, false, "", ""
	r.Maximum, r.MaxItems, r.MaxLength = nil, nil, nil
	r.Minimum, r.MinItems, r.MinLength = nil, nil, nil
	if r.Rare != nil {
		rare := r.OwnRare()
		rare.MaxProperties, rare.MinProperties = nil, nil
	}
	return r
}

// restOf returns the keywords in which the rest of two schemas differs.
func restOf(a, b *schema.Schema) []string {
	was, is := rest(a), rest(b)
	if schema.Equal(&was, &is) {
		return nil
	}
	var names []string
	differs := func(name string, one, other schema.Schema) {
		if !schema.Equal(&one, &other) {
			names = append(names, name)
		}
	}
	only := func(name string, pick func(from, to *schema.Schema)) {
		var one, other schema.Schema
		pick(&was, &one)
		pick(&is, &other)
		differs(name, one, other)
	}
	only("format", func(f, t *schema.Schema) { t.Format = f.Format })
	only("title", func(f, t *schema.Schema) { t.OwnRare().Title = f.Title() })
	only("exclusiveMaximum", func(f, t *schema.Schema) { t.ExclusiveMaximum = f.ExclusiveMaximum })
	only("exclusiveMinimum", func(f, t *schema.Schema) { t.ExclusiveMinimum = f.ExclusiveMinimum })
	only("multipleOf", func(f, t *schema.Schema) { t.OwnRare().MultipleOf = f.MultipleOf() })
	only("uniqueItems", func(f, t *schema.Schema) { t.UniqueItems = f.UniqueItems })
	only("allOf", func(f, t *schema.Schema) { t.OwnBranches().AllOf = f.AllOf() })
	only("anyOf", func(f, t *schema.Schema) { t.OwnBranches().AnyOf = f.AnyOf() })
	only("oneOf", func(f, t *schema.Schema) { t.OwnBranches().OneOf = f.OneOf() })
	only("not", func(f, t *schema.Schema) { t.Not = f.Not })
	only("additionalProperties", func(f, t *schema.Schema) { t.AdditionalProperties = f.AdditionalProperties })
	only("example", func(f, t *schema.Schema) { t.OwnRare().Example = f.Example() })
	only("externalDocs", func(f, t *schema.Schema) { t.OwnRare().ExternalDocs = f.ExternalDocs() })
	only("x-kubernetes-preserve-unknown-fields", func(f, t *schema.Schema) { t.XPreserveUnknownFields = f.XPreserveUnknownFields })
	only("x-kubernetes-embedded-resource", func(f, t *schema.Schema) { t.XEmbeddedResource = f.XEmbeddedResource })
	only("x-kubernetes-int-or-string", func(f, t *schema.Schema) { t.XIntOrString = f.XIntOrString })
	only("x-kubernetes-list-type", func(f, t *schema.Schema) { t.OwnRare().XListType = f.XListType() })
	only("x-kubernetes-list-map-keys", func(f, t *schema.Schema) { t.OwnRare().XListMapKeys = f.XListMapKeys() })
	only("x-kubernetes-map-type", func(f, t *schema.Schema) { t.OwnRare().XMapType = f.XMapType() })
	only("x-kubernetes-validations", func(f, t *schema.Schema) { t.OwnRare().XValidations = f.XValidations() })
	if len(names) == 0 {
		names = []string{"keywords that the server refuses"}
	}
	return names
}

// without returns the texts of a list that another list lacks, without duplicates.
func without(list, other []string) []string {
	var left []string
	for _, s := range list {
		if !slices.Contains(other, s) && !slices.Contains(left, s) {
			left = append(left, s)
		}
	}
	return left
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func texts(values []any) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = text(v)
	}
	return all
}

// text returns a value as JSON, so that equal values have equal texts.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
