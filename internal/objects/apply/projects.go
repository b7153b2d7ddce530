package apply

import "strings"

// projects are the projects of well-known groups, by the group or by the end of it.
var projects = map[string]string{
	"argoproj.io": "Argo", "acme.cert-manager.io": "cert-manager", "cert-manager.io": "cert-manager", "cilium.io": "Cilium",
	"cluster.x-k8s.io": "Cluster API", "cnpg.io": "CloudNativePG", "postgresql.cnpg.io": "CloudNativePG", "crossplane.io": "Crossplane",
	"aws.upbound.io": "Crossplane's providers", "azure.upbound.io": "Crossplane's providers", "gcp.upbound.io": "Crossplane's providers",
	"m.upbound.io": "Crossplane's providers", "dapr.io": "Dapr", "elastic.co": "Elastic Cloud on Kubernetes",
	"external-secrets.io": "External Secrets", "externaldns.k8s.io": "ExternalDNS", "fluxcd.io": "Flux", "gateway.envoyproxy.io": "Envoy Gateway",
	"gateway.networking.k8s.io": "Gateway API", "getambassador.io": "Emissary", "grafana.integreatly.org": "the Grafana operator",
	"hive.openshift.io": "OpenShift Hive", "infra.contrib.fluxcd.io": "Flux's tofu-controller", "istio.io": "Istio", "jaegertracing.io": "Jaeger",
	"k6.io": "k6", "k8up.io": "K8up", "kafka.strimzi.io": "Strimzi", "karpenter.k8s.aws": "Karpenter", "karpenter.sh": "Karpenter", "keda.sh": "KEDA",
	"keycloak.org": "Keycloak", "kiali.io": "Kiali", "knative.dev": "Knative", "konghq.com": "Kong", "kubevirt.io": "KubeVirt",
	"kueue.x-k8s.io": "Kueue", "kyverno.io": "Kyverno", "linkerd.io": "Linkerd", "longhorn.io": "Longhorn", "metallb.io": "MetalLB",
	"monitoring.coreos.com": "the Prometheus operator", "monitoring.grafana.com": "Grafana Agent", "mongodb.com": "MongoDB",
	"nginx.org": "NGINX Ingress", "openshift.io": "OpenShift", "opentelemetry.io": "OpenTelemetry", "operators.coreos.com": "OLM",
	"projectcalico.org": "Calico", "projectcontour.io": "Contour", "rabbitmq.com": "RabbitMQ", "rook.io": "Rook",
	"bitnami.com": "Sealed Secrets", "secrets-store.csi.x-k8s.io": "the Secrets Store CSI driver", "snapshot.storage.k8s.io": "the CSI snapshotter",
	"tekton.dev": "Tekton", "traefik.io": "Traefik", "traefik.containo.us": "Traefik", "velero.io": "Velero", "zalan.do": "the Postgres operator",
}

// Project returns the project whose CRDs have a group; "" for a group that is not known.
func Project(group string) string {
	for at := group; at != ""; {
		if name := projects[at]; name != "" {
			return name
		}
		_, at, _ = strings.Cut(at, ".")
	}
	return ""
}
