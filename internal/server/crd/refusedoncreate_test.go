package crd

import (
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// TestRefusedAlone: only what is wrong with a schema tells what becomes of a CRD that replaces
// none, and not even that where an update keeps what is dropped on create.
func TestRefusedAlone(t *testing.T) {
	const good, wrong = "{type: object}", "{type: object, properties: {a: {type: strin}}}"
	const optional = "{type: object, properties: {a: {type: string, x-kubernetes-validations: [{rule: self == 'a', optionalOldSelf: true}]}}}"
	for name, test := range map[string]struct {
		old, new string
		minor    int
		want     bool
	}{
		"accepted":                             {v("v1", true, good), v("v1", true, good), kube.Latest.Minor, false},
		"wrong in the schema":                  {v("v1", true, good), v("v1", true, wrong), kube.Latest.Minor, true},
		"wrong in the second schema":           {v("v1", true, good), v("v1", true, good) + v("v2", false, wrong), kube.Latest.Minor, true},
		"no schema":                            {v("v1", true, good), "  - {name: v1, served: true, storage: true}\n", kube.Latest.Minor, true},
		"wrong beside the schema":              {v("v1", true, good), v("v1", true, good) + "    additionalPrinterColumns: [{name: a, type: string}]\n", kube.Latest.Minor, false},
		"wrong in an update alone":             {v("v0", true, good), v("v1", true, good), kube.Latest.Minor, false},
		"what is dropped on no create":         {v("v1", true, optional), v("v1", true, optional), kube.Latest.Minor, true},
		"what is dropped on create":            {v("v1", true, optional), v("v1", true, optional), 29, false},
		"where something is dropped on create": {v("v1", true, good), v("v1", true, wrong), 29, false},
		"where nothing is known to drop":       {v("v1", true, good), v("v1", true, wrong), 28, true},
	} {
		ch := NewChecker(behaviour.Of(kube.Version{Minor: test.minor}))
		old := read(t, "  versions:\n"+test.old)
		old.AssumeEstablished()
		a := ch.Check(read(t, "  versions:\n"+test.new), old)
		if got := a.RefusedAlone(); got != test.want {
			t.Errorf("%s: %t for\n%s", name, got, told(a.Findings))
		}
	}
}

// TestInSchema: of what stands in a version only the schema counts.
func TestInSchema(t *testing.T) {
	first := finding.Root("spec", "versions").Index(0)
	for _, test := range []struct {
		path *finding.Path
		want bool
	}{
		{first.Child("schema"), true},
		{first.Child("schema", "openAPIV3Schema", "type"), true},
		{first, false},
		{first.Child("name"), false},
		{finding.Root("spec", "conversion").Index(0).Child("schema"), false},
		{finding.Root("status", "versions").Index(0).Child("schema"), false},
		{nil, false},
	} {
		if got := inSchema(test.path); got != test.want {
			t.Errorf("%s: %t", test.path.File(), got)
		}
	}
}

// TestRefusedAloneIsRefused: a server refuses on create what it is said to refuse there.
func TestRefusedAloneIsRefused(t *testing.T) {
	cases, err := golden.Cases("../../../testdata/crd")
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, minor := range []int{25, 30, kube.Latest.Minor} {
		ch := NewChecker(behaviour.Of(kube.Version{Minor: minor}))
		for _, c := range cases {
			if c.Old == nil {
				continue
			}
			decode := func(text []byte) *CustomResourceDefinition {
				f := source.Read(c.Name, text)
				if len(f.Documents) != 1 {
					return nil
				}
				crd, _ := ch.Decode(f.Documents[0])
				return crd
			}
			is, old, alone := decode(c.CRD), decode(c.Old), decode(c.CRD)
			if is == nil || old == nil {
				continue
			}
			old.AssumeEstablished()
			a := ch.Check(is, old)
			if !a.RefusedAlone() {
				continue
			}
			refused++
			if created := ch.Check(alone, nil); len(created.Findings) == 0 {
				t.Errorf("%s is accepted on create by 1.%d, and refused as an update:\n%s", c.Name, minor, told(a.Findings))
			}
		}
	}
	if refused < 100 {
		t.Errorf("%d are refused, too few to tell", refused)
	}
}
