package crdtest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/crdtest"
)

func TestCreateWritesBack(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	l := lamp(LampSpec{Watts: 40, Colour: "red", Bulbs: []Bulb{{Name: "a"}}})
	lit := true
	l.Status.Lit = &lit
	if err := c.Create(l); err != nil {
		t.Fatal(err)
	}
	if want := (LampSpec{Socket: "E27", Watts: 40, Bulbs: []Bulb{{Name: "a", Colour: "white"}}}); !reflect.DeepEqual(l.Spec, want) {
		t.Errorf("spec is %+v, want %+v", l.Spec, want)
	}
	if l.Status.Lit != nil {
		t.Error("create writes status")
	}
	if l.UID == "" || l.ResourceVersion == "" || l.Generation != 1 || l.CreationTimestamp.IsZero() {
		t.Errorf("the server's metadata lacks something: %+v", l.ObjectMeta)
	}
	program := filepath.Base(os.Args[0])
	if len(l.ManagedFields) != 1 || l.ManagedFields[0].Manager != program || l.ManagedFields[0].Time == nil {
		t.Errorf("managedFields are %+v, want those of %s", l.ManagedFields, program)
	}
	if l.Kind != "" || l.APIVersion != "" {
		t.Errorf("the type meta is set to %v", l.TypeMeta)
	}
	if got := c.Warnings(); len(got) != 1 || got[0] != `unknown field "spec.colour"` {
		t.Errorf("warnings %q", got)
	}
	err := c.Create(lamp(LampSpec{Colour: "red"}), crdtest.FieldValidation("Strict"))
	if !apierrors.IsBadRequest(err) || !strings.Contains(err.Error(), `strict decoding error: unknown field "spec.colour"`) {
		t.Errorf("got %v", err)
	}
}

func TestErrorsAreTheClients(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	l := lamp(LampSpec{})
	crdtest.MustCreate(t, c, l)
	stale := *l
	l.Spec.Watts = 10
	crdtest.MustUpdate(t, c, l)
	if l.Generation != 2 || l.ResourceVersion == stale.ResourceVersion {
		t.Errorf("after an update: generation %d, resourceVersion %s", l.Generation, l.ResourceVersion)
	}
	for _, test := range []struct {
		name string
		err  error
		is   func(error) bool
		want *metav1.StatusDetails
	}{
		{"invalid", c.Create(lamp(LampSpec{Watts: 70})), apierrors.IsInvalid, &metav1.StatusDetails{
			Group: "example.com", Kind: "Lamp", Name: "desk",
			Causes: []metav1.StatusCause{{Type: "FieldValueInvalid", Field: "spec.watts", Message: "Invalid value: 70: spec.watts in body should be less than or equal to 60"}},
		}},
		{"again", c.Create(lamp(LampSpec{})), apierrors.IsAlreadyExists, &metav1.StatusDetails{Group: "example.com", Kind: "lamps", Name: "desk"}},
		{"stale", c.Update(&stale), apierrors.IsConflict, &metav1.StatusDetails{Group: "example.com", Kind: "lamps", Name: "desk"}},
		{"missing", c.Get(types.NamespacedName{Namespace: "default", Name: "none"}, new(Lamp)), apierrors.IsNotFound, &metav1.StatusDetails{Group: "example.com", Kind: "lamps", Name: "none"}},
		{"to delete", c.Delete(untyped("Lamp", "none", nil)), apierrors.IsNotFound, &metav1.StatusDetails{Group: "example.com", Kind: "lamps", Name: "none"}},
		{"no version", c.Update(lamp(LampSpec{})), apierrors.IsInvalid, &metav1.StatusDetails{
			Group: "example.com", Kind: "lamps", Name: "desk",
			Causes: []metav1.StatusCause{{Type: "FieldValueInvalid", Field: "metadata.resourceVersion", Message: "Invalid value: 0: must be specified for an update"}},
		}},
		{"applied by nobody", c.Apply(lamp(LampSpec{})), apierrors.IsInvalid, &metav1.StatusDetails{
			Group: "meta.k8s.io", Kind: "PatchOptions",
			Causes: []metav1.StatusCause{{Type: "FieldValueRequired", Field: "fieldManager", Message: "Required value: is required for apply patch"}},
		}},
	} {
		var status *apierrors.StatusError
		if s, ok := test.err.(*apierrors.StatusError); ok {
			status = s
		}
		if status == nil || !test.is(test.err) {
			t.Errorf("%s: got %T %v", test.name, test.err, test.err)
			continue
		}
		if got := status.ErrStatus; !reflect.DeepEqual(got.Details, test.want) || got.Status != metav1.StatusFailure || got.Message == "" {
			t.Errorf("%s: got %+v\nwant details %+v", test.name, got, test.want)
		}
	}
}

// What no request can be made of is answered as client-go and the RESTMapper do.
func TestRequestsThatAreNotMade(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	nowhere := lamp(LampSpec{})
	nowhere.Namespace = ""
	named := lamp(LampSpec{})
	named.Name = ""
	old := untyped("Lamp", "a", nil)
	old.SetAPIVersion("example.com/v0")
	type Unknown struct{ metav1.TypeMeta }
	for want, err := range map[string]error{
		"an empty namespace may not be set during creation":                                      c.Create(nowhere),
		"an empty namespace may not be set when a resource name is provided":                     c.Update(nowhere),
		"the server could not find the requested resource (patch lamps.example.com desk)":        c.Patch(nowhere, types.MergePatchType, []byte(`{}`)),
		"resource name may not be empty":                                                         c.Update(named),
		`no matches for kind "Lump" in version "example.com/v1"`:                                 c.Create(untyped("Lump", "a", nil)),
		`no matches for kind "Lamp" in version "example.com/v0"`:                                 c.Create(old),
		"crdtest: a crdtest_test.Lamp cannot hold what the server returns; give the address of":  c.Create(*named),
		"crdtest: the *crdtest_test.Unknown has no apiVersion and kind, and Options.Scheme does": c.Create(new(Unknown)),
		`crdtest: FieldValidation is "strict"; it must be`:                                       c.Create(named, crdtest.FieldValidation("strict")),
		`crdtest: the subresource "scale" is not simulated`:                                      c.Patch(named, types.MergePatchType, nil, crdtest.Subresource("scale")),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := c.Create(old); !meta.IsNoMatchError(err) {
		t.Errorf("%T is no NoMatchError", err)
	}
}

// A field without omitempty is on the wire though the program has not set it.
func TestZeroValuesAreSent(t *testing.T) {
	t.Parallel()
	type Spec struct {
		Dim int `json:"dim"`
	}
	type Dimmed struct {
		metav1.TypeMeta   `json:",inline"`
		metav1.ObjectMeta `json:"metadata"`
		Spec              Spec `json:"spec"`
	}
	d := &Dimmed{TypeMeta: metav1.TypeMeta{APIVersion: "example.com/v1", Kind: "Lamp"}, ObjectMeta: metav1.ObjectMeta{Name: "a", Namespace: "default"}}
	c := lamps(t)
	crdtest.WantInvalid(t, c.Create(d), "spec.dim", "should be greater than or equal to 1")
	d.Spec.Dim = 1
	crdtest.MustCreate(t, c, d)
	if d.Kind != "Lamp" || d.UID == "" {
		t.Errorf("got %+v", d)
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	l := lamp(LampSpec{})
	crdtest.MustCreate(t, c, l)
	lit := true
	l.Spec.Watts, l.Status.Lit = 30, &lit
	if err := c.UpdateStatus(l); err != nil {
		t.Fatal(err)
	}
	if l.Status.Lit == nil || !*l.Status.Lit || l.Spec.Watts != 0 || l.Generation != 1 {
		t.Errorf("after a change of the status: %+v", l)
	}
	room := untyped("Room", "hall", nil)
	room.SetAPIVersion("example.com/v1beta1")
	crdtest.MustCreate(t, c, room)
	if err := c.UpdateStatus(room); !apierrors.IsNotFound(err) {
		t.Errorf("without the subresource: %v", err)
	}
	if room.GetNamespace() != "" {
		t.Error("a cluster-wide object has a namespace")
	}
	if got := c.Warnings(); len(got) != 1 || got[0] != "example.com/v1beta1 Room is deprecated" {
		t.Errorf("warnings %q", got)
	}
}

func TestApply(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	bulb := func(name, colour string) map[string]any {
		return map[string]any{"bulbs": []any{map[string]any{"name": name, "colour": colour}}}
	}
	crdtest.MustApply(t, c, untyped("Lamp", "a", bulb("left", "red")), crdtest.FieldOwner("one"))
	both := untyped("Lamp", "a", bulb("right", "blue"))
	crdtest.MustApply(t, c, both, crdtest.FieldOwner("two"))
	l := new(Lamp)
	if err := c.Get(types.NamespacedName{Namespace: "default", Name: "a"}, l); err != nil {
		t.Fatal(err)
	}
	if want := []Bulb{{"left", "red"}, {"right", "blue"}}; !reflect.DeepEqual(l.Spec.Bulbs, want) {
		t.Errorf("bulbs are %v, want %v", l.Spec.Bulbs, want)
	}
	if len(both.GetManagedFields()) != 2 {
		t.Errorf("managedFields are %v", both.GetManagedFields())
	}
	err := c.Apply(untyped("Lamp", "a", bulb("left", "green")), crdtest.FieldOwner("two"))
	if !apierrors.IsConflict(err) || !strings.Contains(err.Error(), `conflict with "one": .spec.bulbs[name="left"].colour`) {
		t.Errorf("got %v", err)
	}
	crdtest.MustApply(t, c, untyped("Lamp", "a", bulb("left", "green")), crdtest.FieldOwner("two"), crdtest.ForceOwnership())
	if err := c.Apply(both, crdtest.FieldOwner("two")); !apierrors.IsBadRequest(err) || err.Error() != "metadata.managedFields must be nil" {
		t.Errorf("got %v", err)
	}
}

func TestPatch(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	l := lamp(LampSpec{})
	crdtest.MustCreate(t, c, l)
	if err := c.Patch(l, types.MergePatchType, []byte(`{"spec": {"watts": 20}}`)); err != nil || l.Spec.Watts != 20 {
		t.Errorf("got %v, %+v", err, l.Spec)
	}
	if err := c.Patch(l, types.JSONPatchType, []byte(`[{"op": "remove", "path": "/spec/watts"}]`)); err != nil || l.Spec.Watts != 0 {
		t.Errorf("got %v, %+v", err, l.Spec)
	}
	if err := c.Patch(l, types.MergePatchType, []byte(`{"status": {"lit": true}}`), crdtest.Subresource("status")); err != nil || l.Status.Lit == nil {
		t.Errorf("got %v, %+v", err, l.Status)
	}
	if err := c.Patch(l, types.StrategicMergePatchType, []byte(`{}`)); apierrors.ReasonForError(err) != metav1.StatusReasonUnsupportedMediaType {
		t.Errorf("got %v", err)
	}
	crdtest.WantInvalid(t, c.Patch(l, types.MergePatchType, []byte(`{"spec": {"socket": "E14"}}`)), "spec.socket", "socket is immutable")
	if l.Spec.Socket != "E27" {
		t.Errorf("a refused patch changes the object: %+v", l.Spec)
	}
}

func TestDeleteAndFinalizers(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	l := lamp(LampSpec{})
	l.Finalizers = []string{"example.com/switch"}
	crdtest.MustCreate(t, c, l)
	key := types.NamespacedName{Namespace: l.Namespace, Name: l.Name}
	if err := c.Delete(l); err != nil {
		t.Fatal(err)
	}
	if err := c.Get(key, l); err != nil || l.DeletionTimestamp == nil {
		t.Fatalf("got %v, %+v", err, l.ObjectMeta)
	}
	uid := l.UID
	l.Finalizers = nil
	crdtest.MustUpdate(t, c, l)
	if l.UID != uid || l.DeletionTimestamp == nil || l.Finalizers != nil {
		t.Errorf("the last update leaves %+v", l.ObjectMeta)
	}
	if err := c.Get(key, l); !apierrors.IsNotFound(err) {
		t.Errorf("got %v", err)
	}
}

func TestGenerateName(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	names := map[string]bool{}
	for range 30 {
		l := &Lamp{ObjectMeta: metav1.ObjectMeta{GenerateName: "desk-", Namespace: "default"}}
		crdtest.MustCreate(t, c, l)
		if len(l.Name) != len("desk-xxxxx") || !strings.HasPrefix(l.Name, "desk-") {
			t.Errorf("name %q", l.Name)
		}
		names[l.Name] = true
	}
	if len(names) != 30 {
		t.Errorf("%d names of 30", len(names))
	}
}

// What is stored and not changed is forgiven, as one finds only with objects that were
// stored before the CRD had its rules.
func TestPut(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	l := lamp(LampSpec{Socket: "E27", Watts: 100})
	if err := c.Put(l); err != nil {
		t.Fatal(err)
	}
	if l.UID == "" || l.ResourceVersion == "" || l.Generation != 1 {
		t.Errorf("the object has %+v", l.ObjectMeta)
	}
	l.Labels = map[string]string{"a": "b"}
	crdtest.MustUpdate(t, c, l)
	l.Spec.Watts = 90
	crdtest.WantInvalid(t, c.Update(l), "spec.watts", "")
}

// Every test has objects of its own, and shares the CRDs.
func TestParallel(t *testing.T) {
	t.Parallel()
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			c := lamps(t)
			crdtest.MustCreate(t, c, lamp(LampSpec{Watts: i}))
			for range 10 {
				l := new(Lamp)
				if err := c.Get(types.NamespacedName{Namespace: "default", Name: "desk"}, l); err != nil || l.Spec.Watts != i {
					t.Errorf("got %v, %d, want %d", err, l.Spec.Watts, i)
				}
			}
		})
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/lamps.yaml")
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other.yaml")
	if err := os.WriteFile(other, []byte(strings.Replace(string(text), "maximum: 60", "maximum: 75", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		version string
		paths   []string
		want    string
	}{
		{"", []string{"testdata/none.yaml"}, "testdata/none.yaml: no such file or directory"},
		{"", []string{"../examples/widget-sample.yaml"}, "there is no CustomResourceDefinition in ../examples/widget-sample.yaml"},
		{"9.9", []string{"testdata/lamps.yaml"}, "9.9"},
		{"", []string{"testdata/refused.yaml"}, `the server would refuse the CRD: CustomResourceDefinition.apiextensions.k8s.io "lamps.example.com" is invalid:
testdata/refused.yaml:17: spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields`},
		{"", []string{"testdata/lamps.yaml", other}, "the CRD of Lamp.example.com stands in "},
	} {
		_, err := crdtest.New(crdtest.Options{KubeVersion: test.version}, test.paths...)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v\nwant %s", test.paths, err, test.want)
		}
	}
	if _, err := crdtest.New(crdtest.Options{KubeVersion: "1.29"}, "testdata/lamps.yaml"); err != nil {
		t.Error(err)
	}
}

// recorder is a test that fails without failing.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...) }

func TestHelpersFail(t *testing.T) {
	t.Parallel()
	c := lamps(t)
	for _, test := range []struct {
		do   func(testing.TB)
		want string
	}{
		{func(t testing.TB) { crdtest.WantInvalid(t, nil, "spec.watts", "less") }, `the request was accepted, want Invalid at spec.watts with "less"`},
		{func(t testing.TB) { crdtest.WantInvalid(t, c.Update(lamp(LampSpec{})), "", "") }, `got lamps.example.com "desk" not found, want Invalid`},
		{func(t testing.TB) {
			crdtest.WantInvalid(t, c.Create(lamp(LampSpec{Watts: 61})), "spec.watts", "immutable")
		},
			"want Invalid at spec.watts with \"immutable\", got\n  spec.watts: Invalid value: 61: spec.watts in body should be less than or equal to 60"},
		{func(t testing.TB) { crdtest.MustCreate(t, c, lamp(LampSpec{Watts: 61})) },
			"create: Lamp.example.com \"desk\" is invalid: spec.watts: Invalid value: 61: spec.watts in body should be less than or equal to 60\ntestdata/lamps.yaml:31: maximum: 60"},
		{func(t testing.TB) { crdtest.MustUpdate(t, c, lamp(LampSpec{})) }, `update: lamps.example.com "desk" not found`},
		{func(t testing.TB) { crdtest.MustApply(t, c, lamp(LampSpec{})) }, `apply: PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch`},
		{func(t testing.TB) { crdtest.Load(t, crdtest.Options{}, "testdata/none.yaml") }, "crdtest: loading testdata/none.yaml: "},
	} {
		r := &recorder{TB: t}
		test.do(r)
		if len(r.said) != 1 || !strings.HasPrefix(r.said[0], test.want) {
			t.Errorf("got  %q\nwant %q", r.said, test.want)
		}
	}
	if err := c.Create(lamp(LampSpec{Watts: 61})); c.Explain(err) == "" || c.Explain(nil) != "" {
		t.Error("an error is not explained, or none is")
	}
}
