package diffrun

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/upgrading/others"
	"github.com/crdtool/crdtool/kube"
)

// TestBoth: whoever takes objects through the CRDs gets what witnesses were looked for with,
// and the error for what cannot be read or is refused.
func TestBoth(t *testing.T) {
	d := New(kube.Latest, Options{})
	b := d.both(manyFields(1, "{type: string, maxLength: 5}"), manyFields(1, "{type: string, maxLength: 3}"))
	d.compare(b)
	before, after, err := b.Resources()
	if err != nil || before == nil || after == nil {
		t.Fatal(before, after, err)
	}
	if again, _ := b.resource(b.Was); again != before {
		t.Error("the old CRD is made anew")
	}
	if again, _ := b.resource(b.Is); again != after {
		t.Error("the new CRD is made anew")
	}
	if other, err := b.resource(b.Is.Copy()); err != nil || other == after {
		t.Errorf("another CRD is taken for the new one: %v", err)
	}

	good, bad := manyFields(1, "{type: string}"), manyFields(1, "{type: text}")
	beta := source.Read("beta.yaml", []byte(strings.Replace(string(good.Text), "io/v1\n", "io/v1beta1\n", 1))).Documents[0]
	odd := source.Read("odd.yaml", []byte(strings.Replace(string(good.Text), "versions:", "versions: 1\n  versions2:", 1))).Documents[0]
	for _, c := range []struct {
		old, new *source.Document
		err      string
	}{
		{good, bad, "the server refuses the new CRD in " + bad.File.Name},
		{beta, good, "the CRD in beta.yaml cannot be read"},
		{good, beta, "the CRD in beta.yaml cannot be read"},
		{odd, beta, "the CRD in odd.yaml cannot be read"},
		{good, odd, "the CRD in odd.yaml cannot be read"},
	} {
		b := d.both(c.old, c.new)
		d.compare(b)
		if _, _, err := b.Resources(); err == nil || err.Error() != c.err {
			t.Errorf("got %v, want %s", err, c.err)
		}
	}

	b = d.both(good, nil)
	d.removed(b)
	if before, after, err := b.Resources(); before == nil || after != nil || err != nil {
		t.Errorf("of a CRD that is gone: %v, %v, %v", before, after, err)
	}
}

// TestBothUnderProfile: a profile that asks the server about the old CRD alone leaves it as
// it is.
func TestBothUnderProfile(t *testing.T) {
	profile := others.New("crd-schema-checker", others.Settings{})
	if !profile.NeedsCosts {
		t.Fatal("the profile reads no costs")
	}
	old := manyFields(1, "{type: string, maxLength: 5}")
	old = source.Read("old.yaml", []byte(string(old.Text)+"status: {conditions: [{type: Terminating, status: \"True\"}]}\n")).Documents[0]
	d := New(kube.Latest, Options{Profile: profile})
	b := d.both(old, manyFields(1, "{type: string, maxLength: 3}"))
	d.compare(b)
	if b.Was == nil || !b.Was.Terminating() {
		t.Error("the old CRD is not the one that was compared")
	}
}
