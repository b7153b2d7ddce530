package ownership_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/server/ownership"
)

func TestLocate(t *testing.T) {
	object := map[string]any{
		"metadata": map[string]any{"labels": map[string]any{"a.b/c": "x", "a": map[string]any{"b/c": 1}}},
		"spec": map[string]any{
			"ports": []any{
				map[string]any{"name": "http", "port": int64(80)},
				map[string]any{"name": `we"ird]`, "port": int64(81), "tls": true},
			},
			"both":  []any{map[string]any{"port": int64(80), "protocol": "TCP"}, map[string]any{"port": int64(8080), "protocol": "TCP"}},
			"more":  []any{map[string]any{"port": int64(1)}, map[string]any{"port": int64(1), "protocol": "UDP"}, map[string]any{"port": int64(2), "protocol": "UDP"}},
			"some":  []any{map[string]any{"name": "e", "port": int64(2)}, map[string]any{"port": int64(2), "odd": true}},
			"tags":  []any{"x", "y"},
			"lists": []any{[]any{"a"}, []any{"b", "c"}},
		},
	}
	for printed, want := range map[string]string{
		`.spec.ports[name="http"].port`:                   "spec.ports[0].port",
		`.spec.ports[name="we\"ird]",port=81].tls`:        "spec.ports[1].tls",
		`.spec.ports[name="http",protocol="TCP",port=80]`: "spec.ports[0]",
		`.spec.both[port=8080,protocol="TCP"]`:            "spec.both[1]",
		`.spec.more[port=1,protocol="UDP"]`:               "spec.more[0]",
		`.spec.more[port=2,protocol="UDP"]`:               "spec.more[2]",
		`.spec.more[port=2,protocol="TCP"]`:               "<nil>",
		`.spec.some[port=2].odd`:                          "spec.some[1].odd",
		`.spec.some[port=2].none`:                         "<nil>",
		`.spec.lists[2]`:                                  "<nil>",
		`.spec.tags[="y"]`:                                "spec.tags[1]",
		`.spec.lists[1][0]`:                               "spec.lists[1][0]",
		`.metadata.labels.a.b/c`:                          `metadata.labels.a.b/c`,
		`.spec.ports[name="smtp"]`:                        "<nil>",
		`.spec.none`:                                      "<nil>",
		`.spec.ports[name="http"`:                         "<nil>",
	} {
		if got := ownership.Locate(object, printed).Server(); got != want {
			t.Errorf("%s: got %s, want %s", printed, got, want)
		}
	}
}
