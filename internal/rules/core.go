package rules

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// coreType tells a type of the Kubernetes API by the fields of its schema. CRDs
// embed such types as they are, so their authors can't follow a convention that
// the type doesn't.
type coreType struct {
	// marks are fields that all releases of the type have.
	marks []string
	// only is set for types whose marks say little unless, apart from others, they
	// are all there is.
	only   bool
	others []string
}

// coreTypes lists the types that are met most. What is below a type that is
// listed needs no line of its own, unless CRDs embed it alone, too.
func coreTypes() []coreType {
	return []coreType{
		// metav1
		{marks: []string{"lastTransitionTime", "message", "reason", "status", "type"}},
		{marks: []string{"matchExpressions", "matchLabels"}, only: true},
		{marks: []string{"key", "operator", "values"}, only: true},
		{marks: []string{"apiVersion", "kind", "name", "uid"}, only: true, others: []string{"blockOwnerDeletion", "controller"}},
		{marks: []string{"annotations", "labels"}, only: true, others: []string{"finalizers", "generateName", "name", "namespace", "ownerReferences"}},
		// Pods and their controllers
		{marks: []string{"activeDeadlineSeconds", "containers", "dnsPolicy", "restartPolicy", "volumes"}},
		{marks: []string{"backoffLimit", "completions", "parallelism", "template"}},
		{marks: []string{"minReadySeconds", "progressDeadlineSeconds", "selector", "template"}},
		{marks: []string{"podManagementPolicy", "serviceName", "volumeClaimTemplates"}},
		{marks: []string{"rollingUpdate", "type"}, only: true},
		{marks: []string{"nodeAffinity", "podAffinity", "podAntiAffinity"}, only: true},
		{marks: []string{"preferredDuringSchedulingIgnoredDuringExecution", "requiredDuringSchedulingIgnoredDuringExecution"}},
		{marks: []string{"labelSelector", "topologyKey"}},
		{marks: []string{"nodeSelectorTerms"}, only: true},
		{marks: []string{"maxSkew", "topologyKey", "whenUnsatisfiable"}},
		{marks: []string{"effect", "key", "operator", "tolerationSeconds", "value"}, only: true},
		{marks: []string{"effect", "key", "timeAdded", "value"}, only: true},
		{marks: []string{"fsGroup", "runAsUser", "seLinuxOptions"}},
		{marks: []string{"nameservers", "options", "searches"}, only: true},
		{marks: []string{"hostnames", "ip"}, only: true},
		// Containers
		{marks: []string{"envFrom", "terminationMessagePath", "volumeMounts"}},
		{marks: []string{"capabilities", "privileged", "runAsUser"}},
		{marks: []string{"level", "role", "type", "user"}, only: true},
		{marks: []string{"localhostProfile", "type"}, only: true},
		{marks: []string{"exec", "httpGet", "tcpSocket"}},
		{marks: []string{"host", "httpHeaders", "path", "port", "scheme"}, only: true},
		{marks: []string{"postStart", "preStop"}, only: true, others: []string{"stopSignal"}},
		{marks: []string{"name", "value", "valueFrom"}, only: true},
		{marks: []string{"configMapRef", "secretRef"}, only: true, others: []string{"prefix"}},
		{marks: []string{"configMapKeyRef", "fieldRef", "secretKeyRef"}},
		{marks: []string{"key", "name", "optional"}, only: true},
		{marks: []string{"apiVersion", "fieldPath"}, only: true},
		{marks: []string{"containerName", "divisor", "resource"}, only: true},
		{marks: []string{"containerPort", "hostIP", "hostPort"}},
		{marks: []string{"limits", "requests"}, only: true, others: []string{"claims"}},
		{marks: []string{"mountPath", "name", "subPath"}},
		{marks: []string{"devicePath", "name"}, only: true},
		// Volumes
		{marks: []string{"awsElasticBlockStore", "emptyDir", "hostPath", "projected"}},
		{marks: []string{"accessModes", "resources", "storageClassName", "volumeName"}},
		{marks: []string{"accessModes", "capacity", "phase"}},
		{marks: []string{"defaultMode", "items", "name", "optional"}, only: true},
		{marks: []string{"defaultMode", "items", "optional", "secretName"}, only: true},
		{marks: []string{"defaultMode", "items"}, only: true},
		{marks: []string{"defaultMode", "sources"}, only: true},
		{marks: []string{"configMap", "downwardAPI", "secret", "serviceAccountToken"}},
		{marks: []string{"key", "mode", "path"}, only: true},
		{marks: []string{"medium", "sizeLimit"}, only: true},
		{marks: []string{"driver", "fsType", "nodePublishSecretRef", "readOnly", "volumeAttributes"}, only: true},
		{marks: []string{"claimName", "readOnly"}, only: true},
		{marks: []string{"path", "readOnly", "server"}, only: true},
		{marks: []string{"pullPolicy", "reference"}, only: true},
		// Others
		{marks: []string{"clusterIP", "externalTrafficPolicy", "sessionAffinity"}},
		{marks: []string{"defaultBackend", "rules", "tls"}},
		{marks: []string{"apiVersion", "fieldPath", "kind", "name", "namespace", "resourceVersion", "uid"}, only: true},
		{marks: []string{"external", "object", "pods", "resource", "type"}},
		{marks: []string{"scaleDown", "scaleUp"}, only: true},
		{marks: []string{"ipBlock", "namespaceSelector", "podSelector"}, only: true},
		{marks: []string{"apiGroups", "resources", "verbs"}},
		{marks: []string{"bootID", "kernelVersion", "machineID"}},
	}
}

func (t *coreType) matches(p *schema.Properties) bool {
	if p.Len() < len(t.marks) || t.only && p.Len() > len(t.marks)+len(t.others) {
		return false
	}
	for _, m := range t.marks {
		if p.Get(m) == nil {
			return false
		}
	}
	if !t.only {
		return true
	}
	for _, f := range p.List {
		if !slices.Contains(t.marks, f.Name) && !slices.Contains(t.others, f.Name) {
			return false
		}
	}
	return true
}

// Own reports whether a node is a field that the CRD's author can still shape.
func (v *Version) Own(n *schema.Node) bool { return v.Field(n) && !v.Given(n) }

// Given reports whether a node has to be taken as it is: it is below a type of
// the Kubernetes API or an embedded object, or it belongs to a field or a version
// that is deprecated or, for a version, not served any more.
func (v *Version) Given(n *schema.Node) bool { return v.origin(n) == given }

// coreTyped reports whether a node is a type of the Kubernetes API, or an
// embedded object, as a whole.
func (v *Version) coreTyped(n *schema.Node) bool { return v.origin(n) == embedded }

// origin says where a node comes from.
type origin uint8

const (
	authored origin = iota // the CRD's author made it
	embedded               // the whole of a type that is embedded
	given                  // see Given
)

func (v *Version) origin(n *schema.Node) origin {
	if v.origins == nil {
		v.origins = originsOf(v.Tree, v.retired)
	}
	return v.origins[n.ID]
}

func originsOf(t *schema.Tree, retired bool) []origin {
	types := coreTypes()
	all := make([]origin, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		switch {
		case all[i] == given:
		case retired, n.Role != schema.RoleRoot && saysDeprecated(n.Description):
			fill(all[n.ID:n.End], given)
		case n.Role == schema.RoleRoot || n.Properties.Len() == 0:
		case n.XEmbeddedResource, slices.ContainsFunc(types, func(c coreType) bool { return c.matches(n.Properties) }):
			all[i] = embedded
			fill(all[n.ID+1:n.End], given)
		}
	}
	return all
}

func fill(all []origin, o origin) {
	for i := range all {
		all[i] = o
	}
}
