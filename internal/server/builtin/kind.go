package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	apiversion "k8s.io/apimachinery/pkg/version"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// apiVersion returns the apiVersion of the kind's objects.
func (k *Kind) apiVersion() string {
	if k.Group == "" {
		return k.Version
	}
	return k.Group + "/" + k.Version
}

// servedBy reports whether the server of a minor version can serve the kind. A server serves most alpha and some
// beta versions only if a flag enables them.
func (k *Kind) servedBy(minor int) bool { return k.Has(minor) && (k.Removed == 0 || minor < k.Removed) }

// find returns a kind in a version of its group, or nil.
func (c *Catalog) find(group, version, kind string) *Kind {
	i := slices.IndexFunc(c.Kinds, func(k Kind) bool { return k.Kind == kind && k.Group == group && k.Version == version })
	if i < 0 {
		return nil
	}
	return &c.Kinds[i]
}

// notServed returns the fault of an object whose kind no server of a version serves.
func (c *Catalog) notServed(v kube.Version, group, version, kind string) *Fault {
	asked := Kind{Group: group, Version: version, Kind: kind}
	f := &Fault{
		Code: code.NotServed, Path: finding.Root("apiVersion"),
		Server: fmt.Sprintf("no matches for kind %q in version %q", kind, asked.apiVersion()),
	}
	k := c.find(group, version, kind)
	switch {
	case k == nil:
		f.Message = fmt.Sprintf("Kubernetes has no kind %s in %s", kind, asked.apiVersion())
	case k.Has(v.Minor) || v.Minor >= k.From:
		f.Message = fmt.Sprintf("%s is not served as %s since Kubernetes 1.%d", kind, asked.apiVersion(), k.until())
	default:
		f.Message = fmt.Sprintf("%s is not served as %s before Kubernetes 1.%d", kind, asked.apiVersion(), k.From)
	}
	if instead := c.instead(v.Minor, &asked, k); instead != "" {
		f.Help = "write: apiVersion: " + instead
	}
	return f
}

// until returns the minor version that stopped to serve the kind.
func (k *Kind) until() int {
	if k.To != 0 && (k.Removed == 0 || k.To < k.Removed) {
		return k.To + 1
	}
	return k.Removed
}

// instead returns the apiVersion that a server of a minor version serves instead; "" if there is none. That is the
// replacement that Kubernetes names, or else the most stable version of the group.
func (c *Catalog) instead(minor int, asked, there *Kind) string {
	var served []*Kind
	for i := range c.Kinds {
		k := &c.Kinds[i]
		if k.Kind != asked.Kind || !k.servedBy(minor) {
			continue
		}
		if there != nil && there.Replacement == k.apiVersion() {
			return k.apiVersion()
		}
		if k.Group == asked.Group || movedGroups[asked.Group+" "+asked.Kind] == k.Group {
			served = append(served, k)
		}
	}
	if len(served) == 0 {
		return ""
	}
	return slices.MaxFunc(served, func(a, b *Kind) int {
		return apiversion.CompareKubeAwareVersionStrings(a.Version, b.Version)
	}).apiVersion()
}

// movedGroups has the groups to which kinds moved, by their former group.
var movedGroups = map[string]string{
	"extensions DaemonSet": "apps", "extensions Deployment": "apps", "extensions ReplicaSet": "apps",
	"extensions Ingress": "networking.k8s.io", "extensions NetworkPolicy": "networking.k8s.io",
	"apps CronJob": "batch", "extensions Job": "batch", "extensions HorizontalPodAutoscaler": "autoscaling",
	"extensions PodDisruptionBudget": "policy",
}

// hasGroup reports whether the catalog has kinds of a group.
func (c *Catalog) hasGroup(group string) bool {
	return slices.ContainsFunc(c.Kinds, func(k Kind) bool { return k.Group == group })
}

// since says in which releases a struct has a field that it does not have in a minor version; "" if in none.
func (t *Type) since(name string, minor int) string {
	for i := range t.Fields {
		f := &t.Fields[i]
		switch {
		case f.Name != name:
		case minor < f.From:
			return "it is a field since Kubernetes 1." + strconv.Itoa(f.From)
		case f.To != 0 && f.To < minor:
			return "it was a field until Kubernetes 1." + strconv.Itoa(f.To)
		}
	}
	return ""
}

// hasAlways reports whether a struct has a field in the first release of the catalog.
func (t *Type) hasAlways(name string) bool {
	return slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Name == name && f.From == 0 })
}

// goName returns a type as Go prints it, with the last element of the package paths.
func goName(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		end := strings.IndexAny(text, "[]*")
		if end < 0 {
			end = len(text)
		}
		b.WriteString(text[strings.LastIndexByte(text[:end], '/')+1 : end])
		if end < len(text) {
			b.WriteByte(text[end])
			end++
		}
		text = text[end:]
	}
	return b.String()
}
