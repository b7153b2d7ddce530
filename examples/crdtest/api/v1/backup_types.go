package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// BackupSpec says what is backed up, and where to.
type BackupSpec struct {
	// engine is the kind of the database.
	// +kubebuilder:validation:Enum=postgres;mysql
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="engine is immutable"
	Engine string `json:"engine"`

	// schedule is when backups are made, as in cron.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:default="@daily"
	// +optional
	Schedule string `json:"schedule,omitempty"`

	// retentionDays is how long a backup is kept.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=365
	// +kubebuilder:default=7
	// +optional
	RetentionDays int32 `json:"retentionDays,omitempty"`

	// sizeGiB is the room for backups. It begins with 10 at least, and never shrinks.
	// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() ? self >= oldSelf.value() : self >= 10",optionalOldSelf=true,message="sizeGiB begins with 10 at least and never shrinks"
	// +optional
	SizeGiB *int32 `json:"sizeGiB,omitempty"`

	// targets are where backups are stored.
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=8
	// +optional
	Targets []Target `json:"targets,omitempty"`
}

// Target is a place where backups are stored.
type Target struct {
	// name is that of the target.
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`

	// bucket is where objects are written.
	// +kubebuilder:validation:Pattern=`^[a-z0-9.-]{3,63}$`
	Bucket string `json:"bucket"`

	// paused says that nothing is written for now.
	// +optional
	Paused *bool `json:"paused,omitempty"`
}

// BackupStatus is what has become of it.
type BackupStatus struct {
	// phase is what is being done.
	// +kubebuilder:validation:Enum=Waiting;Running;Failed
	// +optional
	Phase string `json:"phase,omitempty"`

	// conditions are those of the last backup.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Backup has a database backed up.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:storageversion
type Backup struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +required
	Spec BackupSpec `json:"spec"`
	// +optional
	Status BackupStatus `json:"status,omitempty"`
}

// BackupList is a list of them.
//
// +kubebuilder:object:root=true
type BackupList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Backup `json:"items"`
}
