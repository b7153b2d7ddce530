package v1_test

import (
	"slices"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	v1 "example.com/backup-operator/api/v1"
	"example.com/backup-operator/api/v1beta1"

	"github.com/crdtool/crdtool/crdtest"
)

// newCluster is an empty cluster with the CRDs that controller-gen has made.
func newCluster(t *testing.T) *crdtest.Cluster {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{v1.AddToScheme, v1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	return crdtest.Load(t, crdtest.Options{Scheme: scheme}, "../../config/crd/bases").Cluster(t)
}

func backup(spec v1.BackupSpec) *v1.Backup {
	return &v1.Backup{ObjectMeta: metav1.ObjectMeta{Name: "orders", Namespace: "shop"}, Spec: spec}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	b := backup(v1.BackupSpec{Engine: "postgres"})
	crdtest.MustCreate(t, c, b)
	if b.Spec.Schedule != "@daily" || b.Spec.RetentionDays != 7 {
		t.Errorf("defaults: %+v", b.Spec)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	for days, ok := range map[int32]bool{-1: false, 1: true, 365: true, 366: false} {
		b := backup(v1.BackupSpec{Engine: "postgres", RetentionDays: days})
		b.Name = ""
		b.GenerateName = "orders-"
		if err := c.Create(b); (err == nil) != ok {
			t.Errorf("%d days: %v", days, err)
		} else if !ok {
			crdtest.WantInvalid(t, err, "spec.retentionDays", "retentionDays in body should be")
		}
	}
	err := c.Create(backup(v1.BackupSpec{Engine: "oracle"}))
	crdtest.WantInvalid(t, err, "spec.engine", `supported values: "postgres", "mysql"`)
}

func TestEngineIsImmutable(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	b := backup(v1.BackupSpec{Engine: "postgres"})
	crdtest.MustCreate(t, c, b)
	b.Spec.Engine = "mysql"
	crdtest.WantInvalid(t, c.Update(b), "spec.engine", "engine is immutable")
	b.Spec.Engine, b.Spec.Schedule = "postgres", "@hourly"
	crdtest.MustUpdate(t, c, b)
}

// The rule has optionalOldSelf: it holds for new objects, too, and for a field that is set
// later.
func TestSizeOnlyGrows(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	gib := func(n int32) *int32 { return &n }
	const message = "sizeGiB begins with 10 at least and never shrinks"
	crdtest.WantInvalid(t, c.Create(backup(v1.BackupSpec{Engine: "mysql", SizeGiB: gib(5)})), "spec.sizeGiB", message)
	b := backup(v1.BackupSpec{Engine: "mysql", SizeGiB: gib(20)})
	crdtest.MustCreate(t, c, b)
	b.Spec.SizeGiB = gib(15)
	crdtest.WantInvalid(t, c.Update(b), "spec.sizeGiB", message)
	b.Spec.SizeGiB = gib(30)
	crdtest.MustUpdate(t, c, b)
	if b.Generation != 2 {
		t.Errorf("generation %d, want 2", b.Generation)
	}
}

func TestStatusIsASubresource(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	b := backup(v1.BackupSpec{Engine: "postgres"})
	b.Status.Phase = "Running"
	crdtest.MustCreate(t, c, b)
	if b.Status.Phase != "" {
		t.Errorf("create has written phase %q", b.Status.Phase)
	}
	b.Status.Phase, b.Spec.Schedule = "Waiting", "@weekly"
	meta.SetStatusCondition(&b.Status.Conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionTrue, Reason: "Made"})
	if err := c.UpdateStatus(b); err != nil {
		t.Fatal(err)
	}
	if b.Status.Phase != "Waiting" || b.Spec.Schedule != "@daily" || b.Generation != 1 {
		t.Errorf("after writing the status: %+v, generation %d", b, b.Generation)
	}
	b.Status.Conditions[0].Reason = "2 made"
	crdtest.WantInvalid(t, c.UpdateStatus(b), "status.conditions[0].reason", "should match")
}

// A person owns the targets, and a controller pauses one of them.
func TestTargetsOfTwoManagers(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	apply := func(manager string, targets ...any) error {
		u := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"engine": "postgres", "targets": targets}}}
		u.SetGroupVersionKind(v1.GroupVersion.WithKind("Backup"))
		u.SetNamespace("shop")
		u.SetName("orders")
		return c.Apply(u, crdtest.FieldOwner(manager))
	}
	near := map[string]any{"name": "near", "bucket": "orders-near"}
	far := map[string]any{"name": "far", "bucket": "orders-far"}
	if err := apply("person", near, far); err != nil {
		t.Fatal(err)
	}
	if err := apply("controller", map[string]any{"name": "far", "bucket": "orders-far", "paused": true}); err != nil {
		t.Fatal(err)
	}
	var b v1.Backup
	if err := c.Get(types.NamespacedName{Namespace: "shop", Name: "orders"}, &b); err != nil {
		t.Fatal(err)
	}
	if len(b.Spec.Targets) != 2 || b.Spec.Targets[0].Paused != nil || b.Spec.Targets[1].Paused == nil {
		t.Errorf("targets: %+v", b.Spec.Targets)
	}
	err := apply("controller", map[string]any{"name": "near", "bucket": "elsewhere"})
	if !apierrors.IsConflict(err) || !strings.Contains(err.Error(), `conflict with "person"`) {
		t.Errorf("got %v", err)
	}
}

func TestTargetsHaveNames(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	twice := []v1.Target{{Name: "near", Bucket: "orders-near"}, {Name: "near", Bucket: "orders-far"}}
	err := c.Create(backup(v1.BackupSpec{Engine: "postgres", Targets: twice}))
	crdtest.WantInvalid(t, err, "spec.targets[1]", "Duplicate value")
}

// What a client sends that has a newer API than the cluster is dropped with a warning, or
// refused if it asks for that.
func TestUnknownField(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	newer := func() *unstructured.Unstructured {
		u := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"engine": "postgres", "encryption": "aes"}}}
		u.SetGroupVersionKind(v1.GroupVersion.WithKind("Backup"))
		u.SetNamespace("shop")
		u.SetName("orders")
		return u
	}
	if err := c.Create(newer(), crdtest.FieldValidation("Strict")); !apierrors.IsBadRequest(err) {
		t.Errorf("strict: %v", err)
	}
	u := newer()
	crdtest.MustCreate(t, c, u)
	if _, found, _ := unstructured.NestedString(u.Object, "spec", "encryption"); found {
		t.Error("the unknown field is stored")
	}
	if !slices.Contains(c.Warnings(), `unknown field "spec.encryption"`) {
		t.Errorf("warnings: %q", c.Warnings())
	}
}

// Backups from before there was a bound keep what they have, until it is changed.
func TestOldRetention(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	b := backup(v1.BackupSpec{Engine: "postgres", RetentionDays: 1000})
	if err := c.Put(b); err != nil {
		t.Fatal(err)
	}
	b.Spec.Schedule = "@hourly"
	crdtest.MustUpdate(t, c, b)
	b.Spec.RetentionDays = 999
	crdtest.WantInvalid(t, c.Update(b), "spec.retentionDays", "should be less than or equal to 365")
}

func TestFirstVersion(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	old := &v1beta1.Backup{ObjectMeta: metav1.ObjectMeta{Name: "orders", Namespace: "shop"}, Spec: v1.BackupSpec{Engine: "mysql"}}
	crdtest.MustCreate(t, c, old)
	if want := []string{"backup.example.com/v1beta1 goes in release 3; use v1"}; !slices.Equal(c.Warnings(), want) {
		t.Errorf("warnings: %q, want %q", c.Warnings(), want)
	}
	var b v1.Backup
	if err := c.Get(types.NamespacedName{Namespace: "shop", Name: "orders"}, &b); err != nil {
		t.Fatal(err)
	}
	if b.Spec.Engine != "mysql" || b.Spec.RetentionDays != 7 {
		t.Errorf("as v1: %+v", b.Spec)
	}
}
