package apply

import (
	"slices"
	"strings"
)

// This file lists kinds that need no CRD: those of Kubernetes' own API, and those of configuration files.

// coreKinds are the kinds of the core group, which has no name.
var coreKinds = []string{
	"Binding", "ComponentStatus", "ConfigMap", "Endpoints", "Event", "LimitRange", "Namespace", "Node",
	"PersistentVolume", "PersistentVolumeClaim", "Pod", "PodTemplate", "ReplicationController", "ResourceQuota",
	"Secret", "Service", "ServiceAccount",
}

// builtinGroups are the named groups that kube-apiserver serves or once served.
var builtinGroups = []string{
	"admission.k8s.io", "admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io", "apps",
	"authentication.k8s.io", "authorization.k8s.io", "autoscaling", "batch", "certificates.k8s.io",
	"coordination.k8s.io", "discovery.k8s.io", "events.k8s.io", "extensions", "flowcontrol.apiserver.k8s.io",
	"imagepolicy.k8s.io", "internal.apiserver.k8s.io", "lifecycle.k8s.io", "networking.k8s.io", "node.k8s.io", "policy",
	"rbac.authorization.k8s.io", "resource.k8s.io", "scheduling.k8s.io", "storage.k8s.io", "storagemigration.k8s.io",
}

// configGroups are the groups of configuration files of Kubernetes and of tools around it. No server stores them.
var configGroups = []string{
	"apiserver.config.k8s.io", "apiserver.k8s.io", "audit.k8s.io", "client.authentication.k8s.io", "config.k8s.io",
	"controlplane.config.k8s.io", "controllermanager.config.k8s.io", "cri-api.k8s.io", "credentialprovider.kubelet.k8s.io",
	"kubeadm.k8s.io", "kubecontrollermanager.config.k8s.io", "kubectl.config.k8s.io", "kubelet.config.k8s.io",
	"kubeproxy.config.k8s.io", "kubescheduler.config.k8s.io", "kustomize.config.k8s.io", "pod-security.admission.config.k8s.io",
	"eventratelimit.admission.k8s.io", "resourcequota.admission.k8s.io", "podtolerationrestriction.admission.k8s.io",
	"webhookadmission.config.k8s.io", "cloudcontrollermanager.config.k8s.io",
	"backstage.io", "chainsaw.kyverno.io", "cli.kyverno.io", "controller-runtime.sigs.k8s.io", "ctlptl.dev", "eksctl.io", "k3d.io",
	"kapp.k14s.io", "kind.x-k8s.io", "kuttl.dev", "scorecard.operatorframework.io", "skaffold",
}

// BuiltIn reports whether a kind needs no CRD, because Kubernetes serves it or only programs read it.
func BuiltIn(group, kind string) bool {
	if group == "" {
		// Configuration files of kubectl have apiVersion v1, as the core group has.
		return slices.Contains(coreKinds, kind) || slices.Contains(coreKinds, strings.TrimSuffix(kind, "List")) || kind == "Config" || kind == "List" || kind == "Status"
	}
	return slices.Contains(builtinGroups, group) || slices.Contains(configGroups, group)
}
