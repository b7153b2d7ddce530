package crd

import (
	"fmt"
	"slices"
	"testing"
)

// TestNameConflicts holds what the naming controller of the server comes to, with the passes that it takes.
func TestNameConflicts(t *testing.T) {
	stored := Names{Plural: "widgets", Singular: "widget", Kind: "Widget", ListKind: "WidgetList"}
	with := func(change func(*Names)) Names {
		n := stored
		change(&n)
		return n
	}
	short := func(names ...string) Names { return with(func(n *Names) { n.ShortNames = names }) }
	for name, c := range map[string]struct {
		old, accepted, updated Names
		want                   []string
	}{
		"new short name":                {old: stored, updated: short("wd")},
		"short name is the plural":      {old: stored, updated: short("wd", "widgets"), want: []string{"shortNames[1] widgets: plural"}},
		"short name is the singular":    {old: stored, updated: short("widget"), want: []string{"shortNames[0] widget: singular"}},
		"as it was created":             {old: short("widget"), updated: short("widget")},
		"created with it, and one more": {old: short("widget"), updated: short("widget", "wd")},
		"old singular kept as a short name": {
			old: stored, updated: with(func(n *Names) { n.Singular, n.ShortNames = "thing", []string{"widget"} }),
		},
		"short name becomes the singular": {
			old: short("wd"), updated: with(func(n *Names) { n.Singular = "wd" }),
		},
		"short name is also the singular": {
			old: short("wd"), updated: with(func(n *Names) { n.Singular, n.ShortNames = "wd", []string{"wd"} }),
			want: []string{"singular[-1] wd: shortNames"},
		},
		"singular and short name swap": {
			old: short("wd"), updated: with(func(n *Names) { n.Singular, n.ShortNames = "wd", []string{"widget"} }),
			want: []string{"singular[-1] wd: shortNames", "shortNames[0] widget: singular"},
		},
		"never accepted in the cluster": {
			old: short("widget"), accepted: stored, updated: short("widget"), want: []string{"shortNames[0] widget: singular"},
		},
	} {
		old := &CustomResourceDefinition{Spec: Spec{Names: c.old}, Status: Status{AcceptedNames: c.accepted}}
		var got []string
		for _, conflict := range NameConflicts(old, &CustomResourceDefinition{Spec: Spec{Names: c.updated}}) {
			got = append(got, fmt.Sprintf("%s[%d] %s: %s", conflict.Field, conflict.Index, conflict.Name, conflict.UsedIn))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: conflicts are %q, want %q", name, got, c.want)
		}
	}
}
