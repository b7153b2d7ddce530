package config

import (
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
)

func TestNearer(t *testing.T) {
	c, found := Read(source.Read("sub/"+Name, []byte("crds: [old]\npaths: {crds: [charts/a/crds, one.yaml, 'rel-*/crds']}\n")))
	if c == nil {
		t.Fatal(found)
	}
	for _, pair := range [][2]string{
		{"sub/charts/a/crds/x.yaml", "sub/config/crd/bases/x.yaml"},
		{"sub/one.yaml", "sub/config/crd/bases/x.yaml"},
		{"sub/old/x.yaml", "sub/config/crd/bases/x.yaml"},
		{"sub/rel-2/crds/deep/x.yaml", "config/crd/bases/x.yaml"},
		{"sub/config/crd/bases/x.yaml", "sub/charts/b/crds/x.yaml"},
		{"sub/config/crd/bases/x.yaml", "sub/charts/a/crds-old/x.yaml"},
	} {
		if c.Nearer(pair[0], pair[1]) >= 0 || c.Nearer(pair[1], pair[0]) <= 0 {
			t.Errorf("%s is not nearer than %s", pair[0], pair[1])
		}
	}
	if d := Default(); d.Nearer("config/crd/a.yaml", "dist/a.yaml") >= 0 {
		t.Error("without paths, bases are not nearer than what is made of them")
	}
}
