package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
)

// Annotations of OpenShift's manifests.
const (
	featureSetAnnotation = "release.openshift.io/feature-set"
	profilePrefix        = "include.release.openshift.io/"
	majorVersionPrefix   = "release.openshift.io/major-version"
	everyGate            = "CustomNoUpgrade" // the feature set with every field
)

// gates are the feature gates that a file enables.
type gates struct {
	annotations map[string]string
	featureSet  string
	enabled     map[string]bool
}

// fits reports whether a CRD has the feature gates that a suite names. The files of gates are in the nearest
// folder payload-manifests/featuregates above the suite. It mirrors crd_filter.go in openshift/api's tests.
func (f *Finder) fits(c *CRD, dir string, wanted []string) (bool, error) {
	if len(wanted) == 0 {
		return true, nil
	}
	annotations := annotationsOf(c.Doc)
	var sets []string
	if v := annotations[featureSetAnnotation]; v != "" {
		sets = strings.Split(v, ",")
	}
	if slices.Contains(sets, everyGate) {
		return !slices.ContainsFunc(wanted, func(g string) bool { return strings.HasPrefix(g, "-") }), nil
	}
	var profiles []string
	for k, v := range annotations {
		if strings.HasPrefix(k, profilePrefix) && v == "true" {
			profiles = append(profiles, k)
		}
	}
	if len(profiles) == 0 {
		return true, nil
	}
	if len(sets) == 0 {
		sets = []string{"Default"}
	}
	status := f.gatesOf(dir, slices.Min(profiles), sets, majorVersions(annotations))
	if status == nil {
		return false, fmt.Errorf("no file in payload-manifests/featuregates says which feature gates are enabled where %s is", c.Doc.File.Name)
	}
	keep := true
	for _, g := range wanted {
		name, disabled := strings.CutPrefix(g, "-")
		enabled, known := status.enabled[name]
		if !known {
			return false, fmt.Errorf("payload-manifests/featuregates does not know the feature gate %s", name)
		}
		keep = keep && enabled != disabled
	}
	return keep, nil
}

// gatesOf returns the first file of gates for a profile, one of the feature sets, and one of the versions.
func (f *Finder) gatesOf(dir, profile string, sets, versions []string) *gates {
	for _, g := range f.allGates(dir) {
		if _, ok := g.annotations[profile]; !ok || !slices.Contains(sets, g.featureSet) {
			continue
		}
		if len(versions) == 0 || slices.ContainsFunc(majorVersions(g.annotations), func(v string) bool { return slices.Contains(versions, v) }) {
			return g
		}
	}
	return nil
}

// allGates reads the files of gates that are nearest to a folder.
func (f *Finder) allGates(dir string) []*gates {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	for {
		at := filepath.Join(abs, "payload-manifests", "featuregates")
		if all, read := f.gates[at]; read {
			return all
		}
		if entries, err := os.ReadDir(at); err == nil {
			var all []*gates
			for _, e := range entries {
				if file, err := source.ReadFile(filepath.Join(at, e.Name())); err == nil {
					for _, d := range file.Documents {
						all = append(all, newGates(d))
					}
				}
			}
			f.gates[at] = all
			return all
		}
		if abs == filepath.Dir(abs) {
			return nil
		}
		abs = filepath.Dir(abs)
	}
}

func newGates(d *source.Document) *gates {
	g := &gates{annotations: annotationsOf(d), enabled: map[string]bool{}}
	set, named := g.annotations[featureSetAnnotation]
	switch g.featureSet = set; {
	case named:
	case text(d, "spec", "featureSet") != "":
		g.featureSet = text(d, "spec", "featureSet")
	default:
		g.featureSet = "Default"
	}
	value, _ := source.Value(d.Root).(map[string]any)
	status, _ := value["status"].(map[string]any)
	list, _ := status["featureGates"].([]any)
	if len(list) == 0 {
		return g
	}
	first, _ := list[0].(map[string]any)
	for _, k := range [...]string{"enabled", "disabled"} {
		names, _ := first[k].([]any)
		for _, n := range names {
			if m, _ := n.(map[string]any); m != nil {
				name, _ := m["name"].(string)
				g.enabled[name] = k == "enabled"
			}
		}
	}
	return g
}

// majorVersions returns the versions that a manifest is for; nil for all versions.
func majorVersions(annotations map[string]string) []string {
	var out []string
	for k, v := range annotations {
		if strings.HasPrefix(k, majorVersionPrefix) {
			for _, n := range strings.Split(v, ",") {
				if n = strings.TrimSpace(n); n != "" {
					out = append(out, n)
				}
			}
		}
	}
	return out
}

func annotationsOf(d *source.Document) map[string]string {
	out := map[string]string{}
	metadata := source.Field(d.Root, "metadata")
	if metadata == nil {
		return out
	}
	for e := range source.Entries(source.Field(metadata, "annotations")) {
		out[e.Key], _ = source.String(e.Value)
	}
	return out
}
