package applydry

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/nearest"
	"github.com/crdtool/crdtool/internal/source"
)

var (
	kindPath       = finding.Root("kind")
	apiVersionPath = finding.Root("apiVersion")
)

// missing says that there is no CRD for an object, and which kind may have been
// meant.
func (r *Runner) missing(doc *source.Document, apiVersion, kind string) Finding {
	const rule = "no-crd"
	switch {
	case kind == "":
		return about(doc, rule, nil, finding.Error, fmt.Sprintf("the object of apiVersion %q names no kind", apiVersion), "")
	case apiVersion == "":
		help := ""
		for _, d := range r.crds.sorted {
			if d.kind == kind {
				help = fmt.Sprintf("add: apiVersion: %s", d.suggested())
				break
			}
		}
		return about(doc, rule, kindPath, finding.Error, fmt.Sprintf("the object of kind %q names no apiVersion", kind), help)
	}
	group, version := splitAPIVersion(apiVersion)
	at, message := kindPath, fmt.Sprintf("no CRD for kind %q in group %q", kind, group)
	if group == "" {
		at, message = apiVersionPath, fmt.Sprintf("no CRD for kind %q in the core group, which apiVersion %q is of", kind, version)
	}
	var sameGroup, kinds, groups []string
	for _, d := range r.crds.sorted {
		switch {
		case d.group == group:
			sameGroup = append(sameGroup, d.kind)
		case d.kind == kind:
			groups = append(groups, d.group)
		}
		kinds = append(kinds, d.kind)
	}
	help := fmt.Sprintf("none of the %d CRDs is like it; name its file with --crds", r.crds.Len())
	switch near := nearest.Name(kind, sameGroup); {
	case r.crds.Len() == 0:
		help = "no CRDs were found; name their files or directory with --crds"
	case near != "":
		help = fmt.Sprintf("did you mean kind: %s?", near)
	case len(groups) > 0:
		at = apiVersionPath
		like := nearest.Name(group, groups)
		if like == "" {
			like = groups[0]
		}
		help = fmt.Sprintf("did you mean apiVersion: %s?", r.crds.find(like, kind).suggested())
	case len(sameGroup) > 0:
		help = fmt.Sprintf("the CRDs of the group are for %s; name the missing one with --crds", enumerate(sameGroup))
	default:
		if near := nearest.Name(kind, kinds); near != "" {
			for _, d := range r.crds.sorted {
				if d.kind == near {
					help = fmt.Sprintf("did you mean kind: %s of %s?", near, d.suggested())
					break
				}
			}
		}
	}
	return about(doc, rule, at, finding.Error, message, help)
}

// suggested is the apiVersion that objects of a CRD are best written in: the
// first that is served.
func (d *definition) suggested() string {
	versions := source.Field(source.Field(d.doc.Root, "spec", d.doc.JSON), "versions", d.doc.JSON)
	if versions != nil {
		for _, v := range versions.Content {
			if served := source.Field(v, "served", d.doc.JSON); served != nil && source.Scalar(served, d.doc.JSON) == true {
				return d.group + "/" + text(d.doc, v, "name")
			}
		}
	}
	return d.group + "/VERSION"
}

// enumerate lists words, but not too many.
func enumerate(words []string) string {
	const most = 6
	out := ""
	for i, w := range words {
		switch {
		case i == most:
			return out + fmt.Sprintf(" and %d more", len(words)-most)
		case i > 0:
			out += ", "
		}
		out += w
	}
	return out
}

// about makes a finding about the value at a path, or about the whole document.
func about(doc *source.Document, rule string, at *finding.Path, severity finding.Severity, message, help string) Finding {
	f := finding.Finding{Rule: rule, Severity: severity, Path: at, Message: message, Help: help, Pos: doc.Locate(at.Segments())}
	return export(doc.File.Name, &f)
}
