package gotests

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	v1 "example.com/backup-operator/api/v1"
	"example.com/backup-operator/api/v1beta1"
)

func backup(spec v1.BackupSpec) *v1.Backup {
	return &v1.Backup{ObjectMeta: metav1.ObjectMeta{Name: "orders", Namespace: "default"}, Spec: spec}
}

func made(b *v1.Backup, r *run) *v1.Backup {
	r.create(b, "")
	return b
}

func postgres() v1.BackupSpec { return v1.BackupSpec{Engine: "postgres"} }

func gib(n int32) *int32 { return &n }

func targets(list ...v1.Target) v1.BackupSpec { return v1.BackupSpec{Engine: "mysql", Targets: list} }

// typed are tests with values of Go types.
func typed() []test {
	list := []test{
		{name: "defaults", do: func(r *run) { made(backup(postgres()), r) }},
		{name: "an empty string for an enum", do: func(r *run) { r.create(backup(v1.BackupSpec{}), "Invalid") }},
		{name: "bounds", do: func(r *run) {
			r.create(backup(v1.BackupSpec{Engine: "postgres", RetentionDays: 366}), "Invalid")
			r.create(backup(v1.BackupSpec{Engine: "postgres", RetentionDays: -1}), "Invalid")
			r.create(backup(v1.BackupSpec{Engine: "postgres", RetentionDays: 365}), "")
		}},
		{name: "several causes", do: func(r *run) {
			r.create(backup(v1.BackupSpec{Engine: "oracle", RetentionDays: 999, Schedule: string(make([]byte, 65)), Targets: []v1.Target{{Bucket: "A"}}}), "Invalid")
		}},
		{name: "immutable", do: func(r *run) {
			b := made(backup(postgres()), r)
			b.Spec.Engine = "mysql"
			r.update(b, "Invalid")
		}},
		{name: "transition with optionalOldSelf", do: func(r *run) {
			r.create(backup(v1.BackupSpec{Engine: "mysql", SizeGiB: gib(5)}), "Invalid")
			b := made(backup(v1.BackupSpec{Engine: "mysql", SizeGiB: gib(20)}), r)
			b.Spec.SizeGiB = gib(15)
			r.update(b, "Invalid")
			b.Spec.SizeGiB = gib(25)
			r.update(b, "")
		}},
		{name: "set later", do: func(r *run) {
			b := made(backup(v1.BackupSpec{Engine: "mysql"}), r)
			b.Spec.SizeGiB = gib(5)
			r.update(b, "Invalid")
		}},
		{name: "status on create", do: func(r *run) {
			b := backup(postgres())
			b.Status.Phase = "Running"
			r.create(b, "")
		}},
		{name: "status", do: func(r *run) {
			b := made(backup(postgres()), r)
			b.Status.Phase, b.Spec.Schedule, b.Labels = "Waiting", "@hourly", map[string]string{"a": "b"}
			r.status(b, "")
			b.Status.Phase = "Asleep"
			r.status(b, "Invalid")
		}},
		{name: "conditions", do: func(r *run) {
			b := made(backup(postgres()), r)
			b.Status.Conditions = []metav1.Condition{{Type: "Ready", Status: "True", Reason: "Made"}}
			r.status(b, "Invalid") // lastTransitionTime is null on the wire
			b.Status.Conditions = append(b.Status.Conditions, b.Status.Conditions...)
			r.status(b, "Invalid")
		}},
		{name: "again", do: func(r *run) {
			made(backup(postgres()), r)
			r.create(backup(postgres()), "AlreadyExists")
		}},
		{name: "without a resourceVersion", do: func(r *run) {
			made(backup(postgres()), r)
			r.update(backup(postgres()), "Invalid")
		}},
		{name: "with a resourceVersion on create", do: func(r *run) {
			b := backup(postgres())
			b.ResourceVersion = "7"
			r.create(b, "Error")
		}},
		{name: "stale", do: func(r *run) {
			b := made(backup(postgres()), r)
			stale := b.DeepCopy()
			b.Spec.RetentionDays = 8
			r.update(b, "")
			stale.Spec.RetentionDays = 9
			r.update(stale, "Conflict")
		}},
		{name: "not there", do: func(r *run) {
			b := backup(postgres())
			r.get(b, "NotFound")
			r.remove(b, "NotFound")
			b.ResourceVersion = "1"
			r.update(b, "NotFound")
			r.patch(b, types.MergePatchType, `{}`, "", "NotFound")
		}},
		{name: "another uid", do: func(r *run) {
			b := made(backup(postgres()), r)
			b.UID = "0b0b0b0b-0000-4000-8000-000000000000"
			r.patch(b, types.MergePatchType, `{"metadata": {"uid": "0b0b0b0b-0000-4000-8000-000000000000"}}`, "", "Invalid")
		}},
		{name: "finalizers", do: func(r *run) {
			b := backup(postgres())
			b.Finalizers = []string{"backup.example.com/objects"}
			r.create(b, "")
			r.remove(b, "")
			r.get(b, "")
			b.Finalizers = append(b.Finalizers, "example.com/late")
			r.update(b, "Invalid")
			b.Finalizers = nil
			r.update(b, "")
			r.get(b, "NotFound")
		}},
		{name: "generated names", do: func(r *run) {
			b := backup(postgres())
			b.Name, b.GenerateName = "", "made-"
			r.create(b, "")
			b = backup(v1.BackupSpec{Engine: "x"})
			b.Name, b.GenerateName = "", "made-"
			r.create(b, "Invalid")
			b = backup(postgres())
			b.Name = ""
			r.create(b, "Invalid")
		}},
		{name: "no namespace and no name", do: func(r *run) {
			b := backup(postgres())
			b.Namespace = ""
			r.create(b, "Error")
			r.update(b, "Error")
			r.patch(b, types.MergePatchType, `{}`, "", "NotFound")
			b.Namespace, b.Name = "default", ""
			r.update(b, "Error")
			b.Name = "a/b"
			r.get(b, "Error")
		}},
		{name: "list map with one key twice", do: func(r *run) {
			r.create(backup(targets(v1.Target{Name: "a", Bucket: "one"}, v1.Target{Name: "a", Bucket: "two"})), "Invalid")
		}},
		{name: "applied by types", do: func(r *run) {
			r.apply(backup(targets(v1.Target{Name: "a", Bucket: "one"})), "", by("first"))
			r.apply(backup(targets(v1.Target{Name: "b", Bucket: "two"})), "", by("second"))
			r.apply(backup(targets(v1.Target{Name: "a", Bucket: "three"})), "Conflict", by("second"))
			r.apply(backup(targets(v1.Target{Name: "a", Bucket: "three"})), "", byForce("second"))
			r.apply(backup(targets()), "Invalid")
			b := backup(targets())
			r.get(b, "")
			r.apply(b, "BadRequest", by("first"))
		}},
		{name: "patches", do: func(r *run) {
			b := made(backup(postgres()), r)
			r.patch(b, types.MergePatchType, `{"spec": {"retentionDays": 30, "schedule": null}}`, "", "")
			r.patch(b, types.JSONPatchType, `[{"op": "replace", "path": "/spec/retentionDays", "value": 31}]`, "", "")
			r.patch(b, types.JSONPatchType, `[{"op": "test", "path": "/spec/retentionDays", "value": 32}]`, "", "Invalid")
			r.patch(b, types.MergePatchType, `{"status": {"phase": "Failed"}}`, "status", "")
			r.patch(b, types.MergePatchType, `{"spec": {"engine": "mysql"}}`, "", "Invalid")
			r.patch(b, types.MergePatchType, `{"spec":`, "", "BadRequest")
			r.patch(b, types.StrategicMergePatchType, `{}`, "", "UnsupportedMediaType")
		}},
		{name: "another version", do: func(r *run) {
			old := &v1beta1.Backup{ObjectMeta: metav1.ObjectMeta{Name: "orders", Namespace: "default"}, Spec: v1.BackupSpec{Engine: "mysql"}}
			r.create(old, "")
			b := backup(postgres())
			r.get(b, "")
			b.Spec.RetentionDays = 20
			r.update(b, "")
			r.get(old, "")
		}},
		{name: "nothing changes", do: func(r *run) {
			b := made(backup(postgres()), r)
			r.update(b, "")
			b.Labels = map[string]string{"app": "shop"}
			r.update(b, "")
			b.Labels = map[string]string{"app": "-"}
			r.update(b, "Invalid")
		}},
	}
	for i := range list {
		list[i].example = true
	}
	return list
}

func allTests() []test { return append(typed(), untyped()...) }
