package gofile

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

// markerDocs describe the markers that controller-gen reads on fields and types, by their names behind
// "kubebuilder:validation:", or by their whole names. Those of the items of a list have the descriptions of the others.
var markerDocs = map[string]string{
	"Maximum":                "The largest number that is accepted.",
	"Minimum":                "The smallest number that is accepted.",
	"ExclusiveMaximum":       "The maximum itself is not accepted.",
	"ExclusiveMinimum":       "The minimum itself is not accepted.",
	"MultipleOf":             "The number is a multiple of this one.",
	"MinProperties":          "The fewest fields of an object, or keys of a map.",
	"MaxProperties":          "The most fields of an object, or keys of a map. It bounds what CEL rules about the map cost.",
	"MaxLength":              "The most characters of a string. It bounds what CEL rules about the string cost.",
	"MinLength":              "The fewest characters of a string.",
	"Pattern":                "A regular expression (RE2) that the string has a match of. Write it in backquotes, and with ^ and $ for the whole string.",
	"MaxItems":               "The most items of a list. It bounds what CEL rules about the items cost.",
	"MinItems":               "The fewest items of a list.",
	"UniqueItems":            "No item is there twice. The server refuses it in CRDs: use +listType=set.",
	"Enum":                   "The values that are accepted, with semicolons between them.",
	"Format":                 "The format of a string or a number. The server checks those that it knows, and ignores others.",
	"Type":                   "The type in the CRD, for a Go type whose code does not show how it is written in JSON.",
	"XPreserveUnknownFields": "Fields that the schema does not declare are kept.",
	"XEmbeddedResource":      "The value is a whole object, with apiVersion, kind and metadata.",
	"XIntOrString":           "The value is an integer or a string.",
	"XValidation":            "A CEL rule that the value has to fulfil. In it, self is the value, and oldSelf the stored one.",
	"AtMostOneOf":            "At most one of the fields is set.",
	"ExactlyOneOf":           "Exactly one of the fields is set.",
	"AtLeastOneOf":           "At least one of the fields is set.",
	"Required":               "The field is required. +required says the same.",
	"Optional":               "The field is optional. +optional says the same.",
	"EmbeddedResource":       "The value is a whole object, with apiVersion, kind and metadata.",
	"Schemaless":             "The type of the field is not looked at: the schema is what the other markers say.",

	"kubebuilder:object:root": "The type is a kind, or a list of a kind: it has a CRD, and gets the method DeepCopyObject.",

	"k8s:enum":            "The accepted values are those of the constants of the type.",
	"optional":            "The field is optional.",
	"required":            "The field is required.",
	"k8s:optional":        "The field is optional.",
	"k8s:required":        "The field is required, and is not empty.",
	"nullable":            "The value null is accepted, and kept.",
	"kubebuilder:default": "The value that the server sets if the field is absent.",
	"default":             "The value, as JSON, that the server sets if the field is absent.",
	"kubebuilder:example": "An example of a value, for documentation.",
	"kubebuilder:title":   "A title of the schema, for documentation.",
	"kubebuilder:pruning:PreserveUnknownFields": "Fields that the schema does not declare are kept.",
	"k8s:immutable":                  "The value cannot be changed once it is set.",
	"k8s:maxItems":                   "The most items of a list.",
	"k8s:minimum":                    "The smallest number that is accepted.",
	"k8s:maximum":                    "The largest number that is accepted.",
	"listType":                       "How the items of a list are merged by server-side apply: as a whole (atomic), as values (set), or by keys (map).",
	"listMapKey":                     "A field of the items that, with the other keys, identifies an item of a list of type map.",
	"k8s:listType":                   "How the items of a list are merged by server-side apply: as a whole (atomic), as values (set), or by keys (map).",
	"k8s:listMapKey":                 "A field of the items that, with the other keys, identifies an item of a list of type map.",
	"mapType":                        "How a map is merged by server-side apply: as a whole (atomic), or by keys (granular).",
	"structType":                     "How a struct is merged by server-side apply: as a whole (atomic), or by fields (granular).",
	"kubebuilder:externalDocs":       "A link to documentation.",
	"kubebuilder:printcolumn":        "A column of what kubectl get prints.",
	"kubebuilder:resource":           "The names and the scope of the CRD.",
	"kubebuilder:subresource:scale":  "The kind has the subresource scale, for kubectl scale and autoscalers.",
	"kubebuilder:selectablefield":    "A field that clients may select objects by.",
	"kubebuilder:deprecatedversion":  "The version is deprecated: the server warns clients that use it.",
	"kubebuilder:metadata":           "Annotations and labels of the CRD itself.",
	"kubebuilder:subresource:status": "The kind has the subresource status: requests change either the status or all else.",
	"kubebuilder:storageversion":     "Objects are stored in this version.",
	"kubebuilder:unservedversion":    "The server does not answer requests in this version.",
	"kubebuilder:skipversion":        "The CRD does not get this version.",
}

// docOf describes a marker.
func docOf(k *gotypes.KnownMarker) string {
	if text, ok := markerDocs[k.Name]; ok {
		return text
	}
	name := k.Name[strings.LastIndexByte(k.Name, ':')+1:]
	if text := markerDocs[name]; k.Items {
		return "Of the items: " + strings.ToLower(text[:1]) + text[1:]
	}
	return markerDocs[name]
}

// argumentDocs describe the arguments of markers.
var argumentDocs = map[string]string{
	"rule":              "the CEL expression",
	"message":           "what the server says if the rule fails",
	"messageExpression": "a CEL expression for the message",
	"reason":            "the reason in the server's answer",
	"fieldPath":         "the field that the error is reported at, as in .spec.hosts",
	"optionalOldSelf":   "oldSelf is an optional value, and the rule also runs when an object is created",
	"name":              "the heading of the column",
	"type":              "the type of the column",
	"JSONPath":          "the path of the field, as in .status.phase",
	"description":       "what it is about",
	"format":            "the format of the column",
	"priority":          "columns with a priority above 0 are printed with -o wide only",
	"path":              "the plural name",
	"shortName":         "short names, with semicolons between them",
	"categories":        "categories, such as all, with semicolons between them",
	"singular":          "the singular name",
	"scope":             "Namespaced or Cluster",
	"specpath":          "the path of the wanted number of replicas",
	"statuspath":        "the path of the current number of replicas",
	"selectorpath":      "the path of the selector of pods, a string",
	"warning":           "what the server warns with",
	"annotations":       "NAME=VALUE, with semicolons between several",
	"labels":            "NAME=VALUE, with semicolons between several",
	"url":               "the link",
}

// describe describes a marker in Markdown: what it does, what it sets, and its arguments.
func describe(k *gotypes.KnownMarker) string {
	var b strings.Builder
	b.WriteString(docOf(k) + "\n")
	if k.Keyword != "" {
		where := ""
		if k.Items {
			where = " of the items"
		}
		fmt.Fprintf(&b, "\nSets `%s`%s in the CRD.", k.Keyword, where)
	}
	if k.Since > 0 {
		fmt.Fprintf(&b, " Known since controller-gen v0.%d.", k.Since)
	}
	b.WriteByte('\n')
	for i, name := range k.Arguments {
		need := ""
		if i < k.Needed {
			need = " (required)"
		}
		fmt.Fprintf(&b, "\n- `%s`%s: %s", name, need, argumentDocs[name])
	}
	return strings.TrimSpace(b.String())
}
