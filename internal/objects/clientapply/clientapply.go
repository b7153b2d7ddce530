// Package clientapply simulates kubectl applying, creating, replacing or patching a custom object from a manifest: its
// requests in order, as each depends on the answer to the last, and its messages. It does not contact a server: the
// caller answers the requests.
//
// kubectl treats all custom kinds alike: client-side apply is a JSON merge patch, made from the last-applied manifest,
// the new manifest and the live object. The behaviour is that of kubectl 1.37, recorded in testdata/clientapply.
package clientapply

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
)

// Annotation is the annotation with the last-applied manifest.
const Annotation = "kubectl.kubernetes.io/last-applied-configuration"

// The default field managers of kubectl's commands, without --field-manager.
const (
	ManagerClientSide  = "kubectl-client-side-apply"
	ManagerServerSide  = "kubectl"
	ManagerCreate      = "kubectl-create"
	ManagerReplace     = "kubectl-replace"
	ManagerPatch       = "kubectl-patch"
	ManagerEdit        = "kubectl-edit"
	ManagerAnnotate    = "kubectl-annotate"
	ManagerLabel       = "kubectl-label"
	ManagerLastApplied = "kubectl-last-applied"
)

// Resource is the resource for the kind of the manifest.
type Resource struct {
	schema.GroupVersionKind
	// Plural is the name of the resource in URLs.
	Plural     string
	Namespaced bool
}

// Options are kubectl's flags. The zero value is a command without any.
type Options struct {
	// ServerSide is --server-side, and Force --force-conflicts.
	ServerSide, Force bool
	// Manager is --field-manager.
	Manager string
	// Validation is the level of field validation that --validate requests: Strict (also if empty), Warn or Ignore.
	Validation string
	// SaveConfig is --save-config, for create and replace.
	SaveConfig bool
	// Namespace is the namespace of the kubeconfig, "default" if empty. With RequireNamespace, --namespace has set it,
	// and a manifest must not have another one.
	Namespace        string
	RequireNamespace bool
	// Subresource is --subresource, for server-side apply, replace and patch.
	Subresource string
	// Source is the manifest's file as in messages.
	Source string
}

// There is no --overwrite: it decides conflicts of strategic merge patches, which custom kinds do not have.

// Verb is the kind of a request.
type Verb string

// The verbs.
const (
	Get    Verb = "get"
	Create Verb = "create"
	Update Verb = "update"
	Patch  Verb = "patch"
)

// Request is a request that kubectl makes.
type Request struct {
	Verb Verb
	// Namespaces is set for a request for the namespace Name instead of the object. kubectl makes it after it did not
	// find the object, and ignores the answer.
	Namespaces bool
	// Namespace, Name and Subresource are the parts of the URL. A request to create has no name in the URL.
	Namespace, Name, Subresource string
	// Type is the content type of a patch.
	Type types.PatchType
	// Manager and Validation are the parameters fieldManager and fieldValidation; if empty, the server uses its
	// defaults.
	Manager, Validation string
	// Force is the parameter force of server-side apply.
	Force *bool
	// Body is JSON.
	Body []byte
}

// Answer is the server's answer: the object, or the status of an error. Warnings are from its headers.
type Answer struct {
	Object   map[string]any
	Status   *metav1.Status
	Warnings []string
}

// Outcome is the effect of a command on the object.
type Outcome string

// The outcomes, as kubectl prints them after the object's name.
const (
	Created           Outcome = "created"
	Configured        Outcome = "configured"
	Unchanged         Outcome = "unchanged"
	ServerSideApplied Outcome = "serverside-applied"
	Replaced          Outcome = "replaced"
	Patched           Outcome = "patched"
	PatchedNoChange   Outcome = "patched (no change)"
)

// Result is the result of a command.
type Result struct {
	// Outcome is empty if the command failed.
	Outcome Outcome
	// Object is the object in the server's last answer; nil if the command failed.
	Object map[string]any
	// Migrated is set if server-side apply took over fields of client-side apply.
	Migrated bool
	// Notes are the warnings of kubectl and the server, in order.
	Notes []Note
	// Refusal is the error of the command; nil if it succeeded.
	Refusal *Note
}
