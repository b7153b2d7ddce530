package rules

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var ambiguousName = Rule{
	ID: "ambiguous-name", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "short name or category also names another resource",
	Why: `kubectl looks up a name as a category first, then as the plural or singular of any resource, then as a short
name, and resources of Kubernetes itself before others. So if a category has the name of a resource, kubectl lists the
whole category; and if a short name is also the name of another resource, kubectl never resolves it to this one, or only
sometimes. The server accepts all of them. Choose another name, or let users write the resource with its group
(` + "`kubectl get widgets.example.com`" + `).`,
	Example: `
  names:
    plural: widgets
    kind: Widget
-   shortNames: [svc]
+   shortNames: [wg]
`,
	Set: func(p *SetPass) {
		crds := p.Distinct()
		all := namesOfAll{core: coreShortNames(), resources: map[string]*nameOwners{}, short: map[string]*nameOwners{}}
		for at, id := range crds {
			for i := range id.Names {
				n := &id.Names[i]
				switch n.Role {
				case Plural, Singular:
					addOwner(all.resources, nameOwner{id, n, at})
				case ShortName:
					addOwner(all.short, nameOwner{id, n, at})
				}
			}
		}
		for at, id := range crds {
			for i := range id.Names {
				n := &id.Names[i]
				switch n.Role {
				case ShortName:
					all.shadowed(p, nameOwner{id, n, at})
				case Category:
					all.shadows(p, id, n)
				}
			}
		}
	},
}

// namesOfAll has the names by which kubectl finds the resources of a run. core has the short names of
// Kubernetes' own resources.
type namesOfAll struct {
	core             map[string]string
	resources, short map[string]*nameOwners
}

type nameOwner struct {
	id   *Identity
	name *Name
	at   int // index of id in the run
}

// nameOwners are the owners of one name: the first, and the first of another group.
type nameOwners struct{ first, second *nameOwner }

func addOwner(names map[string]*nameOwners, o nameOwner) {
	switch all := names[o.name.Text]; {
	case all == nil:
		names[o.name.Text] = &nameOwners{first: &o}
	case all.second == nil && all.first.id.Group != o.id.Group:
		all.second = &o
	}
}

// otherGroup returns the first owner of another group, or nil. Within one group the server itself refuses
// clashing names.
func (all *nameOwners) otherGroup(id *Identity) *nameOwner {
	switch {
	case all == nil:
		return nil
	case all.first.id.Group != id.Group:
		return all.first
	}
	return all.second
}

// one returns the first owner, or nil.
func (all *nameOwners) one() *nameOwner {
	if all == nil {
		return nil
	}
	return all.first
}

// shadowed reports a short name that kubectl resolves to something else.
func (all *namesOfAll) shadowed(p *SetPass, of nameOwner) {
	id, n := of.id, of.name
	switch {
	case slices.Contains(coreResources(), n.Text):
		p.ReportHelp(id, n, "choose another short name", "short name %q is also a resource of Kubernetes, to which kubectl resolves it", n.Text)
	case all.core[n.Text] != "":
		p.ReportHelp(id, n, "choose another short name", "short name %q is also the short name of %s, to which kubectl resolves it", n.Text, all.core[n.Text])
	default:
		if o := all.resources[n.Text].otherGroup(id); o != nil {
			p.ReportHelp(id, n, "choose another short name", "short name %q is also the %s of %s (%s), to which kubectl resolves it",
				n.Text, o.name.Role, o.id.Resource(), o.id.Where(o.name))
			return
		}
		// Of two CRDs with one short name, the later in the run is reported.
		if o := all.short[n.Text].otherGroup(id); o != nil && o.at < of.at {
			p.ReportHelp(id, n, "choose another short name for one of them", "short name %q is also the short name of %s (%s), and kubectl resolves it to only one of the two",
				n.Text, o.id.Resource(), o.id.Where(o.name))
		}
	}
}

// shadows reports a category that hides a resource of the same name.
func (all *namesOfAll) shadows(p *SetPass, id *Identity, n *Name) {
	const help = "choose another name for the category"
	switch {
	case slices.Contains(coreResources(), n.Text):
		p.ReportHelp(id, n, help, "category %q is also a resource of Kubernetes: kubectl get %s lists the category instead", n.Text, n.Text)
	case all.core[n.Text] != "":
		p.ReportHelp(id, n, help, "category %q is also the short name of %s: kubectl get %s lists the category instead", n.Text, all.core[n.Text], n.Text)
	default:
		if o := cmp.Or(all.resources[n.Text].one(), all.short[n.Text].one()); o != nil {
			p.ReportHelp(id, n, help, "category %q is also the %s of %s (%s): kubectl get %s lists the category instead",
				n.Text, o.name.Role, o.id.Resource(), o.id.Where(o.name), n.Text)
		}
	}
}

// coreShortNames returns the short names of Kubernetes' own resources.
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

// coreResources returns the plurals and singulars of resources that every cluster has, and whose names CRDs are
// likely to share.
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
