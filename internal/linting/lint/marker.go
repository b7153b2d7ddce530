package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// generatorOf returns the generator of a CRD; "" if none is known.
func generatorOf(c *crd.CustomResourceDefinition) string {
	if v := c.Metadata.Annotations[origin.GeneratorAnnotation]; v != "" {
		return "controller-gen " + v
	}
	return ""
}

const validation = "+kubebuilder:validation:"

// markers maps a keyword, or a field of the CRD, to the marker in Go that makes controller-gen write it. A
// value with a colon and no plus is an option of the generator.
var markers = map[string]string{
	"default":          "+kubebuilder:default",
	"enum":             validation + "Enum",
	"example":          "+kubebuilder:example",
	"exclusiveMaximum": validation + "ExclusiveMaximum",
	"exclusiveMinimum": validation + "ExclusiveMinimum",
	"format":           validation + "Format",
	"maxItems":         validation + "MaxItems",
	"maxLength":        validation + "MaxLength",
	"maxProperties":    validation + "MaxProperties",
	"maximum":          validation + "Maximum",
	"minItems":         validation + "MinItems",
	"minLength":        validation + "MinLength",
	"minProperties":    validation + "MinProperties",
	"minimum":          validation + "Minimum",
	"multipleOf":       validation + "MultipleOf",
	"nullable":         "+nullable",
	"pattern":          validation + "Pattern",
	"required":         "+required",
	"title":            "+kubebuilder:title",
	"type":             validation + "Type",
	"uniqueItems":      validation + "UniqueItems",

	"x-kubernetes-embedded-resource":       validation + "EmbeddedResource",
	"x-kubernetes-int-or-string":           validation + "XIntOrString",
	"x-kubernetes-list-map-keys":           "+listMapKey",
	"x-kubernetes-list-type":               "+listType",
	"x-kubernetes-map-type":                "+mapType",
	"x-kubernetes-preserve-unknown-fields": "+kubebuilder:pruning:PreserveUnknownFields",
	"x-kubernetes-validations":             validation + "XValidation",

	"additionalPrinterColumns": "+kubebuilder:printcolumn",
	"categories":               "+kubebuilder:resource:categories",
	"deprecated":               "+kubebuilder:deprecatedversion",
	"deprecationWarning":       "+kubebuilder:deprecatedversion:warning",
	"group":                    "+groupName above the package clause",
	"plural":                   "+kubebuilder:resource:path",
	"scale":                    "+kubebuilder:subresource:scale",
	"scope":                    "+kubebuilder:resource:scope",
	"selectableFields":         "+kubebuilder:selectablefield",
	"served":                   "+kubebuilder:unservedversion",
	"shortNames":               "+kubebuilder:resource:shortName",
	"singular":                 "+kubebuilder:resource:singular",
	"status":                   "+kubebuilder:subresource:status",
	"storage":                  "+kubebuilder:storageversion",

	"description":      "its comment",
	"versionName":      "+versionName above the package clause", // spec.versions[*].name
	"optional":         "+optional",                             // not in the CRD: it removes the field from required
	"maxDescLen":       "crd:maxDescLen=0",
	"embeddedMetadata": "crd:generateEmbeddedObjectMeta=true",
}

// serverKeywords are the keywords to write for findings of the server that name another keyword.
var serverKeywords = map[finding.Code][]string{
	code.MapKeyOptional:     {"required", "default"},
	code.SetItemsNotAtomic:  {"x-kubernetes-map-type", "x-kubernetes-list-type"},
	code.UnsupportedKeyword: {}, // no marker writes one
	code.UniqueItems:        {"x-kubernetes-list-type"},
	code.VersionNameForm:    {"versionName"},
}

// yamlOf are the lines of YAML that the helps of the server's findings quote.
var yamlOf = map[finding.Code][]string{
	code.MapKeysOfOtherList: {"x-kubernetes-list-type: map"},
	code.SetOfObjects:       {"x-kubernetes-list-type: map"},
	code.ScopeRequired:      {"scope: Namespaced", "scope: Cluster"},
	code.ScopeUnknown:       {"scope: Namespaced", "scope: Cluster"},
}

// wantedKeyword is a keyword that the help of a finding tells the author to write, with its value if known.
type wantedKeyword struct {
	keyword string
	schema  []finding.Segment
	value   any
}

// wantedKeywords returns the keywords to write or change for a finding. They may have no marker.
func wantedKeywords(f *finding.Finding) (all []wantedKeyword) {
	segments := f.Path.Segments()
	keywords := f.Keywords
	if other, found := serverKeywords[f.Code]; found {
		keywords = other
	}
	changes := f.Changes
	if f.Fix != nil {
		changes = f.Fix.Changes
	}
	switch {
	case keywords != nil && len(keywords) == 0: // no marker writes it
	case changes != nil:
		for _, c := range changes {
			at := c.Path.Segments()
			keyword, before := keywordOf(at)
			if c.Op != finding.Add && c.Op != finding.Replace || len(before)+1 < len(at) {
				c.Value = nil // the value of a part, not of the keyword
			}
			all = append(all, wantedKeyword{keyword, before, c.Value})
		}
	case keywords != nil:
		for _, keyword := range keywords {
			at := segments
			if last, before := keywordOf(segments); last != "" && last != rulesKeyword && len(before) >= 5 {
				at = before
			}
			if rest, ok := strings.CutPrefix(keyword, "items."); ok {
				keyword, at = rest, append(at[:len(at):len(at)], finding.Segment{Name: "items"})
			}
			all = append(all, wantedKeyword{keyword, at, nil})
		}
	default:
		keyword, before := keywordOf(segments)
		all = append(all, wantedKeyword{keyword, before, nil})
	}
	return all
}

// addMarkerHelp adds the markers to the help of a finding about a generated CRD.
func addMarkerHelp(f *finding.Finding) {
	var texts, options []string
	for _, w := range wantedKeywords(f) {
		text := markers[w.keyword]
		if text == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(text, validation); ok && w.keyword != rulesKeyword && ofItems(w.schema) {
			text = validation + "items:" + rest
		}
		to := &texts
		if text[0] != '+' && strings.Contains(text, ":") {
			to = &options
		}
		for _, text := range withValue(text, w.value) {
			if !slices.Contains(*to, text) {
				*to = append(*to, text)
			}
		}
	}
	appendHelp(f, texts, options)
}

// generatorOption starts the part of a help that names options of the generator.
const generatorOption = "with controller-gen: "

// appendHelp adds markers and options of the generator to the help of a finding.
func appendHelp(f *finding.Finding, texts, options []string) {
	var parts []string
	if len(texts) > 0 {
		parts = append(parts, "in Go: "+prose.And(unique(texts)))
	}
	if len(options) > 0 {
		parts = append(parts, generatorOption+prose.And(unique(options)))
	}
	if len(parts) == 0 {
		return
	}
	if f.Help != "" {
		parts = append([]string{f.Help}, parts...)
	}
	f.Help = strings.Join(parts, "; ")
}

// unique returns the texts without duplicates.
func unique(texts []string) (all []string) {
	for _, text := range texts {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// keywordOf returns the last keyword on a path that has a marker, and the path before it. Names of fields are
// not keywords.
func keywordOf(path []finding.Segment) (keyword string, before []finding.Segment) {
	if !slices.ContainsFunc(path, func(s finding.Segment) bool { return s.Name == "openAPIV3Schema" }) {
		for i, s := range path { // the type of a column is an argument of the column's marker
			if markers[s.Name] != "" && !s.Quoted {
				return s.Name, path[:i]
			}
		}
		return "", nil
	}
	for i := len(path) - 1; i >= 0; i-- {
		s := path[i]
		if s.Quoted && i > 0 && path[i-1].Name == "properties" {
			return "", nil
		}
		if markers[s.Name] != "" && !s.Quoted {
			return s.Name, path[:i]
		}
	}
	return "", nil
}

// ofItems reports whether a path ends in the items of a list.
func ofItems(path []finding.Segment) bool {
	n := len(path)
	return n > 0 && path[n-1].Name == "items" && !path[n-1].Quoted
}

// withValue puts a value into markers that take one.
func withValue(marker string, value any) []string {
	if strings.Contains(marker, " ") {
		return []string{marker}
	}
	switch v := value.(type) {
	case []string:
		var all []string
		for _, each := range v {
			all = append(all, marker+"="+each)
		}
		return all
	case string:
		if strings.ContainsAny(v, " \t\n`\"'") {
			return []string{marker}
		}
		return []string{marker + "=" + v}
	case map[string]any: // a CEL rule, which the help has
	case bool, int64, float64:
		return []string{fmt.Sprintf("%s=%v", marker, v)}
	}
	return []string{marker}
}
