package words

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	for name, want := range map[string][]string{
		"":                nil,
		"replicas":        {"replicas"},
		"httpGet":         {"http", "Get"},
		"podIPs":          {"pod", "IPs"},
		"podIPsAllowed":   {"pod", "IPs", "Allowed"},
		"HTTPRoute":       {"HTTP", "Route"},
		"baseURL":         {"base", "URL"},
		"sha256Sum":       {"sha256", "Sum"},
		"s3Bucket":        {"s3", "Bucket"},
		"max_connections": {"max", "connections"},
		"--Xmx":           {"Xmx"},
		"x-kubernetes-é":  {"x", "kubernetes", "é"},
		"ÜberGröße":       {"Über", "Größe"},
	} {
		if got := Split(name); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestPlurals(t *testing.T) {
	for word, want := range map[string]string{
		"": "", "policy": "policies", "gateway": "gateways", "ingress": "ingresses", "switch": "switches", "box": "boxes",
		"class": "classes", "y": "ys", "index": "indexes",
	} {
		if got := Plural(word); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
		if word != "" && !IsPlural(want, word) {
			t.Errorf("%q is not taken for the plural of %q", want, word)
		}
	}
	for _, pair := range [][2]string{{"indices", "index"}, {"analyses", "analysis"}, {"settings", "settings"}, {"databases", "database"}} {
		if !IsPlural(pair[0], pair[1]) {
			t.Errorf("%q is not taken for the plural of %q", pair[0], pair[1])
		}
	}
	if IsPlural("policy", "policy") || IsPlural("crontabs", "schedule") {
		t.Error("any word is taken for a plural")
	}
}

func TestCamel(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "HTTPRoute": "httpRoute", "max_connections": "maxConnections", "pod-ips": "podIps", "already": "already", "Über_größe": "überGröße",
	} {
		if got := Camel(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
