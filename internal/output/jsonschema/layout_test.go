package jsonschema_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/output/jsonschema"
)

func TestLayouts(t *testing.T) {
	docs := []jsonschema.Document{
		{Group: "gateway.networking.k8s.io", Version: "v1", Kind: "HTTPRoute"},
		{Group: "gateway.example.com", Version: "v1", Kind: "Gateway"},
	}
	for layout, want := range map[jsonschema.Layout]string{
		jsonschema.Kubeconform: "gateway.networking.k8s.io/httproute_v1.json",
		jsonschema.Kubeval:     "httproute-gateway-v1.json",
		jsonschema.Flat:        "httproute-gateway.networking.k8s.io-v1.json",
	} {
		paths, err := layout.Paths(docs)
		if err != nil || paths[0] != want {
			t.Errorf("%s: %v %v, want %s", layout, paths, err, want)
		}
	}
	docs[1].Kind = "HTTPRoute"
	_, err := jsonschema.Kubeval.Paths(docs)
	const want = `HTTPRoute of gateway.networking.k8s.io/v1 and of gateway.example.com/v1 would both be in "httproute-gateway-v1.json"; choose the layout "kubeconform"`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	docs[1].Group = jsonschema.ByKindPath
	_, err = jsonschema.Kubeconform.Paths(docs)
	const taken = `the folder of the group all.json and the schema of all kinds would both be "all.json"; choose the layout "flat"`
	if err == nil || err.Error() != taken {
		t.Errorf("got %v, want %s", err, taken)
	}
	if _, err := jsonschema.Flat.Paths(docs); err != nil {
		t.Error(err)
	}
}
