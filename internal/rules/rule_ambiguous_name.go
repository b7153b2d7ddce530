package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
)

var ambiguousName = Rule{
	ID: "ambiguous-name", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "short name or category also names another resource",
	Why: `kubectl looks up a name as a category first, then as the plural or singular of any resource, then as a short
name, and resources of Kubernetes itself before others. So if a category has the name of a resource, kubectl lists the
whole category; and if a short name is also the name of another resource, kubectl never resolves it to this one, or only
sometimes. The server accepts all of them. Choose another name, or let users write the resource with its group
(` + "`kubectl get widgets.example.com`" + `).`,
	Bad: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: widgets
    kind: Widget
    shortNames: [svc]
` + afterNames,
	Good: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: widgets
    kind: Widget
    shortNames: [wg]
` + afterNames,
	Set: func(p *SetPass) {
		crds := p.Distinct()
		resources, short := map[string][]nameOwner{}, map[string][]nameOwner{}
		for _, id := range crds {
			for i := range id.Names {
				n := &id.Names[i]
				switch n.Role {
				case Plural, Singular:
					resources[n.Text] = append(resources[n.Text], nameOwner{id, n})
				case ShortName:
					// A CRD may list one of its own again and again.
					if all := short[n.Text]; len(all) == 0 || all[len(all)-1].id != id {
						short[n.Text] = append(all, nameOwner{id, n})
					}
				}
			}
		}
		for _, id := range crds {
			for i := range id.Names {
				n := &id.Names[i]
				switch n.Role {
				case ShortName:
					shadowed(p, id, n, resources, short)
				case Category:
					shadows(p, id, n, resources, short)
				}
			}
		}
	},
}

type nameOwner struct {
	id   *Identity
	name *Name
}

// shadowed reports a short name by which kubectl finds something else.
func shadowed(p *SetPass, id *Identity, n *Name, resources, short map[string][]nameOwner) {
	switch {
	case slices.Contains(coreResources(), n.Text):
		p.ReportHelp(id, n, "choose another short name", "short name %q is also a resource of Kubernetes, to which kubectl resolves it", n.Text)
	case coreShortNames()[n.Text] != "":
		p.ReportHelp(id, n, "choose another short name", "short name %q is also the short name of %s, to which kubectl resolves it", n.Text, coreShortNames()[n.Text])
	default:
		if o := otherGroup(resources[n.Text], id); o != nil {
			p.ReportHelp(id, n, "choose another short name", "short name %q is also the %s of %s (%s), to which kubectl resolves it",
				n.Text, o.name.Role, o.id.Resource(), o.id.Where(o.name))
			return
		}
		// Of two with one short name, the later in the run is reported.
		if o := otherGroup(short[n.Text], id); o != nil && o.name != n && before(short[n.Text], o.id, id) {
			p.ReportHelp(id, n, "choose another short name for one of them", "short name %q is also the short name of %s (%s), and kubectl resolves it to only one of the two",
				n.Text, o.id.Resource(), o.id.Where(o.name))
		}
	}
}

// shadows reports a category that hides a resource of the same name.
func shadows(p *SetPass, id *Identity, n *Name, resources, short map[string][]nameOwner) {
	const help = "choose another name for the category"
	switch {
	case slices.Contains(coreResources(), n.Text):
		p.ReportHelp(id, n, help, "category %q is also a resource of Kubernetes: kubectl get %s lists the category instead", n.Text, n.Text)
	case coreShortNames()[n.Text] != "":
		p.ReportHelp(id, n, help, "category %q is also the short name of %s: kubectl get %s lists the category instead", n.Text, coreShortNames()[n.Text], n.Text)
	default:
		for _, o := range append(slices.Clone(resources[n.Text]), short[n.Text]...) {
			p.ReportHelp(id, n, help, "category %q is also the %s of %s (%s): kubectl get %s lists the category instead",
				n.Text, o.name.Role, o.id.Resource(), o.id.Where(o.name), n.Text)
			return
		}
	}
}

// otherGroup returns the first of the owners that is of another group: within one
// group the server itself refuses names that clash.
func otherGroup(all []nameOwner, id *Identity) *nameOwner {
	for i := range all {
		if all[i].id.Group != id.Group {
			return &all[i]
		}
	}
	return nil
}

func before(all []nameOwner, a, b *Identity) bool {
	for _, o := range all {
		if o.id == a || o.id == b {
			return o.id == a
		}
	}
	return false
}

// coreShortNames are the short names of Kubernetes' own resources.
func coreShortNames() map[string]string {
	return map[string]string{
		"cj": "cronjobs", "cm": "configmaps", "crd": "customresourcedefinitions",
		"crds": "customresourcedefinitions", "cs": "componentstatuses", "csr": "certificatesigningrequests",
		"deploy": "deployments", "ds": "daemonsets", "ep": "endpoints", "ev": "events", "hpa": "horizontalpodautoscalers",
		"ing": "ingresses", "limits": "limitranges", "netpol": "networkpolicies", "no": "nodes", "ns": "namespaces",
		"pc": "priorityclasses", "pdb": "poddisruptionbudgets", "po": "pods", "pv": "persistentvolumes",
		"pvc": "persistentvolumeclaims", "quota": "resourcequotas", "rc": "replicationcontrollers", "rs": "replicasets",
		"sa": "serviceaccounts", "sc": "storageclasses", "sts": "statefulsets", "svc": "services",
	}
}

// coreResources are the plurals and singulars of the resources of Kubernetes that
// a cluster always has and that CRDs are likely to share a name with.
func coreResources() []string {
	return []string{
		"binding", "bindings", "configmap", "configmaps", "controllerrevision", "controllerrevisions", "cronjob", "cronjobs",
		"daemonset", "daemonsets", "deployment", "deployments", "endpoints", "event", "events", "ingress", "ingresses",
		"job", "jobs", "lease", "leases", "namespace", "namespaces", "networkpolicies", "networkpolicy", "node", "nodes",
		"persistentvolume", "persistentvolumeclaim", "persistentvolumeclaims", "persistentvolumes", "pod", "pods",
		"replicaset", "replicasets", "role", "rolebinding", "rolebindings", "roles", "secret", "secrets", "service",
		"serviceaccount", "serviceaccounts", "services", "statefulset", "statefulsets", "storageclass", "storageclasses",
	}
}
