package gofile

import (
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

// objectRoot makes a type a kind. It is of controller-gen's generator of Go code, and the one for CRDs reads it, too.
var objectRoot = gotypes.KnownMarker{Name: "kubebuilder:object:root", OnType: true, HasValue: true}

// markers are all markers that controller-gen reads.
var markers = sync.OnceValue(func() []gotypes.KnownMarker { return append(slices.Clone(gotypes.Markers()), objectRoot) })

// commonMarkers are the markers that public operators write most often, in this order.
var commonMarkers = []string{
	"optional", "required", "kubebuilder:validation:XValidation",
	"kubebuilder:validation:Enum", "kubebuilder:validation:MinLength", "kubebuilder:validation:MaxLength", "kubebuilder:validation:Pattern",
	"kubebuilder:validation:Minimum", "kubebuilder:validation:Maximum",
	"listType", "listMapKey", "kubebuilder:validation:MaxItems", "kubebuilder:validation:MinItems", "kubebuilder:default",
	"kubebuilder:printcolumn", "kubebuilder:subresource:status", "kubebuilder:resource", "kubebuilder:storageversion", "kubebuilder:object:root",
	"kubebuilder:validation:MaxProperties", "kubebuilder:validation:MinProperties", "kubebuilder:validation:Required", "kubebuilder:validation:Optional",
	"kubebuilder:metadata", "kubebuilder:validation:Format", "kubebuilder:validation:Type", "mapType", "nullable", "kubebuilder:subresource:scale",
	"kubebuilder:deprecatedversion", "kubebuilder:selectablefield",
}

// partners maps a marker to the one that is likely to follow it.
var partners = map[string]string{
	"listType": "listMapKey", "k8s:listType": "k8s:listMapKey",
	"kubebuilder:validation:MinLength": "kubebuilder:validation:MaxLength", "kubebuilder:validation:MaxLength": "kubebuilder:validation:MinLength",
	"kubebuilder:validation:MinItems": "kubebuilder:validation:MaxItems", "kubebuilder:validation:MaxItems": "kubebuilder:validation:MinItems",
	"kubebuilder:validation:Minimum": "kubebuilder:validation:Maximum", "kubebuilder:validation:Maximum": "kubebuilder:validation:Minimum",
}

// place returns the place of a marker among those that fit: a field that nothing calls optional or required gets that
// first, then come the partners of the markers that are there, then the common ones.
func (x *completer) place(k *gotypes.KnownMarker) int {
	i := slices.Index(commonMarkers, k.Name)
	if i < 0 {
		return len(commonMarkers)
	}
	says := func(names ...string) bool {
		return slices.ContainsFunc(x.subject.Markers, func(m gotypes.Marker) bool {
			return m.At().From != x.w.from && slices.ContainsFunc(names, m.Is)
		})
	}
	if k.Name == "optional" || k.Name == "required" {
		if says("optional", "required", "kubebuilder:validation:Optional", "kubebuilder:validation:Required", "k8s:optional", "k8s:required") {
			return len(commonMarkers)
		}
		return i
	}
	for of, partner := range partners {
		if partner == k.Name && says(of) {
			return 2
		}
	}
	if x.subject.IsKind && k.Keyword == "" {
		return i - len(commonMarkers) // the markers of a kind
	}
	return i + 3
}
