package gotypes

import (
	"maps"
	"slices"
	"sort"
	"sync"
)

// KnownMarker is a marker that controller-gen reads for CRDs.
type KnownMarker struct {
	Name            string
	OnField, OnType bool
	// Items is set if it is about the items of a list.
	Items bool
	// Keyword is the keyword of schemas that it sets, "" if it is none of schemas.
	Keyword string
	// HasValue is set if it is written NAME=VALUE, and Arguments are those of one that is written NAME:ARGUMENT=VALUE,
	// the needed first.
	HasValue  bool
	Arguments []string
	Needed    int // how many of the arguments are needed
	// Since is the minor version of controller-gen 0.x that knows it first; 0 if that is one of 2022 or before.
	Since int
}

// Fits reports whether controller-gen takes the marker about a schema of a type; "" is a type that only a reference
// says.
func (k *KnownMarker) Fits(typ string, intOrString bool) bool {
	return typed(k.Keyword, typ, intOrString)
}

var validationNames = []string{"Maximum", "Minimum", "ExclusiveMaximum", "ExclusiveMinimum", "MultipleOf", "MinProperties", "MaxProperties", "MaxLength", "MinLength",
	"Pattern", "MaxItems", "MinItems", "UniqueItems", "Enum", "Format", "Type", "XPreserveUnknownFields", "XEmbeddedResource", "XIntOrString", "XValidation"}

// Markers lists the markers of fields and types, by name. The list must not be changed.
func Markers() []KnownMarker { return knownMarkers() }

var knownMarkers = sync.OnceValue(func() []KnownMarker {
	var all []KnownMarker
	add := func(name string, m marker, items bool) {
		k := KnownMarker{Name: name, OnField: m.on&onField != 0, OnType: m.on&onType != 0, Items: items, Keyword: m.keyword, Since: m.since}
		k.HasValue = m.arg != noArg && m.arg != fieldsArg
		k.setArguments(m.fields)
		all = append(all, k)
	}
	for _, name := range validationNames {
		m, _ := validations(name)
		add(validationPrefix+name, m, false)
		m.since = withItems
		add(validationPrefix+"items:"+name, m, true)
	}
	for name, m := range otherMarkers {
		add(name, m, false)
	}
	for name, fields := range specMarkers {
		k := KnownMarker{Name: name, OnType: true}
		k.setArguments(fields)
		all = append(all, k)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
})

func (k *KnownMarker) setArguments(fields map[string]argKind) {
	need := needed[k.Name]
	k.Needed = len(need)
	k.Arguments = slices.Clone(need)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(need, name) {
			k.Arguments = append(k.Arguments, name)
		}
	}
}
