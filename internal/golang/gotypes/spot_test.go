package gotypes

import (
	"strings"
	"testing"
)

func TestSpots(t *testing.T) {
	types, _ := widgets(t, planned)
	for _, c := range []struct {
		path, keyword string
		value         any
		want          string // the markers, and what they are on
	}{
		{"hosts", "maxItems", int64(64), "+kubebuilder:validation:MaxItems=64 on Hosts"},
		{"hosts.items", "maxLength", int64(253), "+kubebuilder:validation:items:MaxLength=253 on Hosts"},
		{"hosts", "minItems", nil, "+kubebuilder:validation:MinItems on Hosts, set"},
		{"names.items", "maxLength", int64(253), "+kubebuilder:validation:items:MaxLength=253 on Names"},
		{"byName.additionalProperties", "x-kubernetes-validations", map[string]any{"rule": "true"}, `+kubebuilder:validation:XValidation:rule="true" on Part`},
		{"first", "x-kubernetes-validations", nil, "+kubebuilder:validation:XValidation on Part"}, // a rule about fields is for the type that has them
		{"set", "x-kubernetes-validations", nil, "+kubebuilder:validation:XValidation on Set, set"},
		{"items", "x-kubernetes-list-map-keys", []string{"a", "b"}, "+listMapKey=a +listMapKey=b on Items, set"},
		{"longer", "required", nil, "+required on Longer"},
		{"longer", "maxItems", int64(1), ""},
		{"longer", "description", nil, ""},
	} {
		s, ok := types.Spot(path("spec.versions[0].schema.openAPIV3Schema.properties.spec.properties."+c.path), c.keyword, c.value)
		got := ""
		if ok {
			got = strings.Join(s.Markers, " ") + " on " + s.On
			if s.Set {
				got += ", set"
			}
		}
		if got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.keyword, c.path, got, c.want)
		}
	}
}
