package crd

import (
	"reflect"
	"slices"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/schema"
)

func when(year int) metav1.Time {
	return metav1.NewTime(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC))
}

// managed has all that a server writes into metadata by itself.
func managed(uid string, version string, generation int64, year int) metav1.ObjectMeta {
	deleted, grace := when(year+1), int64(year)
	return metav1.ObjectMeta{
		Name: "a", Namespace: "b", UID: types.UID(uid), ResourceVersion: version, Generation: generation, CreationTimestamp: when(year),
		DeletionTimestamp: &deleted, DeletionGracePeriodSeconds: &grace, ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "c"}},
	}
}

func TestPrepareMetadata(t *testing.T) {
	prepared := func(m metav1.ObjectMeta, old *metav1.ObjectMeta) metav1.ObjectMeta {
		c := &CustomResourceDefinition{Metadata: m}
		if old == nil {
			prepareMetadata(c, nil)
		} else {
			prepareMetadata(c, &CustomResourceDefinition{Metadata: *old})
		}
		return c.Metadata
	}
	same := func(name string, got, want metav1.ObjectMeta) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, got, want)
		}
	}
	same("on create", prepared(managed("u", "7", 5, 2000), nil), metav1.ObjectMeta{Name: "a", ResourceVersion: "7", Generation: 1})

	old, is := managed("old", "1", 4, 2001), managed("new", "2", 9, 2002)
	want := managed("new", "2", 4, 2001)
	want.Namespace, want.ManagedFields, want.DeletionGracePeriodSeconds = "", nil, is.DeletionGracePeriodSeconds
	same("what is set", prepared(is, &old), want)

	want = old
	want.Namespace, want.ManagedFields = "", nil
	same("what is not set", prepared(metav1.ObjectMeta{Name: "a"}, &old), want)

	alive := managed("old", "", 4, 2001)
	alive.DeletionTimestamp, alive.DeletionGracePeriodSeconds = nil, nil
	want = managed("old", "1", 4, 2001)
	want.Namespace, want.ManagedFields, want.DeletionTimestamp, want.DeletionGracePeriodSeconds = "", nil, nil, nil
	same("what neither has", prepared(metav1.ObjectMeta{Name: "a"}, &alive), want)
	alive.ResourceVersion, want.ResourceVersion = "", "1"
	same("what a manifest does not have", prepared(metav1.ObjectMeta{Name: "a"}, &alive), want)
	same("a resource version of the old one", prepared(metav1.ObjectMeta{Name: "a"}, &metav1.ObjectMeta{ResourceVersion: "5"}), metav1.ObjectMeta{Name: "a", ResourceVersion: "5"})
	want.DeletionTimestamp = is.DeletionTimestamp
	same("a deletion that only the new one knows", prepared(metav1.ObjectMeta{Name: "a", DeletionTimestamp: is.DeletionTimestamp}, &alive), want)
}

// A generation below zero grows with a change of the spec, which the server sees
// in what schemas say.
func TestNegativeGeneration(t *testing.T) {
	spec := func(typ string) Spec {
		properties := make([]schema.Property, 20)
		for i := range properties {
			properties[i] = schema.Property{Name: string(rune('a' + i)), Schema: &schema.Schema{Type: typ}}
		}
		return Spec{Versions: []Version{{Schema: &Validation{&schema.Schema{Properties: schema.NewProperties(properties)}}}}}
	}
	for typ, want := range map[string]int64{"string": -7, "integer": -6} {
		c, old := &CustomResourceDefinition{Spec: spec(typ)}, &CustomResourceDefinition{Spec: spec("string")}
		old.Metadata.Generation = -7
		prepareMetadata(c, old)
		if c.Metadata.Generation != want {
			t.Errorf("%s after string: generation %d, want %d", typ, c.Metadata.Generation, want)
		}
	}
}

func TestPrepareStatus(t *testing.T) {
	stored := append(make([]string, 0, 4), "v1")
	old := &CustomResourceDefinition{Status: Status{StoredVersions: stored, AcceptedNames: Names{Kind: "Old"}, Conditions: []Condition{{Type: "Established", Status: "True"}}}}
	for storage, want := range map[string][]string{"v1": {"v1"}, "v2": {"v1", "v2"}, "": {"v1"}} {
		c := &CustomResourceDefinition{Status: Status{StoredVersions: []string{"v7"}, AcceptedNames: Names{Kind: "New"}}}
		c.Spec.Versions = []Version{{Name: "v0"}, {Name: storage, Storage: storage != ""}}
		prepare(c, old)
		if !slices.Equal(c.Status.StoredVersions, want) || c.Status.AcceptedNames.Kind != "Old" || !c.Established() {
			t.Errorf("%q is stored: %+v, want %q", storage, c.Status, want)
		}
		if all := stored[:cap(stored)]; all[1] != "" {
			t.Errorf("the old status is changed: %q", all)
		}
		prepare(c, nil)
		if c.Established() || c.Status.AcceptedNames.Kind != "" || len(c.Status.StoredVersions) > 1 {
			t.Errorf("%q is stored: a new CRD has a status: %+v", storage, c.Status)
		}
	}
}

func TestDefault(t *testing.T) {
	c := &CustomResourceDefinition{}
	c.Default()
	if c.Spec.Conversion.Strategy != "None" || c.Spec.Names.ListKind != "" || c.Spec.Names.Singular != "" || c.Status.StoredVersions != nil {
		t.Errorf("nothing becomes %+v", c)
	}
	port := int32(1)
	c = &CustomResourceDefinition{Spec: Spec{
		Names:      Names{Kind: "Widget"},
		Versions:   []Version{{Name: "v1"}, {Name: "v2", Storage: true}, {Name: "v3", Storage: true}},
		Conversion: &Conversion{Strategy: "a", Webhook: &Webhook{ClientConfig: &ClientConfig{Service: &Service{}}}},
	}}
	c.Default()
	if n := c.Spec.Names; n.ListKind != "WidgetList" || n.Singular != "widget" {
		t.Errorf("names %+v", n)
	}
	if !slices.Equal(c.Status.StoredVersions, []string{"v2"}) || c.Spec.Conversion.Strategy != "a" || *c.Spec.Conversion.Webhook.ClientConfig.Service.Port != 443 {
		t.Errorf("%+v", c)
	}
	c.Spec.Names = Names{Kind: "Widget", ListKind: "Widgets", Singular: "thing"}
	c.Spec.Conversion.Webhook.ClientConfig.Service.Port = &port
	c.Status.StoredVersions = []string{"v0"}
	c.Default()
	if n := c.Spec.Names; n.ListKind != "Widgets" || n.Singular != "thing" || c.Status.StoredVersions[0] != "v0" || *c.Spec.Conversion.Webhook.ClientConfig.Service.Port != 1 {
		t.Errorf("what is set changes: %+v", c)
	}
}

func TestEstablished(t *testing.T) {
	for _, test := range []struct {
		conditions []Condition
		want       bool
	}{
		{nil, false}, {[]Condition{{Type: "Established", Status: "True"}}, true}, {[]Condition{{Type: "Established", Status: "False"}}, false},
		{[]Condition{{Type: "NamesAccepted", Status: "True"}}, false}, {[]Condition{{Type: "NamesAccepted", Status: "True"}, {Type: "Established", Status: "False"}}, false},
		{[]Condition{{Type: "NamesAccepted", Status: "False"}, {Type: "Established", Status: "True"}}, true},
	} {
		c := &CustomResourceDefinition{Status: Status{Conditions: test.conditions}}
		if c.Established() != test.want {
			t.Errorf("%v: %t", test.conditions, !test.want)
		}
		c.AssumeEstablished()
		if c.Established() != (test.want || test.conditions == nil) {
			t.Errorf("%v is assumed to be other than it says", test.conditions)
		}
	}
}

func TestHasStatus(t *testing.T) {
	for want, subresources := range map[bool][]*Subresources{false: {nil, {}, {Scale: &Scale{}}}, true: {{Status: &struct{}{}}}} {
		for _, s := range subresources {
			if v := (&Version{Subresources: s}); v.HasStatus() != want {
				t.Errorf("%+v: %t", s, !want)
			}
		}
	}
}
