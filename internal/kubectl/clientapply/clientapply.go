// Package clientapply does what kubectl does with the manifest of a custom object, when it
// applies, creates, replaces or patches it: the requests that it makes, one after the
// other, as each depends on the answer to the last, and what it says. It speaks to no
// server: whoever calls it answers the requests.
//
// kubectl knows no custom kinds, so all that it does with them is the same for all:
// client-side apply is a JSON merge patch, made of what was applied last, the
// manifest and the live object. The behaviour is that of kubectl 1.37, recorded in
// testdata/clientapply.
package clientapply

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
)

// Annotation is where kubectl keeps the manifest that was applied last.
const Annotation = "kubectl.kubernetes.io/last-applied-configuration"

// The names under which kubectl owns fields, unless --field-manager gives another.
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

// Resource is how the server serves the kind of the manifest.
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
	// Validation is what --validate asks the server for: Strict (also if empty), Warn or
	// Ignore.
	Validation string
	// SaveConfig is --save-config, of create and replace.
	SaveConfig bool
	// Namespace is that of the kubeconfig, "default" if it is empty. With RequireNamespace
	// it is given by --namespace, and a manifest may name no other.
	Namespace        string
	RequireNamespace bool
	// Subresource is --subresource, of server-side apply, replace and patch.
	Subresource string
	// Source is the manifest's file, as it stands in messages.
	Source string
}

// There is no --overwrite: it decides conflicts of strategic merge patches, which custom
// kinds have none of.

// Verb says what a request does.
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
	// Namespaces is set if kubectl asks for the namespace, by Name, and not for the
	// object: it does where it did not find the object. The answer changes nothing.
	Namespaces bool
	// Namespace, Name and Subresource are those in the URL. A request to create has no
	// name there.
	Namespace, Name, Subresource string
	// Type is the content type of a patch.
	Type types.PatchType
	// Manager and Validation are the parameters fieldManager and fieldValidation; without
	// them the server uses its own defaults.
	Manager, Validation string
	// Force is the parameter of that name, of server-side apply.
	Force *bool
	// Body is JSON.
	Body []byte
}

// Answer is the server's: the object, or the status of an error. Warnings are those of
// its headers.
type Answer struct {
	Object   map[string]any
	Status   *metav1.Status
	Warnings []string
}

// Outcome is what kubectl did to the object.
type Outcome string

// The outcomes, as kubectl prints them behind the object's name.
const (
	Created           Outcome = "created"
	Configured        Outcome = "configured"
	Unchanged         Outcome = "unchanged"
	ServerSideApplied Outcome = "serverside-applied"
	Replaced          Outcome = "replaced"
	Patched           Outcome = "patched"
	PatchedNoChange   Outcome = "patched (no change)"
)

// Result is how a command ended.
type Result struct {
	// Outcome is empty if something was refused.
	Outcome Outcome
	// Object is as the server returned it last; nil if something was refused.
	Object map[string]any
	// Migrated is set if server-side apply took over what client-side apply had owned.
	Migrated bool
	// Notes are warnings, kubectl's and the server's, in the order in which they come.
	Notes []Note
	// Refusal is why the command failed; nil if it did not.
	Refusal *Note
}
