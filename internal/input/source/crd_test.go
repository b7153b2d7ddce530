package source

import "testing"

func TestCRDs(t *testing.T) {
	for _, c := range []struct {
		apiVersion, kind string
		meant, is        bool
	}{
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", true, true},
		{"apiextensions.k8s.io/v1beta1", "CustomResourceDefinition", true, false},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinitio", true, false},
		{"apiextensions.k8s.io/v1", "", true, false},
		{"", "CustomResourceDefinition", true, false},
		{"example.com/v1", "CustomResourceDefinition", true, false},
		{"apiextensions.k8s.io/v1", "ConversionReview", false, false},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinitionList", false, false},
		{"apiextensions.k8s.io.example.com/v1", "Widget", false, false},
		{"v1", "ConfigMap", false, false},
		{"", "", false, false},
	} {
		f := Read("f.yaml", []byte("apiVersion: "+c.apiVersion+"\nkind: "+c.kind+"\n"))
		if len(f.Documents) != 1 {
			t.Fatalf("%v: %d documents", c, len(f.Documents))
		}
		d := f.Documents[0]
		if d.MeantAsCRD() != c.meant || d.IsCRD() != c.is {
			t.Errorf("%s %s: meant %v, is %v", c.apiVersion, c.kind, d.MeantAsCRD(), d.IsCRD())
		}
	}
}

// An item of a CRD list is a CRD without saying so.
func TestCRDOfList(t *testing.T) {
	f := Read("f.yaml", []byte("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinitionList\nitems:\n- spec: {}\n"))
	if len(f.Documents) != 1 || !f.Documents[0].IsCRD() || !f.Documents[0].MeantAsCRD() {
		t.Errorf("%d documents", len(f.Documents))
	}
}
