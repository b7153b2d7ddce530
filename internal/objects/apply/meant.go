package apply

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// Meant returns the apiVersion and the kind that an object probably is to have whose kind or version is not served; both
// empty if no CRD is similar.
func (s *CRDs) Meant(apiVersion, kind string) (likeAPIVersion, likeKind string) {
	group, version := splitAPIVersion(apiVersion)
	if d := s.find(group, kind); d != nil {
		served := d.servedVersions()
		near := nearest.Name(version, served)
		switch {
		case slices.Contains(served, version):
			return "", ""
		case near != "":
			return group + "/" + near, kind
		case len(served) == 1:
			return group + "/" + served[0], kind
		}
		return "", ""
	}
	var kinds []string
	for _, d := range s.sorted {
		switch {
		case d.group == group:
			kinds = append(kinds, d.kind)
		case d.kind == kind && likeKind == "":
			likeAPIVersion, likeKind = d.suggested(), kind
		}
	}
	if near := nearest.Name(kind, kinds); near != "" {
		return apiVersion, near
	}
	return likeAPIVersion, likeKind
}

// servedVersions returns the names of the served versions of the CRD.
func (d *definition) servedVersions() []string {
	var served []string
	versions := source.Field(source.Field(d.doc.Root, "spec"), "versions")
	if versions == nil {
		return nil
	}
	for _, v := range versions.Content {
		if is := source.Field(v, "served"); is != nil && source.Scalar(is) == true {
			served = append(served, text(v, "name"))
		}
	}
	return served
}
