package coretypes

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

func TestIs(t *testing.T) {
	for fields, want := range map[string]bool{
		"lastTransitionTime message observedGeneration reason status type": true,  // metav1.Condition
		"matchExpressions matchLabels":                                     true,  // metav1.LabelSelector
		"matchExpressions matchLabels namespaces":                          false, // more than that
		"apiVersion controller kind name uid":                              true,  // metav1.OwnerReference
		"limits requests claims":                                           true,
		"limits":                                                           false,
		"name value":                                                       false, // also anybody's
		"":                                                                 false,
	} {
		var list []schema.Property
		for _, f := range strings.Fields(fields) {
			list = append(list, schema.Property{Name: f, Schema: &schema.Schema{Type: "string"}})
		}
		if got := Is(schema.NewProperties(list)); got != want {
			t.Errorf("%s: %t", fields, got)
		}
	}
}
