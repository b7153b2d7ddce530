package explain

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// TestFindOfGroups looks for resources of several groups, some of which begin like others, as the
// comment of Find says, one after the other.
func TestFindOfGroups(t *testing.T) {
	var text strings.Builder
	groups := []string{"a.io", "b.io", "a.io.spec", "io"}
	for _, group := range groups {
		for _, kind := range []string{"Widget", "Gadget"} {
			plural := strings.ToLower(kind) + "s"
			fmt.Fprintf(&text, "---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: %s.%s}\n"+
				"spec: {group: %s, scope: Namespaced, names: {kind: %s, plural: %s, shortNames: [w, %s]}, versions: [", plural, group, group, kind, plural, group[:1])
			for i, version := range []string{"v1beta1", "v2", "v1"} {
				fmt.Fprintf(&text, "{name: %s, served: true, storage: %t, schema: {openAPIV3Schema: {type: object}}},", version, i == 0)
			}
			text.WriteString("]}\n")
		}
	}
	var crds []*crd.CustomResourceDefinition
	for _, doc := range source.Read("crds.yaml", []byte(text.String())).Documents {
		c, flaws := crd.Decode(doc)
		if len(flaws) > 0 {
			t.Fatal(flaws)
		}
		crds = append(crds, c)
	}
	s, err := NewResources(crds, kube.Latest)
	if err != nil {
		t.Fatal(err)
	}
	oneByOne := func(text, apiVersion string) (best *resource.Resource, path string) {
		group, wanted := splitVersion(apiVersion)
		name, behind, _ := strings.Cut(text, ".")
		for i := range s.all {
			r := &s.all[i]
			goesBy := false
			for _, n := range s.names[r.Plural+"."+r.Group] {
				goesBy = goesBy || strings.EqualFold(n, name)
			}
			if !goesBy || group != "" && r.Group != group || wanted != "" && r.Version != wanted {
				continue
			}
			rest := behind
			if after, ok := strings.CutPrefix(behind+".", r.Group+"."); ok {
				rest = strings.TrimSuffix(after, ".")
			}
			if best == nil || len(rest) < len(path) || len(rest) == len(path) && r.Group == best.Group && newer(r.Version, best.Version) {
				best, path = r, rest
			}
		}
		return best, path
	}
	r := rand.New(rand.NewPCG(7, 8))
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	found, groupless, contrary := 0, 0, 0
	for range sweep.Times(3000, 30000) {
		text := one("widgets", "Gadget", "W", "a", "i", "thing") + one("", ".a.io", ".b.io", ".io", ".a.io.spec", ".a", ".c.io") + one("", ".spec", ".spec.x", ".io")
		apiVersion := one("", "", "v1", "v3", "a.io/v1", "io/v1beta1", "c.io/v1", "b.io/")
		best, path := oneByOne(text, apiVersion)
		got, steps, err := s.Find(text, apiVersion)
		if wrong := new(UnknownGroupError); errors.As(err, &wrong) {
			// There is none in this group, and it has no such field.
			if _, of, found := strings.Cut(text, "."); best == nil || path != of || !found || wrong.Behind != of ||
				!slices.Contains(wrong.Groups, best.Group) || strings.HasPrefix(of, "spec") {
				t.Fatalf("%s of %q: %v, want %v %s", text, apiVersion, err, best, path)
			}
			groupless++
			continue
		}
		if err != nil && strings.Contains(err.Error(), "of another group") {
			// The group is one that has it, and not that of --api-version.
			if of, _, _ := strings.Cut(apiVersion, "/"); best == nil || best.Group != of || strings.HasPrefix(path+".", of+".") {
				t.Fatalf("%s of %q: %v, want %v %s", text, apiVersion, err, best, path)
			}
			contrary++
			continue
		}
		if got != best || (err == nil) != (best != nil) || err == nil && strings.Join(steps, ".") != path {
			t.Fatalf("%s of %q: %v %v (%v), want %v %s", text, apiVersion, got, steps, err, best, path)
		}
		if best != nil {
			found++
		}
	}
	if found < 500 || groupless < 200 || contrary < 20 {
		t.Errorf("%d are found, %d are of no group, %d of another than --api-version", found, groupless, contrary)
	}
}
