package upgrade

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/crdedit"
)

// TestNamesNotAccepted: a new short name that is the plural of the CRD breaks, even in an alpha version, and is not
// called a compatible change as well. A CRD that has had it all along may keep it.
func TestNamesNotAccepted(t *testing.T) {
	named := func(short ...string) crdedit.Value {
		v := widget(t, "a: {type: string}", "", "")
		spec := v["spec"].(map[string]any)
		list := []any{}
		for _, s := range short {
			list = append(list, s)
		}
		spec["names"].(map[string]any)["shortNames"] = list
		spec["versions"].([]any)[0].(map[string]any)["name"] = "v1alpha1"
		return v
	}
	for _, c := range []struct {
		name     string
		old, new crdedit.Value
		want     []string
	}{
		{"added", named(), named("widgets"), []string{"names-not-accepted"}},
		{"added beside another", named("wd"), named("wd", "widget", "w"), []string{"names-not-accepted", "name-added"}},
		{"kept", named("widgets"), named("widgets"), nil},
		{"kept beside a new one", named("widgets"), named("widgets", "wd"), []string{"name-added"}},
	} {
		was, is := newServer(c.old, nil), newServer(c.new, nil)
		var got []string
		for _, change := range Compare(was.crd, is.crd, &is.checked, Options{Server: &server}) {
			got = append(got, change.Kind.ID)
			if breaks := change.Kind == &namesNotAccepted; change.Breaking != breaks {
				t.Errorf("%s: %s: Breaking is %t", c.name, change.Message, change.Breaking)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
