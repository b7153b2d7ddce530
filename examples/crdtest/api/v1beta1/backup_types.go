package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	v1 "example.com/backup-operator/api/v1"
)

// Backup has a database backed up. It has the fields of v1: only the version is on its way
// out.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:deprecatedversion:warning="backup.example.com/v1beta1 goes in release 3; use v1"
type Backup struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +required
	Spec v1.BackupSpec `json:"spec"`
	// +optional
	Status v1.BackupStatus `json:"status,omitempty"`
}

// BackupList is a list of them.
//
// +kubebuilder:object:root=true
type BackupList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Backup `json:"items"`
}
