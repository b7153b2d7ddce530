package gotests

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// corpusCRDs are the CRDs of public projects, below the folder of the corpus.
var corpusCRDs = []string{
	"kubernetes-sigs+gateway-api.standard/crds/httproutes.gateway.networking.k8s.io.yaml",
	"kubernetes-sigs+gateway-api.standard/crds/gateways.gateway.networking.k8s.io.yaml",
	"kubernetes-sigs+gateway-api.standard/crds/gatewayclasses.gateway.networking.k8s.io.yaml",
	"cert-manager+cert-manager/crds/certificates.cert-manager.io.yaml",
	"cert-manager+cert-manager/crds/issuers.cert-manager.io.yaml",
	"aws+karpenter-provider-aws/crds/nodepools.karpenter.sh.yaml",
	"aws+karpenter-provider-aws/crds/ec2nodeclasses.karpenter.k8s.aws.yaml",
	"kubernetes-sigs+kueue/crds/clusterqueues.kueue.x-k8s.io.yaml",
	"kubernetes-sigs+kueue/crds/localqueues.kueue.x-k8s.io.yaml",
	"kubernetes-sigs+kueue/crds/resourceflavors.kueue.x-k8s.io.yaml",
}

func route(spec string) *unstructured.Unstructured {
	return from("apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: web, namespace: default}\nspec: " + spec)
}

func gateway(listeners string) *unstructured.Unstructured {
	return from("apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: edge, namespace: default}\nspec: {gatewayClassName: public, listeners: " + listeners + "}")
}

func class(name, controller string) *unstructured.Unstructured {
	return from("apiVersion: gateway.networking.k8s.io/v1\nkind: GatewayClass\nmetadata: {name: " + name + "}\nspec: {controllerName: " + controller + "}")
}

func certificate(spec string) *unstructured.Unstructured {
	return from("apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: web, namespace: default}\nspec: " + spec)
}

func pool(name, spec string) *unstructured.Unstructured {
	return from("apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: " + name + "}\nspec: " + spec)
}

// nodes is a template of a NodePool with requirements.
func nodes(requirements string) string {
	return "{template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}, requirements: " + requirements + "}}}"
}

func queue(name, spec string) *unstructured.Unstructured {
	return from("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue\nmetadata: {name: " + name + "}\nspec: " + spec)
}

func localQueue(of string) *unstructured.Unstructured {
	return from("apiVersion: kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: team, namespace: default}\nspec: {clusterQueue: " + of + "}")
}

func flavor(name, spec string) *unstructured.Unstructured {
	return from("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: " + name + "}\nspec: " + spec)
}

const twoListeners = "[{name: http, port: 80, protocol: HTTP}, {name: https, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: web}]}}]"

// untyped are tests with unstructured objects of public projects' APIs.
func untyped() []test {
	return []test{
		{name: "HTTPRoute: defaults", do: func(r *run) {
			r.create(route("{parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: 80}]}]}"), "")
		}},
		{name: "HTTPRoute: redirect and rewrite", do: func(r *run) {
			r.create(route("{rules: [{filters: [{type: RequestRedirect, requestRedirect: {port: 80}}, {type: URLRewrite, urlRewrite: {hostname: a.example.com}}]}]}"), "Invalid")
		}},
		{name: "HTTPRoute: no port of a service", do: func(r *run) { r.create(route("{rules: [{backendRefs: [{name: web}]}]}"), "Invalid") }},
		{name: "HTTPRoute: paths", do: func(r *run) {
			r.create(route("{rules: [{matches: [{path: {type: PathPrefix, value: web}}]}]}"), "Invalid")
			r.create(route("{rules: [{matches: [{path: {type: Exact, value: /a//b}}]}]}"), "Invalid")
			r.create(route("{rules: [{matches: [{path: {type: RegularExpression, value: '^/a'}}]}]}"), "")
		}},
		{name: "HTTPRoute: host names", do: func(r *run) {
			r.create(route("{hostnames: ['*.example.com', 'Example.com', '1.2.3.4/']}"), "Invalid")
		}},
		{name: "HTTPRoute: weights and types", do: func(r *run) {
			r.create(route("{rules: [{backendRefs: [{name: web, port: 80, weight: 1000001}]}]}"), "Invalid")
			r.create(route("{rules: [{backendRefs: [{name: web, port: '80'}]}]}"), "Invalid")
			r.create(route("{rules: {}}"), "Invalid")
		}},
		{name: "HTTPRoute: unknown fields", do: func(r *run) {
			r.create(route("{hostname: a.example.com, rules: [{backendRef: []}]}"), "BadRequest", strict)
			r.create(route("{hostname: a.example.com, rules: [{backendRef: []}]}"), "")
		}},
		{name: "HTTPRoute: status", do: func(r *run) {
			u := route("{parentRefs: [{name: edge}]}")
			r.create(u, "")
			accepted := map[string]any{"type": "Accepted", "status": "True", "reason": "Accepted", "message": "", "lastTransitionTime": "2026-01-02T03:04:05Z"}
			change(u, []any{map[string]any{"controllerName": "example.com/gateways", "parentRef": map[string]any{"name": "edge"}, "conditions": []any{accepted}}}, "status", "parents")
			r.status(u, "")
			change(u, []any{map[string]any{"controllerName": "gateways", "parentRef": map[string]any{"name": "edge"}, "conditions": []any{}}}, "status", "parents")
			r.status(u, "Invalid")
		}},
		{name: "HTTPRoute: v1beta1", do: func(r *run) {
			u := route("{hostnames: [a.example.com]}")
			u.SetAPIVersion("gateway.networking.k8s.io/v1beta1")
			r.create(u, "")
			r.get(route("{}"), "")
		}},
		{name: "Gateway: listeners", do: func(r *run) {
			r.create(gateway(twoListeners), "")
			r.create(gateway("[{name: http, port: 80, protocol: HTTP, tls: {mode: Terminate}}]"), "Invalid")
			r.create(gateway("[{name: a, port: 80, protocol: HTTP}, {name: a, port: 81, protocol: HTTP}]"), "Invalid")
			r.create(gateway("[{name: a, port: 80, protocol: HTTP}, {name: b, port: 80, protocol: HTTP}]"), "Invalid")
		}},
		{name: "Gateway: listeners of two managers", do: func(r *run) {
			r.apply(gateway("[{name: http, port: 80, protocol: HTTP}]"), "", by("platform"))
			r.apply(gateway("[{name: admin, port: 8080, protocol: HTTP}]"), "", by("shop"))
			r.apply(gateway("[{name: http, port: 8000, protocol: HTTP}]"), "Conflict", by("shop"))
			r.apply(gateway("[]"), "", by("shop"))
		}},
		{name: "Gateway: a port by a patch", do: func(r *run) {
			u := gateway(twoListeners)
			r.create(u, "")
			r.patch(u, types.JSONPatchType, `[{"op": "replace", "path": "/spec/listeners/0/port", "value": 0}]`, "", "Invalid")
			r.patch(u, types.JSONPatchType, `[{"op": "add", "path": "/spec/listeners/-", "value": {"name": "x", "port": 81, "protocol": "HTTP"}}]`, "", "")
		}},
		{name: "GatewayClass: controller is immutable", do: func(r *run) {
			u := class("public", "example.com/gateways")
			r.create(u, "")
			change(u, "example.com/others", "spec", "controllerName")
			r.update(u, "Invalid")
			r.create(class("bad", "gateways"), "Invalid")
		}},
		{name: "Certificate: required and enum", do: func(r *run) {
			r.create(certificate("{secretName: web}"), "Invalid")
			r.create(certificate("{secretName: web, issuerRef: {name: ca}, usages: [server auth, web]}"), "Invalid")
			r.create(certificate("{secretName: web, issuerRef: {name: ca}, privateKey: {algorithm: RSA, size: 2048}}"), "")
		}},
		{name: "Certificate: status conditions", do: func(r *run) {
			u := certificate("{secretName: web, issuerRef: {name: ca}}")
			r.create(u, "")
			change(u, []any{map[string]any{"type": "Ready", "status": "True"}, map[string]any{"type": "Ready", "status": "False"}}, "status", "conditions")
			r.status(u, "Invalid")
			change(u, []any{map[string]any{"type": "Ready", "status": "True"}}, "status", "conditions")
			r.status(u, "")
		}},
		{name: "Certificate: dates and numbers", do: func(r *run) {
			r.create(certificate("{secretName: web, issuerRef: {name: ca}, revisionHistoryLimit: 0}"), "")
			r.create(certificate("{secretName: web, issuerRef: {name: ca}, revisionHistoryLimit: 1.5}"), "Invalid")
			r.create(certificate("{secretName: web, issuerRef: {name: ca}, isCA: 'true'}"), "Invalid")
		}},
		{name: "Issuer: unknown kinds of issuers", do: func(r *run) {
			u := from("apiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: {name: ca, namespace: default}\nspec: {selfSinged: {}}")
			r.create(u, "BadRequest", strict)
			r.create(u, "")
			r.create(from("apiVersion: cert-manager.io/v1\nkind: Isuer\nmetadata: {name: ca, namespace: default}"), "Error")
		}},
		{name: "NodePool: requirements", do: func(r *run) {
			r.create(pool("requirements", nodes("[{key: kubernetes.io/arch, operator: In}]")), "Invalid")
			r.create(pool("requirements", nodes("[{key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ['a']}]")), "Invalid")
			r.create(pool("requirements", nodes("[{key: karpenter.sh/nodepool, operator: In, values: [a]}]")), "Invalid")
			r.create(pool("requirements", nodes("[{key: kubernetes.io/arch, operator: In, values: [amd64]}]")), "")
		}},
		{name: "NodePool: class is immutable", do: func(r *run) {
			u := pool("class", nodes("[]"))
			r.create(u, "")
			change(u, "other.example.com", "spec", "template", "spec", "nodeClassRef", "group")
			r.update(u, "Invalid")
		}},
		{name: "NodePool: from dynamic to static", do: func(r *run) {
			u := pool("static", nodes("[]"))
			r.create(u, "")
			r.patch(u, types.MergePatchType, `{"spec": {"replicas": 3}}`, "", "Invalid")
			r.patch(u, types.MergePatchType, `{"spec": {"weight": 101}}`, "", "Invalid")
			r.patch(u, types.MergePatchType, `{"spec": {"weight": 100}}`, "", "")
		}},
		{name: "NodePool: budgets", do: func(r *run) {
			u := pool("budgets", nodes("[]"))
			change(u, []any{map[string]any{"nodes": "10%", "schedule": "@daily"}}, "spec", "disruption", "budgets")
			r.create(u, "Invalid")
			change(u, []any{map[string]any{"nodes": "110%"}}, "spec", "disruption", "budgets")
			r.create(u, "Invalid")
		}},
		{name: "NodePool: int-or-string and quantities", do: func(r *run) {
			u := pool("limits", nodes("[]"))
			change(u, map[string]any{"cpu": int64(100), "memory": "1Gi"}, "spec", "limits")
			r.create(u, "")
			change(u, map[string]any{"cpu": "many"}, "spec", "limits")
			r.update(u, "Invalid")
			change(u, map[string]any{"cpu": 1.5}, "spec", "limits")
			r.update(u, "Invalid")
		}},
		{name: "EC2NodeClass: several rules", do: func(r *run) {
			r.create(from("apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: rules}\nspec: {amiSelectorTerms: [{alias: a@b, id: ami-1}], subnetSelectorTerms: [{}], securityGroupSelectorTerms: []}"), "Invalid")
		}},
		{name: "ClusterQueue: borrowing without a cohort", do: func(r *run) {
			r.create(queue("borrowing", "{resourceGroups: [{coveredResources: [cpu], flavors: [{name: a, resources: [{name: cpu, nominalQuota: 1, borrowingLimit: 1}]}]}]}"), "Invalid")
			r.create(queue("borrowing", "{cohortName: all, resourceGroups: [{coveredResources: [cpu], flavors: [{name: a, resources: [{name: cpu, nominalQuota: 1, borrowingLimit: 1}]}]}]}"), "")
		}},
		{name: "ClusterQueue: defaults and preemption", do: func(r *run) {
			u := queue("preemption", "{namespaceSelector: {}, preemption: {borrowWithinCohort: {policy: LowerPriority}}}")
			r.create(u, "Invalid")
			r.create(queue("preemption", "{namespaceSelector: {}, preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: LowerPriority}}}"), "")
		}},
		{name: "LocalQueue: its queue is immutable", do: func(r *run) {
			u := localQueue("all")
			r.create(u, "")
			change(u, "others", "spec", "clusterQueue")
			r.update(u, "Invalid")
			r.apply(localQueue("others"), "Conflict", by("team"))
			r.apply(localQueue("others"), "Invalid", byForce("team"))
			r.remove(u, "")
			r.apply(localQueue("others"), "", by("team"))
		}},
	}
}
