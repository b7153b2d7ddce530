package crd

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/text/code"
)

const version1 = `  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`

// TestMetadata has faults of metadata, and where in the file they are.
func TestMetadata(t *testing.T) {
	for name, test := range map[string]struct {
		change func(m *metav1.ObjectMeta)
		want   string
	}{
		"no name":                    {func(m *metav1.ObjectMeta) { m.Name = "" }, "metadata.name " + string(code.CRDNameRequired)},
		"another name":               {func(m *metav1.ObjectMeta) { m.Name = "other.example.com" }, "metadata.name " + string(code.CRDNameParts)},
		"a name of another form":     {func(m *metav1.ObjectMeta) { m.Name = "Widgets.example.com" }, "metadata.name " + string(code.CRDNameForm) + "\nmetadata.name " + string(code.CRDNameParts)},
		"a name that ends in a dash": {func(m *metav1.ObjectMeta) { m.Name = "widgets.example.com-" }, "metadata.name " + string(code.CRDNameForm) + "\nmetadata.name " + string(code.CRDNameParts)},
		"a generated name":           {func(m *metav1.ObjectMeta) { m.GenerateName = "a-" }, "metadata.generateName " + string(code.CRDNameParts)},
		"a beginning of no name":     {func(m *metav1.ObjectMeta) { m.GenerateName = "AB-" }, "metadata.generateName " + string(code.CRDNameForm) + "\nmetadata.generateName " + string(code.CRDNameParts)},
		"the key of a label":         {func(m *metav1.ObjectMeta) { m.Labels = map[string]string{"?": "b", "c": "d"} }, "metadata.labels.? " + string(code.Metadata)},
		"the value of a label":       {func(m *metav1.ObjectMeta) { m.Labels = map[string]string{"a": "?", "c": "d"} }, "metadata.labels.a " + string(code.Metadata)},
		"an annotation": {func(m *metav1.ObjectMeta) {
			m.Annotations = map[string]string{"?": "b"}
			m.Labels = map[string]string{"a": "?"}
		}, "metadata.annotations.? " + string(code.Metadata) + "\nmetadata.labels.a " + string(code.Metadata)},
		"nothing": {func(*metav1.ObjectMeta) {}, ""},
	} {
		c := read(t, version1)
		test.change(&c.Metadata)
		found := check(c, nil).Findings
		lines := strings.Split(told(found), "\n")
		slices.Sort(lines)
		want := strings.Split(test.want, "\n")
		slices.Sort(want)
		if !slices.Equal(lines, want) {
			t.Errorf("%s:\n%s\nwant:\n%s", name, strings.Join(lines, "\n"), test.want)
		}
	}
}

// What is only wrong for every kind is said on create if nothing else is wrong.
func TestCommonMetadata(t *testing.T) {
	c := read(t, version1)
	k := &checker{Checker: newest, crd: c}
	c.Metadata.Name = "a/b"
	if k.commonMetadata(); len(k.found) != 1 {
		t.Errorf("a slash in a name: %s", told(k.found))
	}
	if k.commonMetadata(); len(k.found) != 1 {
		t.Errorf("it is said beside others: %s", told(k.found))
	}
	k.old, k.found = read(t, version1), k.found[:0]
	if k.commonMetadata(); len(k.found) < 2 {
		t.Errorf("on update: %s", told(k.found))
	}
}

// What becomes of a prefix need not be a name.
func TestPathSegment(t *testing.T) {
	for name, want := range map[string][2]bool{"a": {true, true}, "..": {false, true}, ".": {false, true}, "a/b": {false, false}, "a%b": {false, false}} {
		if ok := [2]bool{len(pathSegment(name, false)) == 0, len(pathSegment(name, true)) == 0}; ok != want {
			t.Errorf("%s: as a name and as a prefix %t, want %t", name, ok, want)
		}
	}
}

func TestMergeOwners(t *testing.T) {
	for owners, test := range map[string]struct{ kept, uids, at string }{
		"ab":     {"ab", "", ""},
		"aba":    {"ab", "a", "metadata.ownerReferences.2"},
		"aa":     {"a", "a", "metadata.ownerReferences.1"},
		"abbcba": {"abc", "b, b, a", "metadata.ownerReferences.2"},
	} {
		k := &checker{Checker: newest, crd: &CustomResourceDefinition{}}
		for _, o := range owners {
			k.crd.Metadata.OwnerReferences = append(k.crd.Metadata.OwnerReferences, metav1.OwnerReference{UID: types.UID(o)})
		}
		k.mergeOwners()
		kept := ""
		for _, o := range k.crd.Metadata.OwnerReferences {
			kept += string(o.UID)
		}
		if kept != test.kept || len(k.warned) > 0 != (test.at != "") {
			t.Errorf("%s becomes %s with warnings %+v", owners, kept, k.warned)
		}
		for _, w := range k.warned {
			if at(w.Path) != test.at || !strings.HasSuffix(w.Detail, "observed: "+test.uids) {
				t.Errorf("%s: warning at %s: %s", owners, at(w.Path), w.Detail)
			}
		}
	}
}

// TestOwnersThatDiffer: references of one UID are others if any field differs, also one
// that is not set and one that is false.
func TestOwnersThatDiffer(t *testing.T) {
	yes, no := true, false
	owners := []metav1.OwnerReference{
		{}, {APIVersion: "a"}, {Kind: "a"}, {Name: "a"},
		{Controller: &yes}, {Controller: &no}, {BlockOwnerDeletion: &yes}, {BlockOwnerDeletion: &no},
		{Controller: &yes, BlockOwnerDeletion: &no},
	}
	k := &checker{Checker: newest, crd: &CustomResourceDefinition{}}
	k.crd.Metadata.OwnerReferences = slices.Clone(owners)
	if k.mergeOwners(); len(k.warned) > 0 || len(k.crd.Metadata.OwnerReferences) != len(owners) {
		t.Errorf("of %d there are %d left", len(owners), len(k.crd.Metadata.OwnerReferences))
	}
	again := true // another pointer to the same
	k.crd.Metadata.OwnerReferences = append(slices.Clone(owners), metav1.OwnerReference{Controller: &again})
	if k.mergeOwners(); len(k.warned) != 1 || len(k.crd.Metadata.OwnerReferences) != len(owners) {
		t.Errorf("of %d and one of them there are %d left", len(owners), len(k.crd.Metadata.OwnerReferences))
	}
}

// TestLabelsWithOneValue: of several labels with a value that is wrong the first is
// shown.
func TestLabelsWithOneValue(t *testing.T) {
	k := &checker{Checker: newest, crd: read(t, version1)}
	k.crd.Metadata.Labels = map[string]string{}
	const count = 50 // few may come in their order by chance
	for i := range count {
		k.crd.Metadata.Labels[fmt.Sprintf("a%02d", i)] = "#"
	}
	k.commonMetadata()
	for _, f := range k.found {
		if got := at(f.Path); got != "metadata.labels.a00" {
			t.Errorf("shown at %s", got)
		}
	}
	if len(k.found) != count {
		t.Errorf("%d findings", len(k.found))
	}
}

func TestApprovalOf(t *testing.T) {
	for text, want := range map[string]approval{
		"": approvalMissing, "unapproved": approvalBypassed, "unapproved, since": approvalBypassed, "https://a/b": approved, "http://a": approved,
		"https:///b": approvalInvalid, "https:a": approvalInvalid, "//a/b": approvalInvalid, "/a": approvalInvalid, "a": approvalInvalid, "http://%": approvalInvalid,
	} {
		c := &CustomResourceDefinition{Metadata: metav1.ObjectMeta{Annotations: map[string]string{approvedAnnotation: text}}}
		if got := approvalOf(c); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestApprovalIsOfGroups(t *testing.T) {
	for group, want := range map[string]bool{
		"k8s.io": true, "kubernetes.io": true, "a.k8s.io": true, "a.kubernetes.io": true, "ak8s.io": false, "akubernetes.io": false, "example.com": false, "k8s.io.example.com": false,
	} {
		for _, old := range []string{"", "a", "none"} {
			c := &CustomResourceDefinition{Spec: Spec{Group: group}}
			k := &checker{Checker: newest, crd: c}
			if old != "none" {
				k.old = &CustomResourceDefinition{Metadata: metav1.ObjectMeta{Annotations: map[string]string{approvedAnnotation: old}}}
			}
			k.approval()
			if asked := len(k.found) == 1; asked != (want && old != "") {
				t.Errorf("%s, where the annotation was %q: %s", group, old, told(k.found))
			}
		}
	}
}
